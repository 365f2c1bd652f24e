"""Commands to a waitlist: open one, request a change, set the must-move chain, move the next player."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from api.schemas.waitlists import CommandBody, WaitlistItem, Who, Wishes, list_item
from journal.unix_time import from_milliseconds
from waitlist.rules.commands import Reason, SeatNumber, Stake, Title
from waitlist.rules.state import Answer, MustMoveChain, Waitlists

Tables = Annotated[list[Who], msgspec.Meta(max_length=40)]
Change = Literal["seat_change", "table_change"]


class OpenInterestBody(CommandBody, frozen=True, kw_only=True):
    """An interest list. game: plaque name; wants: names needed to open the game."""

    game: Title
    wants: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0


class CloseBody(CommandBody, frozen=True, kw_only=True):
    """reason: required if there are names on the list; they're removed."""

    reason: Reason = ""


class SeatChangeBody(CommandBody, frozen=True, kw_only=True):
    """A seat or table change. who: alias or card number; wish: seats or tables the player would take."""

    who: Who
    kind: Change
    wish: Wishes = []


class SetChainBody(CommandBody, frozen=True, kw_only=True):
    """The main-game and must-move tables; none: no chain."""

    main: Tables
    feeders: Tables = []


class MustMoveBody(CommandBody, frozen=True, kw_only=True):
    """Move the next player to the main game. Moving any other player requires a reason.

    stake: required if no tablet counts chips.
    """

    player: Who
    table: Who
    seat: SeatNumber
    reason: Reason = ""
    stake: Stake | None = None


class DeclineBody(CommandBody, frozen=True, kw_only=True):
    """A declined move and the house decision: stay, stay and go last, or leave."""

    player: Who
    what: Answer
    reason: Reason


class WaitlistCommandResult(msgspec.Struct, frozen=True):
    """The list after a command, null if it's closed; repeated: this command had already run."""

    seq: int
    repeated: bool
    list: WaitlistItem | None


class ChainView(msgspec.Struct, frozen=True):
    """The must-move chain of a game; no tables means no chain. by: who set it."""

    seq: int
    main: list[str]
    feeders: list[str]
    by: str
    at: datetime | None


def waitlist_result(
    seq: int, repeated: bool, waitlists: Waitlists, key: str
) -> WaitlistCommandResult:
    """Return the result with the waitlist's current state."""
    waitlist = waitlists.waitlist(key)
    return WaitlistCommandResult(seq, repeated, list_item(waitlist) if waitlist else None)


def chain_view(seq: int, chain: MustMoveChain | None) -> ChainView:
    if chain is None:
        return ChainView(seq, [], [], "", None)
    at = from_milliseconds(chain.at)
    return ChainView(seq, list(chain.main), list(chain.feeders), chain.by, at)

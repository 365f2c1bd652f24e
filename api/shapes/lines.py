"""What a program does with a whole list: open one, ask for a change, say which tables feed a game, move who is due."""

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec

from api.shapes.lists import ListItem, Sent, Who, Wishes, list_item
from poker.waiting.commands import Reason, SeatNumber, Stake, Title
from poker.waiting.state import Answer, Chain, Lists

Tables = Annotated[list[Who], msgspec.Meta(max_length=40)]
Change = Literal["seat_change", "table_change"]


class OpenInterest(Sent, frozen=True, kw_only=True):
    """A list for a game that does not run yet. game: the name of its plaque; wants: names that open it."""

    game: Title
    wants: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0


class CloseList(Sent, frozen=True, kw_only=True):
    """reason: needed where names stand on it, who are off then."""

    reason: Reason = ""


class AskChange(Sent, frozen=True, kw_only=True):
    """Another chair, or another table of the game. who: an alias or a card number; wish: chairs or tables that do."""

    who: Who
    kind: Change
    wish: Wishes = []


class SetChain(Sent, frozen=True, kw_only=True):
    """Which tables are the main game and which feed it; none of them: no chain."""

    main: Tables
    feeders: Tables = []


class Move(Sent, frozen=True, kw_only=True):
    """Who is due moves to the main game; somebody else only with a reason. stake: where no tablet counts chips."""

    player: Who
    table: Who
    seat: SeatNumber
    reason: Reason = ""
    stake: Stake | None = None


class Declined(Sent, frozen=True, kw_only=True):
    """A player does not want to move, and what the house does: he stays, stays as the last, or leaves."""

    player: Who
    what: Answer
    reason: Reason


class LineKept(msgspec.Struct, frozen=True):
    """A list after a command, null when there is none any more; repeated: it had been carried out before."""

    seq: int
    repeated: bool
    list: ListItem | None


class ChainView(msgspec.Struct, frozen=True):
    """The must-move chain of a game; without tables there is none. by: who set it up."""

    seq: int
    main: list[str]
    feeders: list[str]
    by: str
    at: datetime | None


def line_kept(seq: int, repeated: bool, lists: Lists, key: str) -> LineKept:
    """How a list stands."""
    line = lists.line(key)
    return LineKept(seq, repeated, list_item(line) if line else None)


def chain_view(seq: int, chain: Chain | None) -> ChainView:
    """How a chain stands."""
    if chain is None:
        return ChainView(seq, [], [], "", None)
    at = datetime.fromtimestamp(chain.at / 1000, tz=UTC)
    return ChainView(seq, list(chain.main), list(chain.feeders), chain.by, at)

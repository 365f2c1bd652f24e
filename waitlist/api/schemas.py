"""Waitlists: what the API returns and accepts. Times are in UTC."""

from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

import msgspec
from msgspec.structs import FieldInfo

from journal.unix_time import from_milliseconds
from waitlist.rules import commands as c
from waitlist.rules.commands import SentCommand, Title, sent_fields
from waitlist.rules.state import (
    Kind,
    MustMoveChain,
    Standing,
    Waitlist,
    WaitlistEntry,
    Waitlists,
)

Who = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Wishes = Annotated[list[Who], msgspec.Meta(max_length=14)]
Tables = Annotated[list[Who], msgspec.Meta(max_length=40)]
Change = Literal["seat_change", "table_change"]


class WaitlistItem(msgspec.Struct, frozen=True):
    """A list. of: the table or game a change list belongs to; wants: names needed to open the game."""

    key: str
    title: str
    kind: Kind
    of: str
    wants: int
    waiting: int


class EntryItem(msgspec.Struct, frozen=True):
    """A name on a list. place: from 1; here: in the room, otherwise a call-in; until: when a call, held seat or
    call-in expires; table, seat: the seat it's called to.
    """

    number: int
    place: int
    player: str
    name: str
    since: datetime
    here: bool
    state: Standing
    until: datetime | None
    table: str | None
    seat: int | None
    passed: int
    wish: list[str]


class RoomWaitlists(msgspec.Struct, frozen=True):
    """A room's lists. seq: number of the last log entry."""

    seq: int
    lists: list[WaitlistItem]


class WaitlistDetail(msgspec.Struct, frozen=True):
    """A list with its names, in order."""

    seq: int
    names: list[EntryItem]
    list: WaitlistItem


class EntryResult(msgspec.Struct, frozen=True):
    """The name after a command, null if it's off the list; repeated: this command had already run."""

    seq: int
    repeated: bool
    list: str
    name: EntryItem | None


class UndoResult(msgspec.Struct, frozen=True):
    """After an undo; repeated: this command had already run."""

    seq: int
    repeated: bool


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """id: chosen by the sender; sent twice, it runs once."""

    id: UUID


def _command_body(
    name: str,
    description: str,
    command: type[SentCommand],
    *,
    path: str,
    rename: dict[str, str] | None = None,
) -> type[CommandBody]:
    """Return the type of a command's body: each field that its sender fills in.

    path: the field in the URL. rename: the JSON names of fields that have a different one.
    """
    body = msgspec.defstruct(
        name,
        [_struct_field(field) for field in sent_fields(command) if field.name != path],
        bases=(CommandBody,),
        namespace={"__doc__": description},
        rename=rename,
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )
    return cast(type[CommandBody], body)


def _struct_field(field: FieldInfo) -> tuple[str, object] | tuple[str, object, object]:
    if field.required:
        return field.name, field.type
    return field.name, field.type, field.default


def command_of(kind: type[SentCommand], body: CommandBody, **path: object) -> SentCommand:
    """Return the command of a body. path: the field that is in the URL."""
    names = (field.name for field in sent_fields(kind) if field.name not in path)
    return kind(**path, **{name: getattr(body, name) for name in names})


EmptyBody = _command_body("EmptyBody", "No other fields.", c.MarkArrived, path="number")
CallBody = _command_body(
    "CallBody", "The seat. Calling out of order needs a reason.", c.CallPlayer, path="number"
)
SeatBody = _command_body(
    "SeatBody",
    "Seated. stake: chips brought from another table, in the smallest unit; transfer, said: why the house moves\n"
    "the player (supervisor's decision).",
    c.ConfirmSeated,
    path="number",
)
ReasonBody = _command_body(
    "ReasonBody", "Shown to staff and the player.", c.RemovePlayer, path="number"
)
PositionBody = _command_body(
    "PositionBody", "New position, from 1.", c.ChangePosition, path="number"
)
CloseBody = _command_body(
    "CloseBody",
    "reason: required if there are names on the list; they're removed.",
    c.CloseWaitlist,
    path="key",
)
MustMoveBody = _command_body(
    "MustMoveBody",
    "Move the next player to the main game. Moving any other player requires a reason.\n\n"
    "stake: required if no tablet counts chips.",
    c.MustMove,
    path="key",
    rename={"to_table": "table", "to_seat": "seat"},
)
DeclineBody = _command_body(
    "DeclineBody",
    "A declined move and the house decision: stay, stay and go last, or leave.",
    c.Decline,
    path="key",
)


class AddEntryBody(CommandBody, frozen=True, kw_only=True):
    """Adds a name to the end. who: alias or card number; an unknown alias creates a player. here: false for a call-in.

    wish: on a change list, the seats or tables the player would take.
    """

    who: Who
    here: bool = True
    local: bool = False
    wish: Wishes = []


class OpenInterestBody(CommandBody, frozen=True, kw_only=True):
    """An interest list. game: plaque name; wants: names needed to open the game."""

    game: Title
    wants: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0


class SeatChangeBody(CommandBody, frozen=True, kw_only=True):
    """A seat or table change. who: alias or card number; wish: seats or tables the player would take."""

    who: Who
    kind: Change
    wish: Wishes = []


class SetChainBody(CommandBody, frozen=True, kw_only=True):
    """The main-game and must-move tables; none: no chain."""

    main: Tables
    feeders: Tables = []


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


def list_item(waitlist: Waitlist) -> WaitlistItem:
    """Return the waitlist without its entries."""
    return WaitlistItem(
        waitlist.key,
        waitlist.title,
        waitlist.kind,
        waitlist.of,
        waitlist.wants,
        len(waitlist.entries),
    )


def entry_item(position: int, entry: WaitlistEntry) -> EntryItem:
    """Return an entry without the fields for the player only: token and quoted wait."""
    return EntryItem(
        number=entry.number,
        place=position,
        player=entry.player,
        name=entry.name,
        since=_at(entry.since),
        here=entry.here,
        state=entry.state,
        until=_at(entry.until) if entry.until else None,
        table=entry.table or None,
        seat=entry.seat or None,
        passed=entry.passed,
        wish=list(entry.wish),
    )


def waitlist_detail(seq: int, waitlist: Waitlist) -> WaitlistDetail:
    names = [entry_item(position, entry) for position, entry in enumerate(waitlist.entries, 1)]
    return WaitlistDetail(seq, names, list_item(waitlist))


def entry_result(
    seq: int, repeated: bool, waitlists: Waitlists, key: str, number: int
) -> EntryResult:
    """Return the result with the entry's current state."""
    waitlist = waitlists.holding(number) if number else None
    entry = waitlist.find(number) if waitlist else None
    if waitlist is None or entry is None:
        return EntryResult(seq, repeated, key, None)
    return EntryResult(seq, repeated, waitlist.key, entry_item(waitlist.at(number), entry))


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


def _at(milliseconds: int) -> datetime:
    return from_milliseconds(milliseconds)

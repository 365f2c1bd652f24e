"""Waiting lists: what a program reads of them and sends to them. Times are in UTC."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec

from poker.state import Transfer
from poker.waiting.commands import Reason, SeatNumber, Stake
from poker.waiting.state import Kind, Line, Lists, Standing, Waiting

Who = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Wishes = Annotated[list[Who], msgspec.Meta(max_length=14)]
Place = Annotated[int, msgspec.Meta(ge=1, le=2000)]


class ListItem(msgspec.Struct, frozen=True):
    """One list. of: the table or the game within which changes are asked for; wants: names that open its game."""

    key: str
    title: str
    kind: Kind
    of: str
    wants: int
    waiting: int


class NameItem(msgspec.Struct, frozen=True):
    """One name on a list. place: from 1; here: in the room, else a call-in; until: when a call, a held seat or a
    call-in lapses; table, seat: what it is called to.
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


class RoomLists(msgspec.Struct, frozen=True):
    """The lists of a room. seq: the number of the last entry of their log."""

    seq: int
    lists: list[ListItem]


class OneList(msgspec.Struct, frozen=True):
    """A list with its names, in order."""

    seq: int
    names: list[NameItem]
    list: ListItem


class Kept(msgspec.Struct, frozen=True):
    """The name after a command, null when it is on no list any more; repeated: it had been carried out before."""

    seq: int
    repeated: bool
    list: str
    name: NameItem | None


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """id: made by the sender; sent twice, it is carried out once."""

    id: UUID


class PutDown(Sent, frozen=True, kw_only=True):
    """Last on the list. who: an alias or a card number; nobody's alias is a new player. here: false for a call-in.

    wish: on a list of changes, the chairs or tables that would do.
    """

    who: Who
    here: bool = True
    local: bool = False
    wish: Wishes = []


class Plain(Sent, frozen=True, kw_only=True):
    """Nothing more to say."""


class CallTo(Sent, frozen=True, kw_only=True):
    """To a chair; out of order only with a reason."""

    table: Who
    seat: SeatNumber
    reason: Reason = ""


class SeatAt(CallTo, frozen=True, kw_only=True):
    """In a chair. stake: chips that come along from another table, in the smallest unit; transfer, said: why the house
    brings them, which supervisors decide.
    """

    stake: Stake | None = None
    transfer: Transfer = ""
    said: Reason = ""


class Why(Sent, frozen=True, kw_only=True):
    """Staff and the player read it."""

    reason: Reason


class MoveTo(Why, frozen=True, kw_only=True):
    """Another place, from 1."""

    to: Place


def list_item(line: Line) -> ListItem:
    """Without its names."""
    return ListItem(line.key, line.title, line.kind, line.of, line.wants, len(line.places))


def name_item(place: int, one: Waiting) -> NameItem:
    """Without what is the player's own: no token, no told wait."""
    return NameItem(
        number=one.number,
        place=place,
        player=one.player,
        name=one.name,
        since=_at(one.since),
        here=one.here,
        state=one.state,
        until=_at(one.until) if one.until else None,
        table=one.table or None,
        seat=one.seat or None,
        passed=one.passed,
        wish=list(one.wish),
    )


def one_list(seq: int, line: Line) -> OneList:
    """With its names."""
    names = [name_item(place, one) for place, one in enumerate(line.places, 1)]
    return OneList(seq, names, list_item(line))


def kept(seq: int, repeated: bool, lists: Lists, key: str, number: int) -> Kept:
    """How a name stands."""
    line = lists.holding(number) if number else None
    one = line.find(number) if line else None
    if line is None or one is None:
        return Kept(seq, repeated, key, None)
    return Kept(seq, repeated, line.key, name_item(line.at(number), one))


def _at(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)

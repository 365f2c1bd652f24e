"""Which chairs are taken, open, or kept for somebody: the one answer for desk, board, map and doors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from poker.refusal import Refusal
from poker.waiting.state import Lists
from tables.lists.asking import lists_now
from tables.lists.games import key_of
from tables.occupied import Seats, seatings

How = Literal["called", "held", "locked"]


@dataclass(frozen=True, slots=True)
class Kept:
    """For whom a chair is kept: somebody whom a list calls to it, or holds it for; or it is locked up.

    name: of whoever is to come, else why it is locked up; until: Unix milliseconds, 0 without an end; line, number:
    the list's key and the name's number on it.
    """

    how: How
    name: str
    until: int
    line: str = ""
    number: int = 0


Keeping = Mapping[tuple[str, int], Kept]  # by the table's name and the chair's number


@dataclass(frozen=True, slots=True, kw_only=True)
class Chairs:
    """A table of the room as a list sees it. seats: alias by number, "" where nobody sits; kept: by number."""

    table_id: int
    name: str
    key: str
    title: str
    is_open: bool
    seats: dict[int, str]
    kept: dict[int, Kept] = field(default_factory=dict)

    @property
    def empty(self) -> list[int]:
        """The numbers of chairs in which nobody sits, kept ones among them."""
        return [number for number, name in self.seats.items() if not name]

    @property
    def open_seats(self) -> list[int]:
        """The numbers of chairs that anybody may be given: the table is open, nobody sits there, nobody is to come."""
        return [n for n in self.empty if n not in self.kept] if self.is_open else []


def keeping(lists: Lists) -> Keeping:
    """The chairs that the lists keep for a name."""
    return {
        (one.table, one.seat): Kept(one.state, one.name, one.until, line.key, one.number)
        for line in lists.lines
        for one in line.places
        if one.state != "waiting" and one.table
    }


def kept_at(table: str, seats: Seats, lists: Keeping) -> dict[int, Kept]:
    """The chairs of one table that are empty and kept, by number; who sits there needs nothing kept."""
    empty = {int(seat["seat"]): seat.get("lock") for seat in seats if not seat["player"]}
    found = {number: lists.get((table, number)) or _locked(lock) for number, lock in empty.items()}
    return {number: kept for number, kept in found.items() if kept}


def _locked(lock: Mapping[str, Any] | None) -> Kept | None:
    """A chair that the table itself keeps."""
    if not lock:
        return None
    return Kept("locked", lock.get("name") or lock.get("reason", ""), int(lock["until"]))


def chairs(room_id: int, lists: Lists | None = None) -> list[Chairs]:
    """All tables of a room that have a plaque, by name; `lists` where the caller has read them already."""
    held = keeping(lists if lists is not None else lists_now(room_id).lists)
    return [
        Chairs(
            table_id=one.table_id,
            name=one.name,
            key=key_of(one.title),
            title=one.title,
            is_open=one.is_open,
            seats={seat["seat"]: seat["name"] or "" for seat in one.seats},
            kept=kept_at(one.name, one.seats, held),
        )
        for one in seatings(room_id)
    ]


def refuse_kept(lists: Lists, table: str, seat: int, keys: Sequence[str]) -> None:
    """Refuses `chair_kept` for anybody but the one whom a list calls to the chair; keys: of one player."""
    for line in lists.lines:
        for one in line.places:
            if (one.table, one.seat) == (table, seat) and one.player not in keys:
                raise Refusal("chair_kept", "S-013", seat=seat, name=one.name)

"""Who is away for long, as dealers told the floor (S-037): a notice, no call; no game waits for it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from poker import events as e
from poker.events import Event
from rulings.calls.watching import tell_floor
from tables.models import Room, Table
from tables.watching import Stored, watch

KINDS: tuple[type[Event], ...] = (e.SeatAway, e.SeatBack, e.SeatLeft, e.Undone)
UNDONE = ("sit_out", "sit_in", "leave_seat")


@dataclass(frozen=True, slots=True)
class Absent:
    """Somebody whose chair is kept."""

    table: str
    seat: int
    name: str
    since: datetime


def absent(room: Room) -> list[Absent]:
    """Who is away for long, whoever left first on top."""
    found = [
        Absent(
            table.name,
            seat["seat"],
            seat["name"],
            datetime.fromtimestamp(seat["away_at"] / 1000, UTC),
        )
        for table in room.tables.select_related("stream").defer("stream__state")
        for seat in table.view.get("seats", ())
        if seat.get("long")
    ]
    return sorted(found, key=lambda one: one.since)


def begin() -> None:
    """Watch all tables from now on."""
    watch(KINDS, tell)


def tell(stored: Stored) -> None:
    """Let the floor's pages look again, where it may be about an absence that they show."""
    if any(_matters(event) for event in stored.events):
        room = Table.objects.values_list("room_id", flat=True).get(pk=stored.table_id)
        tell_floor(room_id=room, table_id=stored.table_id)


def _matters(event: Event) -> bool:
    match event:
        case e.SeatAway(long=long):
            return long
        case e.Undone(done=done):
            return done.name in UNDONE
    return isinstance(event, e.SeatBack | e.SeatLeft)

"""Who got another seat within the last minutes, from the event's log."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from journal.models import Entry as LogEntry
from tournaments.rules import codec
from tournaments.rules import events as e
from tournaments.rules.state import SeatPosition, Tournament

SHOWN = timedelta(minutes=5)
MOST_READ = 1000  # entries of the log
SOLD = ("entry.bought", "stack.brought")  # the desk shows these players their seat
NAMES = ("move.ordered", "break.drawn", "seats.redrawn", "seat.drawn", "bust.undone", *SOLD)


class RecentMove(NamedTuple):
    """An entry with its new seat."""

    entry: int
    place: SeatPosition
    at: datetime


def recent_moves(event_id: int, seq: int, event: Tournament, now: datetime) -> list[RecentMove]:
    """Return the moves of the last minutes that still hold, newest first, each player once.

    seq: the last entry of the log. A move that was canceled, undone or followed by another one is left out.
    """
    rows = LogEntry.objects.filter(
        stream=event_id, seq__gt=seq - MOST_READ, at__gte=now - SHOWN, name__in=NAMES
    )
    entries = list(rows.order_by("-seq"))
    sold = {row.command_id for row in entries if row.name in SOLD}
    moves: dict[int, RecentMove] = {}
    for row in entries:
        if row.name == "seat.drawn" and row.command_id in sold:
            continue
        happened = codec.TOURNAMENT.decode_event(row.name, row.version, row.data)
        for number, place in _placed(happened):
            moves.setdefault(number, RecentMove(number, place, row.at))
    return [move for move in moves.values() if _holds(event, move)]


def _placed(happened: e.TournamentEvent) -> Iterator[tuple[int, SeatPosition]]:
    """Yield the entries that an event gives another seat, with the seat."""
    match happened:
        case e.MoveOrdered():
            yield happened.move.entry, SeatPosition(happened.move.to_table, happened.move.to_seat)
        case e.TableBroken():
            for number, drawn in happened.drawn:
                yield number, happened.pool[drawn - 1]
        case e.SeatsRedrawn():
            yield from happened.drawn
        case e.SeatDrawn():
            yield happened.number, happened.pool[0]
        case e.BustUndone() if happened.pool:
            yield happened.number, SeatPosition(happened.table, happened.seat)


def _holds(event: Tournament, move: RecentMove) -> bool:
    entry = event.find(move.entry)
    if entry is None or entry.status != "seated":
        return False
    ordered = event.move_of(move.entry)
    target = SeatPosition(ordered.to_table, ordered.to_seat) if ordered else entry.place
    return move.place == target

"""The history of a table from its log: opening, plaque, seats and draws, with time and person."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from absences.models import PickedUpStack
from poker import events as e
from poker.events import Event
from poker.formatting import card, money
from poker.handlers import Describe
from staff.keys import actor_names
from tables.models import SeatSession, Table
from tables.table_log import table_history

MAX_ROWS = 16


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A log entry: number, time, who, what, and whether it was undone."""

    seq: int
    at: datetime
    actor: str
    text: str
    is_undone: bool = False


def history(table: Table) -> list[HistoryRow]:
    """Return the last log entries about the table, newest first."""
    rows = _without_drawn(table_history(table.pk, limit=MAX_ROWS))
    people = actor_names(actor for _, _, actor, _ in rows)
    sat = _sessions(table, [seq for seq, *_ in rows])
    picked_up = _picked_up(table, [seq for seq, *_ in rows])
    lines = []
    for seq, at, actor, event in rows:
        head = (seq, at, people.get(actor, "Floorbook"))
        if isinstance(event, e.SeatTaken | e.SeatLeft):
            lines.append(_seat_row(table, head, event, sat.get(seq), picked_up.get(seq, "")))
        else:
            lines.append(HistoryRow(*head, EVENT_TEXTS[type(event)](event)))
    return lines


LoggedRow = tuple[int, datetime, str, Event]


def _without_drawn(rows: list[LoggedRow]) -> list[LoggedRow]:
    """Return the rows without the seats of a draw, which has its own row."""
    draws = {(at, actor) for _, at, actor, event in rows if isinstance(event, e.SeatsDrawn)}
    return [
        row for row in rows if not (isinstance(row[3], e.SeatTaken) and (row[1], row[2]) in draws)
    ]


def _sessions(table: Table, seqs: list[int]) -> dict[int, str]:
    """Return the player of each entry that began or ended a seat session. A session removed by an undo has no
    player.
    """
    began = Q(taken__in=seqs)
    ended = Q(left__in=seqs)
    rows = SeatSession.objects.filter(began | ended, table=table.pk)
    names: dict[int, str] = {}
    for taken, left, alias in rows.values_list("taken", "left", "visit__player__alias"):
        names[taken] = alias
        if left is not None:
            names[left] = alias
    return names


def _picked_up(table: Table, seqs: list[int]) -> dict[int, str]:
    """Return the chips picked up as a player left, by the entry of the leaving, which follows the pick-up."""
    rows = PickedUpStack.objects.filter(table=table.pk, seq__in=[seq - 1 for seq in seqs])
    return {
        seq + 1: f", {money(amount)} picked up" for seq, amount in rows.values_list("seq", "amount")
    }


def _seat_row(
    table: Table,
    row: tuple[int, datetime, str],
    event: e.SeatTaken | e.SeatLeft,
    name: str | None,
    chips: str,
) -> HistoryRow:
    """Return the row of a player who sat down or left. name: None if it was undone."""
    logged = (
        event.name if isinstance(event, e.SeatTaken) else _sat_before(table, row[0], event.seat)
    )
    what = "seated in" if isinstance(event, e.SeatTaken) else "left"
    undone = "" if name else ", undone"
    text = f"{name or logged} {what} seat {event.seat}{chips}{undone}"
    return HistoryRow(*row, text, is_undone=name is None)


def _sat_before(table: Table, seq: int, seat: int) -> str:
    rows = SeatSession.objects.filter(table=table.pk, seat=seat, taken__lt=seq).order_by("-taken")
    alias = rows.values_list("visit__player__alias", flat=True).first()
    return alias or "A player"


def _opened(event: e.TableOpened) -> str:
    return "Opened"


def _closed(event: e.TableClosed) -> str:
    return f"Closed: {event.reason}" if event.reason else "Closed"


def _draw_text(event: e.ButtonDrawn) -> str:
    by = "Floorbook drew for the button" if event.system else "Cards drawn for the button"
    rounds = (event.cards, *event.again)
    shown = "; again ".join(
        ", ".join(f"S{seat} {card(face)}" for seat, face in round) for round in rounds
    )
    return f"{by}: {shown}. Seat {event.seat} has the button"


def _finished(event: e.HandFinished) -> str:
    how = "voided" if event.voided else "ended by the dealer's count"
    return f"Hand {event.hand} {how}, without the tablet: {event.reason}"


def _seats(event: e.SeatsDrawn) -> str:
    got = [f"{name} S{seat}" for (_, name), seat in zip(event.players, event.order, strict=False)]
    rest = ", ".join(f"S{seat}" for seat in event.order[len(got) :])
    return f"Seats drawn: {', '.join(got)}{f'; still open {rest}' if rest else ''}"


def _locked(event: e.SeatLocked) -> str:
    what = ": ".join(part for part in (event.lock.name, event.lock.reason) if part)
    return f"Seat {event.seat} locked up: {what}"


def _unlocked(event: e.SeatUnlocked) -> str:
    return f"Seat {event.seat} unlocked{', time ran out' if event.lapsed else ''}"


EVENT_TEXTS: dict[type[Event], Describe[str]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.TableRenamed: lambda event: f"Renamed {event.name}",
    e.PlayerRenamed: lambda event: f"Alias changed: {event.name}",
    e.SeatCountChanged: lambda event: f"{event.seats} seats",
    e.PlaqueChanged: lambda event: "Plaque changed",
    e.PlaqueQueued: lambda event: "Plaque change set for the next hand",
    e.ButtonDrawn: _draw_text,
    e.ButtonSet: lambda event: f"Button moved to seat {event.seat}",
    e.HandFinished: _finished,
    e.DealerPushed: lambda event: f"{event.dealer.name} pushed in",
    e.SeatsDrawn: _seats,
    e.SeatTaken: lambda event: f"{event.name} seated in seat {event.seat}",
    e.SeatLeft: lambda event: f"Seat {event.seat} left",
    e.SeatLocked: _locked,
    e.SeatUnlocked: _unlocked,
}

"""The history of a table from its log: opening, plaque, seats and draws, with who and when."""

from dataclasses import dataclass
from datetime import datetime

from poker import events as e
from poker.events import Event
from poker.formatting import card
from poker.handlers import Describe
from staff.keys import actor_names
from tables.models import Table
from tables.table_log import table_history

MAX_ROWS = 12


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A log entry: number, time, who, what."""

    seq: int
    at: datetime
    actor: str
    text: str


def history(table: Table) -> list[HistoryRow]:
    """Return the last log entries about the table, newest first."""
    rows = table_history(table.pk, limit=MAX_ROWS)
    people = actor_names(actor for _, _, actor, _ in rows)
    return [
        HistoryRow(seq, at, people.get(actor, "Floorbook"), EVENT_TEXTS[type(event)](event))
        for seq, at, actor, event in rows
    ]


def _opened(event: e.TableOpened) -> str:
    return "Opened"


def _closed(event: e.TableClosed) -> str:
    return f"Closed: {event.reason}" if event.reason else "Closed"


def _drawn(event: e.ButtonDrawn) -> str:
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
    left = ", ".join(f"S{seat}" for seat in event.order[len(got) :])
    return f"Seats drawn: {', '.join(got)}{f'; still open {left}' if left else ''}"


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
    e.ButtonDrawn: _drawn,
    e.ButtonSet: lambda event: f"Button moved to seat {event.seat}",
    e.HandFinished: _finished,
    e.DealerPushed: lambda event: f"{event.dealer.name} pushed in",
    e.SeatsDrawn: _seats,
    e.SeatLocked: _locked,
    e.SeatUnlocked: _unlocked,
}

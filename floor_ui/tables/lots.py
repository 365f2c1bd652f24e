"""What a table's log says of its opening, plaque, chairs and draws, in words with who and when."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from poker import events as e
from poker.events import Event
from rulings.wording.sayings import card
from tables.log import last_of
from tables.models import Staff, Table

MOST = 12


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: its number, when, who, what."""

    seq: int
    at: datetime
    who: str
    text: str


def lines(table: Table) -> list[Line]:
    """The last entries of a table's log that are about the table, the newest first."""
    rows = last_of(table.pk, WORDS, MOST)
    people = _people(actor for _, _, actor, _ in rows)
    return [
        Line(seq, at, people.get(actor, "the room"), WORDS[type(event)](event))
        for seq, at, actor, event in rows
    ]


def _people(keys: Iterable[str]) -> dict[str, str]:
    """Who did it, by how the log names them; other programs by their own name."""
    all_ = set(keys)
    numbers = [int(key[6:]) for key in all_ if key[:6] == "staff." and key[6:].isdecimal()]
    programs = {key: key[4:] for key in all_ if key[:4] == "api."}
    return programs | {one.key: one.alias for one in Staff.objects.filter(pk__in=numbers)}


def _opened(event: e.TableOpened) -> str:
    return "Opened"


def _closed(event: e.TableClosed) -> str:
    return f"Closed: {event.reason}" if event.reason else "Closed"


def _drawn(event: e.ButtonDrawn) -> str:
    by = "The room drew for the button" if event.system else "Cards drawn for the button"
    rounds = (event.cards, *event.again)
    shown = "; again ".join(
        ", ".join(f"S{seat} {card(face)}" for seat, face in one) for one in rounds
    )
    return f"{by}: {shown}. Seat {event.seat} has it"


def _seats(event: e.SeatsDrawn) -> str:
    got = [f"{name} S{seat}" for (_, name), seat in zip(event.players, event.order, strict=False)]
    left = ", ".join(f"S{seat}" for seat in event.order[len(got) :])
    return f"Chairs drawn: {', '.join(got)}{f'; left over {left}' if left else ''}"


def _locked(event: e.SeatLocked) -> str:
    what = ": ".join(part for part in (event.lock.name, event.lock.reason) if part)
    return f"Seat {event.seat} locked up: {what}"


def _unlocked(event: e.SeatUnlocked) -> str:
    return f"Seat {event.seat} open again{', its time was over' if event.lapsed else ''}"


WORDS: dict[type[Event], Callable[[Any], str]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.PlaqueChanged: lambda event: "Another plaque counts",
    e.PlaqueAwaited: lambda event: "Another plaque put up, with the next hand",
    e.ButtonDrawn: _drawn,
    e.ButtonSet: lambda event: f"Button placed at seat {event.seat}",
    e.SeatsDrawn: _seats,
    e.SeatLocked: _locked,
    e.SeatUnlocked: _unlocked,
}

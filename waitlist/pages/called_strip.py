"""The strip of called players on the board: least time first, never cut."""

from collections.abc import Iterable
from dataclasses import dataclass

from waitlist import messages
from waitlist.pages.columns import ROWS, ROWS_UNDER_TWO
from waitlist.pages.text_width import first_fit
from waitlist.rules.state import WaitlistEntry

# Calls that are shown at a time in one row, and in two.
ONE_ROW = 3
TWO_ROWS = 6
NAME_WIDTH = 484  # px
SEAT_WIDTH = 370  # px
# Font size in px and lines; an alias of 40 letters of any script fits, and so do 300 letters.
CALLED_STEPS = ((62, 1), (54, 1), (46, 1), (46, 2), (38, 2), (30, 3), (22, 4), (15, 6))
SEAT_STEPS = ((46, 1), (38, 1), (30, 1), (24, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCall:
    """A called player or a held seat: its place, and its end in Unix milliseconds, 0 for no end.

    turn: the turn of the strip that shows it; None if all turns do.
    """

    name: str
    seat: str
    until: int
    turn: int | None

    @property
    def fit(self) -> int:
        """Return the size of the name, as an index of the steps."""
        return first_fit(self.name, NAME_WIDTH, CALLED_STEPS)

    @property
    def seat_fit(self) -> int:
        """Return the size of table and seat, as an index of the steps."""
        return first_fit(self.seat, SEAT_WIDTH, SEAT_STEPS)


def called_players(entries: Iterable[WaitlistEntry]) -> list[BoardCall]:
    """Return the called players, least time first.

    With seven or more, the first player is always shown and the others take turns.
    """
    called = sorted(
        (entry for entry in entries if entry.state != "waiting" and entry.table),
        key=lambda entry: (not entry.until, entry.until, entry.number),
    )
    return [
        BoardCall(
            name=entry.name,
            seat=f"{messages.table(entry.table)}, seat {entry.seat}",
            until=entry.until,
            turn=turn_of(at, len(called)),
        )
        for at, entry in enumerate(called)
    ]


def turn_of(index: int, count: int) -> int | None:
    """Return the turn that shows a call; None if it is always shown. index: of the call, from 0; count: number of all
    calls.
    """
    if count <= TWO_ROWS or index == 0:
        return None
    return (index - 1) // (TWO_ROWS - 1)


def rows_below(calls: int) -> int:
    """Return the rows of a column below the strip."""
    return ROWS if calls <= ONE_ROW else ROWS_UNDER_TWO

"""The rows and cells of the manager's week."""

from dataclasses import dataclass

from roster.pages import local_times as times
from roster.rules.week_state import Shift


@dataclass(frozen=True, slots=True)
class ShiftKey:
    """A shift in the grid. change: "new" or "changed" against the published plan, "" if equal."""

    shift: Shift
    text: str
    title: str
    broken: str
    change: str


@dataclass(frozen=True, slots=True)
class GridCell:
    """A dealer's day. off: approved time off."""

    day: str
    is_off: bool
    keys: tuple[ShiftKey, ...]


@dataclass(frozen=True, slots=True)
class GridRow:
    """A dealer's week. state: "under" or "over" the hours of the contract, else ""."""

    key: str
    name: str
    contract: str
    minutes: int
    least: int
    most: int
    cells: tuple[GridCell, ...]

    @property
    def state(self) -> str:
        if self.minutes > self.most:
            return "over"
        return "under" if self.minutes < self.least else ""

    @property
    def hours(self) -> str:
        return times.hours_text(self.minutes)


@dataclass(frozen=True, slots=True)
class DayColumn:
    """A day. short: half hours in which dealers are missing."""

    day: str
    title: str
    holiday: str
    shifts: int
    short: int
    is_today: bool

    @property
    def hours_short(self) -> str:
        return times.hours_text(30 * self.short)


@dataclass(frozen=True, slots=True)
class UnmetRow:
    """Something that the plan does not meet. day: where the grid shows it, "" for none."""

    text: str
    reason: str
    day: str
    dealer: str


@dataclass(frozen=True, slots=True)
class Affected:
    """A dealer whose published week changes, with each change as text."""

    key: str
    name: str
    changes: tuple[str, ...]

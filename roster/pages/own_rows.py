"""The rows of a dealer's own week, and the rule that an offer would break."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from roster.pages.plan_texts import broken_text
from roster.rules.plan_check import newly_broken
from roster.rules.week_state import Attendance, PlanFacts, Request, Shift, Week


@dataclass(frozen=True, slots=True)
class OwnShift:
    """One of the dealer's shifts. request: an undecided one about it."""

    monday: str
    shift: Shift
    day_text: str
    title: str
    in_text: str
    record: Attendance
    is_now: bool
    is_changeable: bool
    state: str
    state_kind: str
    request: Request | None = None


@dataclass(frozen=True, slots=True)
class OwnWeek:
    title: str
    rows: tuple[OwnShift, ...]
    is_published: bool

    @property
    def minutes(self) -> int:
        return sum(row.shift.minutes for row in self.rows)


@dataclass(frozen=True, slots=True)
class Offer:
    """A shift that the dealer may take. request: 0 for an open shift, whose id is `open_shift`; broken: why not."""

    monday: str
    shift: Shift
    day_text: str
    text: str
    broken: str
    request: int = 0
    open_shift: int = 0
    is_swap: bool = False


@dataclass(frozen=True, slots=True)
class OwnRequest:
    monday: str
    number: int
    day_text: str
    text: str
    state: str
    state_kind: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class OwnTimeOff:
    number: int
    first: str
    last: str
    status: str
    reason: str
    can_cancel: bool


def new_broken_text(week: Week, facts: PlanFacts, dealers: Mapping[int, str], dealer: str) -> str:
    """Return a hard rule that a dealer breaks after a change and not before it, as text; "" for none.

    dealers: the new one of each changed shift.
    """
    if facts.person(dealer) is None:
        return "you aren\u2019t in the crew"
    shifts = [
        replace(shift, dealer=dealers[shift.id]) if shift.id in dealers else shift
        for shift in week.published
    ]
    broken = newly_broken(week.published, shifts, facts, [dealer])
    return _own_text(broken_text(broken[0], facts)) if broken else ""


def _own_text(text: str) -> str:
    """Return a broken rule, which is written for a name before it, for the dealer: "you work 12 h ..."."""
    verb, _, rest = text.partition(" ")
    own = {
        "works": "you\u2019d work",
        "rests": "you\u2019d rest",
        "has": "you have",
        "isn't": "you aren\u2019t",
    }
    return f"{own.get(verb, verb)} {rest}"

"""A week of a room: the dealers that it needs, its shifts, and what became of them.

A week begins at local midnight of a Monday. Its half hours are counted in real time from there, so that a week in which
the clocks change has 334 or 338 of them. Times are Unix milliseconds.
"""

from typing import Literal

import msgspec

from roster.rules.local_time import ClockChange, LocalDay
from roster.rules.people import MINUTE, Person, RosterRules, ShiftTemplate, Skill

HALF_HOUR = 30 * MINUTE
RequestKind = Literal["give_up", "swap", "pick_up"]
RequestStatus = Literal["open", "taken", "approved", "refused", "withdrawn"]
UnmetKind = Literal["need", "least_hours", "wish", "bid"]


class NeedLine(msgspec.Struct, frozen=True):
    """Dealers needed of one skill in each half hour of the week. A dealer serves one line at a time."""

    skill: Skill
    dealers: tuple[int, ...]


class Shift(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shift. id: unique in its week; day: local day on which it begins; dealer: "" is an open shift.

    is_fixed: placed or changed by a manager, so that the next run keeps it.
    """

    id: int
    day: str
    start: int
    end: int
    template: str = ""
    dealer: str = ""
    is_fixed: bool = False

    @property
    def minutes(self) -> int:
        return (self.end - self.start) // MINUTE


class Unmet(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a plan does not meet, with its reason. start, end: of the time it concerns; missing: dealers or minutes."""

    kind: UnmetKind
    reason: str
    dealer: str = ""
    skill: str = ""
    start: int = 0
    end: int = 0
    missing: int = 0


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last run of a planner. cost, bound: of its best plan, in the planner's own unit; bound is 0 for greedy."""

    number: int
    planner: Literal["cp_sat", "greedy"]
    status: Literal["running", "done", "canceled", "failed"] = "running"
    started: int = 0
    cost: int = 0
    bound: int = 0
    unmet: tuple[Unmet, ...] = ()


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dealer's wish to change the published plan.

    give_up: `shift` is offered to everyone, `to` takes it. swap: `shift` of `dealer` for `other` of `to`. pick_up: `to`
    takes the open `shift`.
    """

    number: int
    kind: RequestKind
    shift: int
    dealer: str = ""
    to: str = ""
    other: int = 0
    status: RequestStatus = "open"
    at: int = 0
    decided_by: str = ""
    reason: str = ""


class Attendance(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a shift. 0 is not yet. called_off, no_show: its dealer did not work it."""

    shift: int
    dealer: str
    clocked_in: int = 0
    clocked_out: int = 0
    called_off: int = 0
    no_show: int = 0
    let_go: int = 0  # early out
    reason: str = ""


class EarlyOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dealer's place on the early-out list, in the order of asking."""

    number: int
    dealer: str
    shift: int
    at: int
    status: Literal["asked", "let_go", "withdrawn"] = "asked"


class Week(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a week. draft: what the manager works on; published: what everyone sees."""

    monday: str = ""
    start: int = 0
    end: int = 0
    need: tuple[NeedLine, ...] = ()
    edited: tuple[int, ...] = ()  # half hours whose need a manager changed
    draft: tuple[Shift, ...] = ()
    published: tuple[Shift, ...] = ()
    version: int = 0  # of the published plan
    shifts: int = 0  # ids so far
    runs: int = 0  # so far
    run: Run | None = None
    asked: int = 0  # requests so far
    requests: tuple[Request, ...] = ()
    attendance: tuple[
        Attendance, ...
    ] = ()  # of each shift's present dealer, in the order in which they came
    outs: int = 0  # so far
    early_outs: tuple[EarlyOut, ...] = ()

    @property
    def half_hours(self) -> int:
        return (self.end - self.start) // HALF_HOUR

    def shift(self, number: int) -> Shift | None:
        """Return a published shift."""
        return next((shift for shift in self.published if shift.id == number), None)

    @property
    def is_changed(self) -> bool:
        """Return whether the draft differs from the published plan."""
        return self.draft != self.published

    def draft_shift(self, number: int) -> Shift | None:
        return next((shift for shift in self.draft if shift.id == number), None)

    def attendance_of(self, shift: int) -> Attendance | None:
        """Return what became of a shift so far; None if nothing happened."""
        return next((row for row in self.attendance if row.shift == shift), None)

    def request(self, number: int) -> Request | None:
        return next((request for request in self.requests if request.number == number), None)

    def early_out(self, number: int) -> EarlyOut | None:
        return next((row for row in self.early_outs if row.number == number), None)


class PlanFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the room knows and a week does not: filled in by the room.

    people: the crew; around: published shifts of the weeks before and after, up to fourteen days; elsewhere: published
    shifts of the crew in other rooms in that time; days, changes: local days from fourteen days before the week to
    fourteen after it, and the clock changes in them.
    """

    rules: RosterRules = RosterRules()
    people: tuple[Person, ...] = ()
    around: tuple[Shift, ...] = ()
    elsewhere: tuple[Shift, ...] = ()
    templates: tuple[ShiftTemplate, ...] = ()
    days: tuple[LocalDay, ...] = ()
    changes: tuple[ClockChange, ...] = ()

    def person(self, key: str) -> Person | None:
        return next((person for person in self.people if person.key == key), None)

"""Events of a week, in the past tense. Their tags are the stored names and never change."""

from typing import Literal

import msgspec

from poker.logs.versions import Upcasters
from roster.rules.week_state import EarlyOut, NeedLine, Request, Shift, Unmet

UPCASTERS: Upcasters = {}


class WeekEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a week."""


class WeekOpened(WeekEvent, frozen=True, tag="week.opened"):
    monday: str
    start: int
    end: int


class NeedSet(WeekEvent, frozen=True, tag="week.need_set"):
    lines: tuple[NeedLine, ...]


class NeedEdited(WeekEvent, frozen=True, tag="week.need_edited"):
    skill: Literal["flop", "stud", "draw"]
    first: int
    last: int
    dealers: int


class RunStarted(WeekEvent, frozen=True, tag="plan.run_started"):
    number: int
    planner: Literal["cp_sat", "greedy"]
    at: int


class RunStored(WeekEvent, frozen=True, tag="plan.run_stored"):
    """The shifts that replace those of the draft that are not fixed; without any, the draft stays."""

    number: int
    status: Literal["done", "canceled", "failed"]
    shifts: tuple[Shift, ...]
    unmet: tuple[Unmet, ...]
    cost: int
    bound: int


class ShiftPlaced(WeekEvent, frozen=True, tag="shift.placed"):
    shift: Shift


class ShiftChanged(WeekEvent, frozen=True, tag="shift.changed"):
    shift: Shift


class ShiftRemoved(WeekEvent, frozen=True, tag="shift.removed"):
    shift: int


class ShiftReleased(WeekEvent, frozen=True, tag="shift.released"):
    shift: int


class PlanPublished(WeekEvent, frozen=True, tag="plan.published"):
    version: int
    shifts: tuple[Shift, ...]
    reason: str
    at: int


class RequestMade(WeekEvent, frozen=True, tag="request.made"):
    request: Request


class RequestTaken(WeekEvent, frozen=True, tag="request.taken"):
    number: int
    to: str


class RequestDecided(WeekEvent, frozen=True, tag="request.decided"):
    number: int
    is_approved: bool
    by: str
    reason: str


class RequestWithdrawn(WeekEvent, frozen=True, tag="request.withdrawn"):
    number: int
    reason: str = ""


class DealerAssigned(WeekEvent, frozen=True, tag="shift.assigned"):
    """The published shift has another dealer; "" is an open shift. The draft follows."""

    shift: int
    dealer: str
    before: str
    why: Literal["give_up", "swap", "pick_up", "called_off", "no_show", "removed"]


class CalledOff(WeekEvent, frozen=True, tag="shift.called_off"):
    shift: int
    dealer: str
    reason: str
    at: int


class NoShowMarked(WeekEvent, frozen=True, tag="shift.no_show"):
    shift: int
    dealer: str
    at: int


class ClockedIn(WeekEvent, frozen=True, tag="shift.clocked_in"):
    shift: int
    dealer: str
    at: int


class ClockedOut(WeekEvent, frozen=True, tag="shift.clocked_out"):
    shift: int
    dealer: str
    at: int


class EarlyOutAsked(WeekEvent, frozen=True, tag="early_out.asked"):
    row: EarlyOut


class EarlyOutWithdrawn(WeekEvent, frozen=True, tag="early_out.withdrawn"):
    number: int


class DealerLetGo(WeekEvent, frozen=True, tag="early_out.let_go"):
    number: int
    shift: int
    at: int
    reason: str


EVENTS = (
    WeekOpened,
    NeedSet,
    NeedEdited,
    RunStarted,
    RunStored,
    ShiftPlaced,
    ShiftChanged,
    ShiftRemoved,
    ShiftReleased,
    PlanPublished,
    RequestMade,
    RequestTaken,
    RequestDecided,
    RequestWithdrawn,
    DealerAssigned,
    CalledOff,
    NoShowMarked,
    ClockedIn,
    ClockedOut,
    EarlyOutAsked,
    EarlyOutWithdrawn,
    DealerLetGo,
)

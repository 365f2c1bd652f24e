"""Commands to the log of a week. Their tags are the wire names. `facts` and `by` are filled in by the room."""

from typing import Annotated, Literal

import msgspec

from roster.rules.week_state import NeedLine, PlanFacts, Shift, Unmet

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Number = Annotated[int, msgspec.Meta(ge=1)]
HalfHour = Annotated[int, msgspec.Meta(ge=0, le=337)]
Dealers = Annotated[int, msgspec.Meta(ge=0, le=600)]
Moment = Annotated[int, msgspec.Meta(ge=0)]
Note = Annotated[str, msgspec.Meta(max_length=200)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class WeekCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to a week."""


class OpenWeek(WeekCommand, frozen=True, tag="open_week"):
    """Open a week. start, end: local midnights of its Monday and of the next one."""

    monday: Day
    start: Moment
    end: Moment


class SetNeed(WeekCommand, frozen=True, tag="set_need"):
    """Take the need from the forecast and the calendar. Half hours that a manager changed stay."""

    lines: tuple[NeedLine, ...] = ()  # filled in by the room


class EditNeed(WeekCommand, frozen=True, tag="edit_need"):
    """Set the dealers needed of a skill from one half hour to another, both included."""

    skill: Literal["flop", "stud", "draw"]
    first: HalfHour
    last: HalfHour
    dealers: Dealers


class StartRun(WeekCommand, frozen=True, tag="start_run"):
    planner: Literal["cp_sat", "greedy"]


class StoreRun(WeekCommand, frozen=True, tag="store_run"):
    """Store the best plan of a run. It replaces the shifts of the draft that are not fixed."""

    number: Number
    status: Literal["done", "canceled", "failed"]
    shifts: tuple[Shift, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    cost: int = 0
    bound: int = 0
    facts: PlanFacts = PlanFacts()


class PlaceShift(WeekCommand, frozen=True, tag="place_shift"):
    """Add a shift to the draft, fixed. dealer: "" for an open one."""

    day: Day
    start: Moment
    end: Moment
    template: str = ""
    dealer: str = ""
    facts: PlanFacts = PlanFacts()


class ChangeShift(WeekCommand, frozen=True, tag="change_shift"):
    """Give a shift of the draft to a dealer, or another time; it is fixed then."""

    shift: Number
    start: Moment
    end: Moment
    dealer: str = ""
    facts: PlanFacts = PlanFacts()


class RemoveShift(WeekCommand, frozen=True, tag="remove_shift"):
    shift: Number


class ReleaseShift(WeekCommand, frozen=True, tag="release_shift"):
    """Let the next run change a fixed shift."""

    shift: Number


class Publish(WeekCommand, frozen=True, tag="publish"):
    """Publish the draft as the next version. accepted: publish although a hard rule is broken, with a reason."""

    reason: Note = ""
    facts: PlanFacts = PlanFacts()


class GiveUp(WeekCommand, frozen=True, tag="give_up"):
    """Offer the own shift to everyone."""

    dealer: Key
    shift: Number


class ProposeSwap(WeekCommand, frozen=True, tag="propose_swap"):
    """Offer the own shift for another dealer's."""

    dealer: Key
    shift: Number
    other: Number
    facts: PlanFacts = PlanFacts()


class TakeShift(WeekCommand, frozen=True, tag="take_shift"):
    """Take an offered shift, accept a swap, or pick up an open shift (`request` 0).

    is_given: a supervisor gives the shift to the dealer, so that no one has to approve it.
    """

    dealer: Key
    request: Annotated[int, msgspec.Meta(ge=0)] = 0
    shift: Annotated[int, msgspec.Meta(ge=0)] = 0
    is_given: bool = False
    by: str = ""
    facts: PlanFacts = PlanFacts()


class DecideRequest(WeekCommand, frozen=True, tag="decide_request"):
    number: Number
    is_approved: bool
    reason: Note = ""
    by: str = ""
    facts: PlanFacts = PlanFacts()


class WithdrawRequest(WeekCommand, frozen=True, tag="withdraw_request"):
    dealer: Key
    number: Number


class CallOff(WeekCommand, frozen=True, tag="call_off"):
    """The dealer can't come: the shift becomes open."""

    dealer: Key
    shift: Number
    reason: Reason
    is_dealing: bool = False  # whether the dealer sits in a box now; filled in by the room


class ClockIn(WeekCommand, frozen=True, tag="clock_in"):
    """The lineup's log has the dealer on duty."""

    dealer: Key


class ClockOut(WeekCommand, frozen=True, tag="clock_out"):
    dealer: Key


class MarkNoShow(WeekCommand, frozen=True, tag="mark_no_show"):
    """The dealer did not come: the shift becomes open. grace: minutes, filled in by the room."""

    shift: Number
    grace: int = 0


class AskEarlyOut(WeekCommand, frozen=True, tag="ask_early_out"):
    dealer: Key


class WithdrawEarlyOut(WeekCommand, frozen=True, tag="withdraw_early_out"):
    dealer: Key


class LetGo(WeekCommand, frozen=True, tag="let_go"):
    """Let a dealer of the early-out list go. Out of order it needs a reason."""

    number: Number
    reason: Note = ""


class RemoveDealer(WeekCommand, frozen=True, tag="remove_dealer"):
    """The dealer left the crew: shifts that have not begun become open, requests end."""

    dealer: Key
    reason: Note = ""


COMMANDS = (
    OpenWeek,
    SetNeed,
    EditNeed,
    StartRun,
    StoreRun,
    PlaceShift,
    ChangeShift,
    RemoveShift,
    ReleaseShift,
    Publish,
    GiveUp,
    ProposeSwap,
    TakeShift,
    DecideRequest,
    WithdrawRequest,
    CallOff,
    ClockIn,
    ClockOut,
    MarkNoShow,
    AskEarlyOut,
    WithdrawEarlyOut,
    LetGo,
    RemoveDealer,
)

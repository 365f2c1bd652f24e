"""A week while a command is being decided, with the checks that several commands share."""

from collections.abc import Iterable

from msgspec.structs import replace

from poker.logs.outcome import Draft
from poker.refusal import Refusal
from roster.rules import week_events as e
from roster.rules.plan_check import Broken, HardRule, newly_broken
from roster.rules.week_state import PlanFacts, Request, Shift, Week

MOST_SHIFTS = 4000
# The refusal of each hard rule.
BREAKS: dict[HardRule, str] = {
    "not_in_crew": "breaks_not_in_crew",
    "overlap": "breaks_overlap",
    "day_minutes": "breaks_day_minutes",
    "week_minutes": "breaks_week_minutes",
    "most": "breaks_most",
    "rest_minutes": "breaks_rest_minutes",
    "days_in_row": "breaks_days_in_row",
    "availability": "breaks_availability",
    "time_off": "breaks_time_off",
}


class WeekDraft(Draft[Week, e.WeekEvent]):
    """The week while a command is being decided."""

    def refuse_running(self) -> None:
        """Raises `Refusal`: `run_running`."""
        run = self.state.run
        if run is not None and run.status == "running":
            raise Refusal("run_running", "", number=run.number)

    def refuse_over(self, now: int) -> None:
        """Raises `Refusal`: `week_over`."""
        if now >= self.state.end:
            raise Refusal("week_over", "", monday=self.state.monday)

    def draft_shift(self, number: int) -> Shift:
        """Return a shift of the draft that no one has worked yet. Raises `Refusal`: `shift_gone`, `shift_worked`."""
        shift = self.state.draft_shift(number)
        if shift is None:
            raise Refusal("shift_gone")
        attendance = self.state.attendance_of(number)
        if attendance is not None and attendance.clocked_in:
            raise Refusal("shift_worked")
        return shift

    def shift(self, number: int) -> Shift:
        """Return a published shift. Raises `Refusal`: `shift_gone`."""
        shift = self.state.shift(number)
        if shift is None:
            raise Refusal("shift_gone")
        return shift

    def own_shift(self, number: int, dealer: str) -> Shift:
        """Return a published shift of a dealer. Raises `Refusal`: `shift_gone`, `not_own_shift`."""
        shift = self.shift(number)
        if shift.dealer != dealer:
            raise Refusal("not_own_shift")
        return shift

    def request(self, number: int) -> Request:
        """Return a request. Raises `Refusal`: `no_request`."""
        request = self.state.request(number)
        if request is None:
            raise Refusal("no_request")
        return request

    def refuse_second_request(self, *shifts: int) -> None:
        """Refuse a request about a shift that has an open one. Raises `Refusal`: `request_open`, `shift_taken`."""
        for request in self.open_requests(shifts):
            if request.kind == "pick_up":
                raise Refusal("shift_taken")
            raise Refusal("request_open")

    def open_requests(self, shifts: Iterable[int]) -> list[Request]:
        """Return the requests about these shifts that are not decided."""
        numbers = set(shifts)
        return [
            request
            for request in self.state.requests
            if request.status in ("open", "taken") and numbers & {request.shift, request.other}
        ]

    def withdraw_requests(self, shifts: Iterable[int], reason: str) -> None:
        for request in self.open_requests(shifts):
            self.record(e.RequestWithdrawn(request.number, reason))


def refuse_begun(shift: Shift, now: int) -> None:
    """Raises `Refusal`: `shift_begun`."""
    if shift.start <= now:
        raise Refusal("shift_begun")


def refuse_broken(week: Week, dealers: dict[int, str], facts: PlanFacts) -> None:
    """Refuse a change of the published plan that breaks a hard rule. dealers: the new one of each changed shift.

    Raises `Refusal`: `not_in_crew`, one of `BREAKS`.
    """
    for dealer in dealers.values():
        if facts.person(dealer) is None:
            raise Refusal("not_in_crew", "", dealer=dealer)
    shifts = [
        replace(shift, dealer=dealers[shift.id]) if shift.id in dealers else shift
        for shift in week.published
    ]
    for broken in newly_broken(week.published, shifts, facts, dealers.values()):
        raise breaks_rule(broken, facts)


def breaks_rule(broken: Broken, facts: PlanFacts) -> Refusal:
    """Return the refusal that names a broken rule."""
    person = facts.person(broken.dealer)
    in_days = broken.rule == "days_in_row"
    return Refusal(
        BREAKS[broken.rule],
        "",
        name=person.name if person else broken.dealer,
        day=broken.day,
        value=broken.value if in_days else duration(broken.value),
        limit=broken.limit if in_days else duration(broken.limit),
    )


def duration(minutes: int) -> str:
    """Return minutes as text, such as "7 h 30 min"."""
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else ""]
    return " ".join(part for part in parts if part)

"""Decides commands about the need and the plan of a week: runs, shifts of the draft, publishing."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from poker.refusal import Refusal
from roster.rules import week_commands as c
from roster.rules import week_events as e
from roster.rules.local_time import LocalTime
from roster.rules.people import DAY_MINUTES, MINUTE, SKILLS, Skill
from roster.rules.plan_check import Broken, broken_rules
from roster.rules.week_draft import MOST_SHIFTS, WeekDraft, breaks_rule
from roster.rules.week_evolve import kept_shifts
from roster.rules.week_state import NeedLine, PlanFacts, Shift, Unmet, Week

PLAN_CHANGED = "plan_changed"  # the reason of a request that ends with a new version
LATE_CHANGE = (
    "late_change"  # the reason of a shift that became open because of a change during the run
)


def open_week(draft: WeekDraft, command: c.OpenWeek, now: int) -> None:
    """Raises `Refusal`: `week_is_open`."""
    if draft.state.monday:
        raise Refusal("week_is_open", "", monday=draft.state.monday)
    draft.record(e.WeekOpened(command.monday, command.start, command.end))


def set_need(draft: WeekDraft, command: c.SetNeed, now: int) -> None:
    """Raises `Refusal`: `no_forecast`, `need_length`."""
    week = draft.state
    if not command.lines:
        raise Refusal("no_forecast")
    if any(len(line.dealers) != week.half_hours for line in command.lines):
        raise Refusal("need_length", "", half_hours=week.half_hours)
    by_skill = {line.skill: line.dealers for line in command.lines}
    lines = tuple(
        NeedLine(skill, dealers)
        for skill in SKILLS
        if any(dealers := _with_edits(week, skill, by_skill.get(skill, (0,) * week.half_hours)))
        or skill in by_skill
    )
    if lines != week.need:
        draft.record(e.NeedSet(lines))


def _with_edits(week: Week, skill: Skill, forecast: tuple[int, ...]) -> tuple[int, ...]:
    """Keep the half hours that a manager changed. A skill that had no need yet takes the forecast's."""
    before = next((line.dealers for line in week.need if line.skill == skill), None)
    if before is None:
        return forecast
    dealers = list(forecast)
    for half_hour in week.edited:
        dealers[half_hour] = before[half_hour]
    return tuple(dealers)


def edit_need(draft: WeekDraft, command: c.EditNeed, now: int) -> None:
    """Raises `Refusal`: `half_hours`."""
    if not command.first <= command.last < draft.state.half_hours:
        raise Refusal("half_hours", "", half_hours=draft.state.half_hours)
    draft.record(e.NeedEdited(command.skill, command.first, command.last, command.dealers))


def start_run(draft: WeekDraft, command: c.StartRun, now: int) -> None:
    """Raises `Refusal`: `week_over`, `run_running`, `need_empty`."""
    draft.refuse_over(now)
    draft.refuse_running()
    if not any(any(line.dealers) for line in draft.state.need):
        raise Refusal("need_empty")
    draft.record(e.RunStarted(draft.state.runs + 1, command.planner, now))


def store_run(draft: WeekDraft, command: c.StoreRun, now: int) -> None:
    """Store a plan. Raises `Refusal`: `run_over`, `shift_times`."""
    run = draft.state.run
    if run is None or run.number != command.number or run.status != "running":
        raise Refusal("run_over", "", number=command.number)
    new = [shift for shift in command.shifts if shift.start > run.started]
    for shift in new:
        _check_times(draft.state, shift.start, shift.end)
    numbered = list(_numbered(draft.state, new))
    kept = kept_shifts(draft.state, run.started)
    shifts, opened = _without_late_changes(kept, numbered, command.facts)
    draft.record(
        e.RunStored(
            number=run.number,
            status=command.status,
            shifts=tuple(shifts),
            unmet=(*command.unmet, *opened),
            cost=command.cost,
            bound=command.bound,
        )
    )


def _numbered(week: Week, shifts: Sequence[Shift]) -> Iterator[Shift]:
    """Give a shift the id of the one at the same time that it replaces, so that versions differ as little as possible.

    The shift of the same dealer comes first.
    """
    started = week.run.started if week.run else 0
    kept = {shift.id for shift in kept_shifts(week, started)}
    free = [shift for shift in week.draft if shift.id not in kept]
    numbers: dict[int, int] = {}
    for same_dealer in (True, False):
        for position, shift in enumerate(shifts):
            if position in numbers:
                continue
            for former in free:
                is_same_time = (former.start, former.end) == (shift.start, shift.end)
                if is_same_time and (former.dealer == shift.dealer or not same_dealer):
                    numbers[position] = former.id
                    free.remove(former)
                    break
    following = week.shifts
    for position, shift in enumerate(shifts):
        if position not in numbers:
            following += 1
        yield replace(shift, id=numbers.get(position, following), is_fixed=False)


def _without_late_changes(
    kept: Sequence[Shift], new: Sequence[Shift], facts: PlanFacts
) -> tuple[list[Shift], list[Unmet]]:
    """Open the shifts whose dealers can't work them after what changed during the run."""
    shifts = {shift.id: shift for shift in new}
    opened: list[Unmet] = []
    accepted = set(broken_rules(kept, facts))
    while True:
        dealers = {shift.dealer for shift in shifts.values() if shift.dealer}
        all_broken = broken_rules((*kept, *shifts.values()), facts, dealers)
        broken = next((item for item in all_broken if item not in accepted), None)
        if broken is None:
            return list(shifts.values()), opened
        shift = shifts.get(broken.shift) or _neighbor(broken, shifts)
        shifts[shift.id] = replace(shift, dealer="")
        opened.append(
            Unmet("need", LATE_CHANGE, dealer=shift.dealer, start=shift.start, end=shift.end)
        )


def _neighbor(broken: Broken, shifts: dict[int, Shift]) -> Shift:
    """Return the new shift of the dealer closest to a kept one that breaks a rule."""
    own = [shift for shift in shifts.values() if shift.dealer == broken.dealer]
    later = [shift for shift in own if shift.day >= broken.day]
    if later:
        return min(later, key=lambda shift: shift.start)
    return max(own, key=lambda shift: shift.start)


def _check_times(week: Week, start: int, end: int) -> None:
    """Raises `Refusal`: `shift_times` for a shift outside the week, or longer than a day."""
    minutes = (end - start) // MINUTE
    if not week.start <= start < week.end or not 0 < minutes <= DAY_MINUTES:
        raise Refusal("shift_times")


def place_shift(draft: WeekDraft, command: c.PlaceShift, now: int) -> None:
    """Raises `Refusal`: `shift_times`, `shift_day`, `not_in_crew`, `shifts_many`."""
    _check_times(draft.state, command.start, command.end)
    if _local_day(command.start, command.facts) != command.day:
        raise Refusal("shift_day")
    _check_dealer(command.dealer, command.facts)
    if len(draft.state.draft) >= MOST_SHIFTS:
        raise Refusal("shifts_many", "", most=MOST_SHIFTS)
    shift = Shift(
        id=draft.state.shifts + 1,
        day=command.day,
        start=command.start,
        end=command.end,
        template=command.template,
        dealer=command.dealer,
        is_fixed=True,
    )
    draft.record(e.ShiftPlaced(shift))


def _local_day(moment: int, facts: PlanFacts) -> str:
    day = LocalTime(facts.days, facts.changes).day_of(moment)
    if day is None:
        raise Refusal("shift_times")
    return day.day


def _check_dealer(dealer: str, facts: PlanFacts) -> None:
    if dealer and facts.person(dealer) is None:
        raise Refusal("not_in_crew", "", dealer=dealer)


def change_shift(draft: WeekDraft, command: c.ChangeShift, now: int) -> None:
    """Raises `Refusal`: `shift_gone`, `shift_worked`, `shift_times`, `not_in_crew`."""
    before = draft.draft_shift(command.shift)
    _check_times(draft.state, command.start, command.end)
    _check_dealer(command.dealer, command.facts)
    is_same_time = (before.start, before.end) == (command.start, command.end)
    shift = replace(
        before,
        day=_local_day(command.start, command.facts),
        start=command.start,
        end=command.end,
        template=before.template if is_same_time else "",
        dealer=command.dealer,
        is_fixed=True,
    )
    if shift != before:
        draft.record(e.ShiftChanged(shift))


def remove_shift(draft: WeekDraft, command: c.RemoveShift, now: int) -> None:
    """Raises `Refusal`: `shift_gone`, `shift_worked`."""
    shift = draft.draft_shift(command.shift)
    draft.record(e.ShiftRemoved(shift.id))


def release_shift(draft: WeekDraft, command: c.ReleaseShift, now: int) -> None:
    """Raises `Refusal`: `shift_gone`, `shift_worked`. Releasing twice changes nothing."""
    shift = draft.draft_shift(command.shift)
    if shift.is_fixed:
        draft.record(e.ShiftReleased(shift.id))


def publish(draft: WeekDraft, command: c.Publish, now: int) -> None:
    """Raises `Refusal`: `run_running`, `nothing_to_publish`, `plan_breaks_rules`."""
    draft.refuse_running()
    week = draft.state
    if not week.is_changed:
        raise Refusal("nothing_to_publish")
    reason = command.reason.strip()
    broken = new_broken_rules(week, command.facts)
    if broken and not reason:
        first = breaks_rule(broken[0], command.facts).facts
        raise Refusal(
            "plan_breaks_rules", "", count=len(broken), name=first["name"], day=first["day"]
        )
    draft.record(e.PlanPublished(week.version + 1, week.draft, reason, now))
    draft.withdraw_requests(_changed_shifts(week), PLAN_CHANGED)


def new_broken_rules(week: Week, facts: PlanFacts) -> tuple[Broken, ...]:
    """Return the hard rules that the draft breaks and the published plan does not."""
    accepted = set(broken_rules(week.published, facts))
    return tuple(item for item in broken_rules(week.draft, facts) if item not in accepted)


def _changed_shifts(week: Week) -> set[int]:
    """Return the published shifts that the draft changes or drops."""
    draft = {shift.id: shift for shift in week.draft}
    return {
        shift.id
        for shift in week.published
        if shift.id not in draft or _core(draft[shift.id]) != _core(shift)
    }


def _core(shift: Shift) -> tuple[int, int, str]:
    return shift.start, shift.end, shift.dealer

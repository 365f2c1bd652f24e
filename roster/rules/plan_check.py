"""The independent checker of a plan: it lists each hard rule that a shift breaks. No planner uses it to plan.

Each check reads the shifts of one dealer, sorted by their start, with those of the weeks before and after.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from roster.rules.local_time import LocalTime
from roster.rules.people import DAY_MINUTES, MINUTE, Person, RosterRules
from roster.rules.week_state import PlanFacts, Shift

HardRule = Literal[
    "not_in_crew",
    "overlap",
    "day_minutes",
    "week_minutes",
    "most",
    "rest_minutes",
    "days_in_row",
    "availability",
    "time_off",
]


class Broken(msgspec.Struct, frozen=True):
    """A hard rule that a shift breaks. value, limit: minutes or days, 0 if the rule has none."""

    rule: HardRule
    dealer: str
    shift: int
    day: str
    value: int = 0
    limit: int = 0


class Work(msgspec.Struct, frozen=True):
    """The shifts of one dealer by start: those of this week's plan, and those of other weeks and rooms."""

    person: Person
    own: tuple[Shift, ...]
    around: tuple[Shift, ...]
    rules: RosterRules
    local: LocalTime


def broken_rules(
    shifts: Sequence[Shift], facts: PlanFacts, dealers: Iterable[str] | None = None
) -> tuple[Broken, ...]:
    """Return each broken hard rule of a week's plan, by day. dealers: only of these; None is of all.

    Open shifts break no rule. Shifts of other weeks and rooms count for overlap, rest and days in a row only.
    """
    local = LocalTime(facts.days, facts.changes)
    by_dealer: dict[str, list[Shift]] = defaultdict(list)
    for shift in shifts:
        if shift.dealer:
            by_dealer[shift.dealer].append(shift)
    around: dict[str, list[Shift]] = defaultdict(list)
    for shift in (*facts.around, *facts.elsewhere):
        around[shift.dealer].append(shift)
    broken: list[Broken] = []
    for dealer in by_dealer.keys() if dealers is None else set(dealers) & by_dealer.keys():
        person = facts.person(dealer)
        if person is None:
            broken += [_broken("not_in_crew", shift) for shift in by_dealer[dealer]]
            continue
        own = _by_start(by_dealer[dealer])
        work = Work(person, own, _by_start(around[dealer]), facts.rules, local)
        for check in CHECKS:
            broken += check(work)
    return tuple(sorted(broken, key=lambda item: (item.day, item.dealer, item.shift, item.rule)))


def newly_broken(
    before: Sequence[Shift], after: Sequence[Shift], facts: PlanFacts, dealers: Iterable[str]
) -> tuple[Broken, ...]:
    """Return each hard rule of these dealers that a change breaks, or breaks by more than before."""
    keys = set(dealers)
    former = {_mark(item): item for item in broken_rules(before, facts, keys)}
    return tuple(
        item
        for item in broken_rules(after, facts, keys)
        if _mark(item) not in former or _is_worse(item, former[_mark(item)])
    )


def _mark(broken: Broken) -> tuple[str, str, int]:
    """Return what makes a broken rule the same one before and after a change."""
    return broken.rule, broken.dealer, broken.shift


def _is_worse(broken: Broken, former: Broken) -> bool:
    if broken.rule == "rest_minutes":
        return broken.value < former.value
    return broken.value > former.value


def _broken(rule: HardRule, shift: Shift, value: int = 0, limit: int = 0) -> Broken:
    return Broken(rule, shift.dealer, shift.id, shift.day, value, limit)


Check: TypeAlias = Callable[[Work], Iterator[Broken]]


def _by_start(shifts: Iterable[Shift]) -> tuple[Shift, ...]:
    return tuple(sorted(shifts, key=lambda shift: (shift.start, shift.end)))


def _pairs(work: Work) -> Iterator[tuple[int, int, Shift]]:
    """Yield the end of the shifts so far and the start of the next one, with the shift that a broken rule names."""
    marked = [(shift, True) for shift in work.own] + [(shift, False) for shift in work.around]
    marked.sort(key=lambda item: (item[0].start, item[0].end))
    if not marked:
        return
    first, first_is_own = marked[0]
    for second, second_is_own in marked[1:]:
        if first_is_own or second_is_own:
            yield first.end, second.start, second if second_is_own else first
        if second.end > first.end:
            first, first_is_own = second, second_is_own


def _overlap(work: Work) -> Iterator[Broken]:
    for end, start, named in _pairs(work):
        if start < end:
            yield _broken("overlap", named, (end - start) // MINUTE)


def _rest(work: Work) -> Iterator[Broken]:
    limit = work.rules.rest_minutes
    for end, start, named in _pairs(work):
        rest = (start - end) // MINUTE
        if 0 <= rest < limit:
            yield _broken("rest_minutes", named, rest, limit)


def _day_minutes(work: Work) -> Iterator[Broken]:
    limit = work.rules.day_minutes
    minutes: dict[str, int] = defaultdict(int)
    for shift in work.own:
        minutes[shift.day] += shift.minutes
        if minutes[shift.day] > limit:
            yield _broken("day_minutes", shift, minutes[shift.day], limit)


def _week_minutes(work: Work) -> Iterator[Broken]:
    minutes = 0
    most, week = work.person.most, work.rules.week_minutes
    rule: HardRule = "most" if most < week else "week_minutes"
    limit = min(most, week)
    for shift in work.own:
        minutes += shift.minutes
        if minutes > limit:
            yield _broken(rule, shift, minutes, limit)


def _days_in_row(work: Work) -> Iterator[Broken]:
    local = work.local
    limit = work.rules.days_in_row
    own = [shift for shift in work.own if local.has_day(shift.day)]
    shifts = [*own, *(shift for shift in work.around if local.has_day(shift.day))]
    days = sorted({local.number_of(shift.day) for shift in shifts})
    own_by_day = {local.number_of(shift.day): shift for shift in own}
    row: list[int] = []
    for number in [*days, None]:
        if row and number is not None and number == row[-1] + 1:
            row.append(number)
            continue
        named = [own_by_day[day] for day in row if day in own_by_day]
        if len(row) > limit and named:
            yield _broken("days_in_row", named[-1], len(row), limit)
        row = [] if number is None else [number]


def _availability(work: Work) -> Iterator[Broken]:
    for shift in work.own:
        if not fits_windows(work.person, shift, work.local):
            yield _broken("availability", shift)


def fits_windows(person: Person, shift: Shift, local: LocalTime) -> bool:
    """Return whether a shift lies in one of the dealer's windows, also in one that began on the day before."""
    if not person.windows:
        return True
    first = local.minute_of(shift.day, shift.start)
    last = local.minute_of(shift.day, shift.end)
    weekday = local.weekday_of(shift.day)
    for window in person.windows:
        if window.weekday == weekday and window.first <= first and last <= window.last:
            return True
        is_day_before = window.weekday == (weekday - 1) % 7
        window_last = window.last - DAY_MINUTES
        if is_day_before and window.first - DAY_MINUTES <= first and last <= window_last:
            return True
    return False


def _time_off(work: Work) -> Iterator[Broken]:
    off = work.person.off
    for shift in work.own:
        last = work.local.day_of(shift.end - 1)
        if shift.day in off or (last is not None and last.day in off):
            yield _broken("time_off", shift)


CHECKS: tuple[Check, ...] = (
    _overlap,
    _rest,
    _day_minutes,
    _week_minutes,
    _days_in_row,
    _availability,
    _time_off,
)

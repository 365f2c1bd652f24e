"""The shifts that a planner may give to each dealer, and whether one more shift keeps the hard rules.

The planners use these functions; `plan_check` checks their plans and shares nothing with them but the facts.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from roster.rules.local_time import LocalTime
from roster.rules.people import DAY_MINUTES, MINUTE, Person, RosterRules
from roster.rules.week_evolve import kept_shifts
from roster.rules.week_state import PlanFacts, Shift, Week


class Slot(msgspec.Struct, frozen=True):
    """A template on a day of the week. index: of the local day among all days; first, last: minutes on its clock."""

    day: str
    index: int
    weekday: int
    template: str
    start: int
    end: int
    first: int
    last: int
    last_day: str  # the local day in which it ends

    @property
    def minutes(self) -> int:
        return (self.end - self.start) // MINUTE


class PlanTask(msgspec.Struct, frozen=True):
    """What a planner gets. kept: shifts that stay; started: the start of the run, before which nothing changes."""

    week: Week
    facts: PlanFacts
    started: int
    kept: tuple[Shift, ...]
    slots: tuple[Slot, ...]

    @property
    def local(self) -> LocalTime:
        return LocalTime(self.facts.days, self.facts.changes)


def plan_task(week: Week, facts: PlanFacts, started: int) -> PlanTask:
    """Return the task of a planner for a week."""
    local = LocalTime(facts.days, facts.changes)
    return PlanTask(
        week=week,
        facts=facts,
        started=started,
        kept=kept_shifts(week, started),
        slots=tuple(_slots(week, facts, started, local)),
    )


def _slots(week: Week, facts: PlanFacts, started: int, local: LocalTime) -> list[Slot]:
    slots = []
    for day in local.days:
        if not week.start <= day.midnight < week.end:
            continue
        for template in facts.templates:
            if template.weekdays and day.weekday not in template.weekdays:
                continue
            start = local.moment_of(day.day, template.first)
            end = local.moment_of(day.day, template.first + template.minutes)
            # A night on which the clocks go back is longer than its template; the shift ends earlier.
            end = min(end, start + facts.rules.day_minutes * MINUTE)
            last_day = local.day_of(end - 1)
            if start <= started or end <= start or last_day is None:
                continue
            slots.append(
                Slot(
                    day=day.day,
                    index=local.number_of(day.day),
                    weekday=day.weekday,
                    template=template.key,
                    start=start,
                    end=end,
                    first=local.minute_of(day.day, start),
                    last=local.minute_of(day.day, end),
                    last_day=last_day.day,
                )
            )
    return slots


def is_possible(person: Person, slot: Slot) -> bool:
    """Return whether a dealer is available for a slot and not away."""
    if not {slot.day, slot.last_day}.isdisjoint(person.off):
        return False
    return not person.windows or any(
        _is_inside(slot, offset, window.first, window.last)
        for window in person.windows
        for offset in (0, DAY_MINUTES)
        if window.weekday == (slot.weekday - offset // DAY_MINUTES) % 7
    )


def _is_inside(slot: Slot, offset: int, first: int, last: int) -> bool:
    return first <= slot.first + offset and slot.last + offset <= last


class Diary:
    """The shifts of one dealer while a plan grows: those that stay, those of other weeks or rooms, new ones."""

    def __init__(
        self,
        person: Person,
        kept: Iterable[Shift],
        around: Iterable[Shift],
        rules: RosterRules,
        local: LocalTime,
    ) -> None:
        self.person = person
        self.rules = rules
        self.spans: list[tuple[int, int]] = []
        self.day_indexes: set[int] = set()
        self.minutes = 0
        self.minutes_of_day: dict[str, int] = defaultdict(int)
        for shift in kept:
            self._add_span(shift, local)
            self.minutes += shift.minutes
            self.minutes_of_day[shift.day] += shift.minutes
        for shift in around:
            self._add_span(shift, local)

    def _add_span(self, shift: Shift, local: LocalTime) -> None:
        self.spans.append((shift.start, shift.end))
        if local.has_day(shift.day):
            self.day_indexes.add(local.number_of(shift.day))

    @property
    def limit(self) -> int:
        """Return the most minutes of the week."""
        return min(self.person.most, self.rules.week_minutes)

    def can_add(self, slot: Slot) -> bool:
        """Return whether one more shift keeps the hard rules."""
        return (
            is_possible(self.person, slot)
            and self.minutes + slot.minutes <= self.limit
            and self.minutes_of_day[slot.day] + slot.minutes <= self.rules.day_minutes
            and self.keeps_rest(slot)
            and self.keeps_days(slot)
        )

    def keeps_rest(self, slot: Slot) -> bool:
        rest = self.rules.rest_minutes * MINUTE
        return all(
            end + rest <= slot.start or slot.end + rest <= start for start, end in self.spans
        )

    def keeps_days(self, slot: Slot) -> bool:
        first = last = slot.index
        while first - 1 in self.day_indexes:
            first -= 1
        while last + 1 in self.day_indexes:
            last += 1
        return last - first + 1 <= self.rules.days_in_row

    def add(self, slot: Slot) -> None:
        self.spans.append((slot.start, slot.end))
        self.day_indexes.add(slot.index)
        self.minutes += slot.minutes
        self.minutes_of_day[slot.day] += slot.minutes


def diaries(task: PlanTask) -> dict[str, Diary]:
    """Return the diary of each dealer, with the shifts that stay."""
    kept: dict[str, list[Shift]] = defaultdict(list)
    for shift in task.kept:
        kept[shift.dealer].append(shift)
    around: dict[str, list[Shift]] = defaultdict(list)
    for shift in (*task.facts.around, *task.facts.elsewhere):
        around[shift.dealer].append(shift)
    local = task.local
    return {
        person.key: Diary(person, kept[person.key], around[person.key], task.facts.rules, local)
        for person in task.facts.people
    }


def shifts_of(assigned: Sequence[tuple[Slot, str]]) -> tuple[Shift, ...]:
    """Return the shifts of a plan, without ids: the log of the week numbers them."""
    ordered = sorted(assigned, key=lambda item: (item[0].start, item[0].end, item[1]))
    return tuple(
        Shift(number, slot.day, slot.start, slot.end, slot.template, dealer)
        for number, (slot, dealer) in enumerate(ordered, 1)
    )

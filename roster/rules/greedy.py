"""A plan without the solver: shifts by the largest shortage, each to the dealer with the most missing hours.

It serves rooms without the solver's package, and the solver as its first plan.
"""

from collections import defaultdict

import msgspec

from roster.rules.coverage import ALL_SETS, covered_half_hours
from roster.rules.options import Diary, PlanTask, Slot, diaries, shifts_of
from roster.rules.people import Skill
from roster.rules.unmet import unmet_of
from roster.rules.week_state import Shift, Unmet

USEFUL = 4  # a shift is planned if it is short of a dealer in at least this part of its half hours: one in four


class Plan(msgspec.Struct, frozen=True):
    """What a planner returns. cost, bound: in the planner's own unit; seconds: of processor time."""

    shifts: tuple[Shift, ...]
    unmet: tuple[Unmet, ...]
    cost: int = 0
    bound: int = 0
    is_canceled: bool = False


class _Duty:
    """The dealers on duty in each half hour, by set of skills, while a plan grows."""

    def __init__(self, task: PlanTask) -> None:
        week = task.week
        self.start = week.start
        self.half_hours = week.half_hours
        needs = {line.skill: line.dealers for line in week.need}
        empty = (0,) * self.half_hours
        # What is missing to Hall's condition, for each set of skills and half hour; below zero is a surplus.
        self.deficits = [
            [
                sum(needs.get(skill, empty)[half_hour] for skill in skills)
                for half_hour in range(self.half_hours)
            ]
            for skills in ALL_SETS
        ]
        self.missing = [0] * self.half_hours
        for half_hour in range(self.half_hours):
            self._count(half_hour)
        skills_of = {person.key: person.skills for person in task.facts.people}
        for shift in (*task.kept, *task.facts.around):
            if shift.dealer in skills_of:
                self.add(self.range_of(shift), skills_of[shift.dealer])

    def range_of(self, span: Shift | Slot) -> range:
        return half_hours_of(span, self.start, self.half_hours)

    def _count(self, half_hour: int) -> None:
        self.missing[half_hour] = max(0, *(deficit[half_hour] for deficit in self.deficits))

    def add(self, half_hours: range, skills: tuple[Skill, ...]) -> None:
        served = [not skill_set.isdisjoint(skills) for skill_set in ALL_SETS]
        for half_hour in half_hours:
            for is_served, deficit in zip(served, self.deficits, strict=True):
                deficit[half_hour] -= is_served
            self._count(half_hour)

    def gain(self, half_hours: range, skills: tuple[Skill, ...]) -> int:
        """Return in how many half hours one more dealer of these skills leaves fewer dealers missing."""
        served = [not skill_set.isdisjoint(skills) for skill_set in ALL_SETS]
        return sum(
            self.missing[half_hour] > 0
            and max(
                deficit[half_hour] - is_served
                for is_served, deficit in zip(served, self.deficits, strict=True)
            )
            < self.missing[half_hour]
            for half_hour in half_hours
        )

    def weight(self, half_hours: range) -> int:
        return sum(self.missing[half_hour] for half_hour in half_hours)

    def short(self, half_hours: range) -> int:
        return sum(self.missing[half_hour] > 0 for half_hour in half_hours)


def half_hours_of(span: Shift | Slot, start: int, half_hours: int) -> range:
    """Return the half hours of a week that a shift or slot covers as a whole."""
    shift = Shift(0, span.day, span.start, span.end)
    return covered_half_hours(shift, start, half_hours)


def greedy_plan(task: PlanTask) -> Plan:
    """Return a plan that breaks no hard rule."""
    books = diaries(task)
    duty = _Duty(task)
    ranges = {slot: duty.range_of(slot) for slot in task.slots}
    assigned = _cover_need(task, books, duty, ranges)
    assigned += _reach_least(task, books, duty, ranges)
    shifts = shifts_of(assigned)
    return Plan(shifts, unmet_of(task, shifts), cost=sum(duty.missing))


def _cover_need(
    task: PlanTask, books: dict[str, Diary], duty: _Duty, ranges: dict[Slot, range]
) -> list[tuple[Slot, str]]:
    assigned: list[tuple[Slot, str]] = []
    slots = list(task.slots)
    while slots:
        slot = max(slots, key=lambda slot: (duty.weight(ranges[slot]), -slot.start))
        half_hours = ranges[slot]
        if not half_hours or duty.short(half_hours) * USEFUL < len(half_hours):
            slots.remove(slot)
            continue
        dealer = _best_dealer(slot, books, duty, half_hours)
        if dealer is None:
            slots.remove(slot)
            continue
        _assign(slot, dealer, books, duty, half_hours, assigned)
    return assigned


def _best_dealer(slot: Slot, books: dict[str, Diary], duty: _Duty, half_hours: range) -> str | None:
    """Return who covers most; among them those with the most missing hours, then the longest in the house."""
    gains: dict[tuple[Skill, ...], int] = {}
    best: tuple[int, int, int, int] | None = None
    dealer = None
    for key, diary in books.items():
        person = diary.person
        if person.skills not in gains:
            gains[person.skills] = duty.gain(half_hours, person.skills)
        gain = gains[person.skills]
        if not gain or not diary.can_add(slot):
            continue
        missing = max(0, person.least - diary.minutes)
        rank = (gain, missing, diary.limit - diary.minutes, -person.seniority)
        if best is None or rank > best:
            best, dealer = rank, key
    return dealer


def _assign(
    slot: Slot,
    dealer: str,
    books: dict[str, Diary],
    duty: _Duty,
    half_hours: range,
    assigned: list[tuple[Slot, str]],
) -> None:
    books[dealer].add(slot)
    duty.add(half_hours, books[dealer].person.skills)
    assigned.append((slot, dealer))


def _reach_least(
    task: PlanTask, books: dict[str, Diary], duty: _Duty, ranges: dict[Slot, range]
) -> list[tuple[Slot, str]]:
    """Give more shifts to dealers who are below the least hours of their contract, where most dealers are missing."""
    assigned: list[tuple[Slot, str]] = []
    by_day: dict[str, list[Slot]] = defaultdict(list)
    for slot in task.slots:
        by_day[slot.day].append(slot)
    for key, diary in sorted(books.items(), key=lambda item: item[1].person.seniority):
        while diary.minutes < diary.person.least:
            free = [slot for slot in task.slots if diary.can_add(slot)]
            if not free:
                break
            slot = max(free, key=lambda slot: (duty.weight(ranges[slot]), -slot.start))
            _assign(slot, key, books, duty, ranges[slot], assigned)
    return assigned

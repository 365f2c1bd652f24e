"""What a plan does not meet, each with its reason."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from roster.rules.coverage import ALL_SETS, coverage, covered_half_hours, need_of
from roster.rules.options import PlanTask, Slot, diaries, is_possible
from roster.rules.people import MINUTE, Person, Skill
from roster.rules.week_state import HALF_HOUR, Shift, Unmet

NO_TEMPLATE = "no_template"  # no shift template covers the time
TOO_FEW = "too_few"  # the crew has fewer dealers than the time needs
NO_SKILL = "no_skill"  # too few dealers have the skill
NOT_AVAILABLE = "not_available"  # too few dealers are available
RULES = "rules"  # rest, hours or days in a row of those who are available
OTHER_NEED = "other_need"  # the need came first


def unmet_of(task: PlanTask, shifts: Sequence[Shift]) -> tuple[Unmet, ...]:
    """Return what a plan does not meet: need, least hours, wishes, bids. shifts: the new ones."""
    every = (*task.kept, *shifts)
    items = [
        *_unmet_need(task, every),
        *_unmet_hours(task, every),
        *_unmet_wishes(task, every),
        *_unmet_bids(task, every),
    ]
    return tuple(items)


def _unmet_need(task: PlanTask, shifts: Sequence[Shift]) -> Iterator[Unmet]:
    """Yield the times in which dealers are missing, with neighboring half hours of one reason together."""
    week = task.week
    missing = coverage(week, (*shifts, *task.facts.around), task.facts.people).missing
    reasons = _reasons(task, [number for number, dealers in enumerate(missing) if dealers])
    marks = [(dealers, *reasons.get(number, ("", ""))) for number, dealers in enumerate(missing)]
    number = 0
    for (dealers, reason, skill), group in groupby(marks):
        length = len(list(group))
        if dealers:
            yield Unmet(
                kind="need",
                reason=reason,
                skill=skill,
                start=week.start + number * HALF_HOUR,
                end=week.start + (number + length) * HALF_HOUR,
                missing=dealers,
            )
        number += length


def _reasons(task: PlanTask, half_hours: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return the reason of each half hour, and the skill that is missing, if it is one."""
    week = task.week
    covering: dict[int, list[Slot]] = defaultdict(list)
    for slot in task.slots:
        shift = Shift(0, slot.day, slot.start, slot.end)
        for half_hour in covered_half_hours(shift, week.start, week.half_hours):
            covering[half_hour].append(slot)
    possible = {
        slot: [person for person in task.facts.people if is_possible(person, slot)]
        for slot in task.slots
    }
    reasons: dict[int, tuple[str, str]] = {}
    for half_hour in half_hours:
        need = need_of(week.need, half_hour)
        slots = covering[half_hour]
        available = {person.key: person for slot in slots for person in possible[slot]}
        scarce_skill = _scarce_skill(need, task.facts.people)
        if not slots:
            reasons[half_hour] = (NO_TEMPLATE, "")
        elif sum(need.values()) > len(task.facts.people):
            reasons[half_hour] = (TOO_FEW, "")
        elif scarce_skill is not None:
            reasons[half_hour] = (NO_SKILL, scarce_skill)
        elif _scarce_skill(need, list(available.values())) is not None:
            reasons[half_hour] = (NOT_AVAILABLE, "")
        else:
            reasons[half_hour] = (RULES, "")
    return reasons


def _scarce_skill(need: dict[Skill, int], people: Sequence[Person]) -> str | None:
    """Return the skill that too few dealers have, "" for several together, None if there are enough."""
    for skills in ALL_SETS:
        wanted = sum(need.get(skill, 0) for skill in skills)
        if wanted > sum(not skills.isdisjoint(person.skills) for person in people):
            return next(iter(skills)) if len(skills) == 1 else ""
    return None


def _minutes_by_dealer(shifts: Sequence[Shift]) -> dict[str, int]:
    minutes: dict[str, int] = defaultdict(int)
    for shift in shifts:
        minutes[shift.dealer] += shift.minutes
    return minutes


def _unmet_hours(task: PlanTask, shifts: Sequence[Shift]) -> Iterator[Unmet]:
    """Yield the dealers below the least hours of their contract."""
    minutes = _minutes_by_dealer(shifts)
    books = diaries(replace(task, kept=tuple(shifts)))
    for person in task.facts.people:
        short = person.least - minutes[person.key]
        if short <= 0:
            continue
        slots = [slot for slot in task.slots if is_possible(person, slot)]
        if sum(max_minutes for max_minutes in _best_of_days(slots)) < person.least:
            reason = NOT_AVAILABLE
        elif any(books[person.key].can_add(slot) for slot in slots):
            reason = OTHER_NEED
        else:
            reason = RULES
        yield Unmet("least_hours", reason, dealer=person.key, missing=short)


def _best_of_days(slots: Sequence[Slot]) -> list[int]:
    best: dict[str, int] = defaultdict(int)
    for slot in slots:
        best[slot.day] = max(best[slot.day], slot.minutes)
    return list(best.values())


def _unmet_wishes(task: PlanTask, shifts: Sequence[Shift]) -> Iterator[Unmet]:
    """Yield the wishes that the plan does not meet. start, end: the local day of the wish."""
    weekdays = {day.day: day for day in task.local.days}
    in_week = [day for day in task.local.days if task.week.start <= day.midnight < task.week.end]
    worked: dict[tuple[str, int], list[str]] = defaultdict(list)
    for shift in shifts:
        worked[shift.dealer, weekdays[shift.day].weekday].append(shift.template)
    for person in task.facts.people:
        for wish in person.wishes:
            templates = worked[person.key, wish.weekday]
            matches = bool(templates) if not wish.template else wish.template in templates
            if matches == wish.likes:
                continue
            day = in_week[wish.weekday]
            yield Unmet(
                kind="wish",
                reason=OTHER_NEED,
                dealer=person.key,
                start=day.midnight,
                end=day.midnight + 24 * 60 * MINUTE,
            )


def _unmet_bids(task: PlanTask, shifts: Sequence[Shift]) -> Iterator[Unmet]:
    """Yield the dealers who got none of their first choice. Seniority decided."""
    templates: dict[str, set[str]] = defaultdict(set)
    for shift in shifts:
        templates[shift.dealer].add(shift.template)
    for person in task.facts.people:
        if person.bid and templates[person.key] and person.bid[0] not in templates[person.key]:
            yield Unmet("bid", OTHER_NEED, dealer=person.key)

"""Coverage of a week's need by its shifts, for each half hour.

A dealer serves one line at a time, with a skill that they have. Whether the dealers of a half hour are enough follows
from Hall's condition: for each set of skills, those who have one of them must reach the sum of their lines. The largest
deficit over all sets is the number of dealers who are missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from roster.rules.people import SKILLS, Person, Skill
from roster.rules.week_state import HALF_HOUR, NeedLine, Shift, Week

SkillSet = frozenset[Skill]


class Coverage(msgspec.Struct, frozen=True):
    """What a week needs and has. needed, missing: dealers by half hour; on_duty: those with a skill that is needed."""

    needed: tuple[int, ...]
    missing: tuple[int, ...]
    on_duty: tuple[int, ...]

    @property
    def needed_half_hours(self) -> int:
        """Return the dealers' half hours that the week needs."""
        return sum(self.needed)

    @property
    def covered_half_hours(self) -> int:
        return sum(self.needed) - sum(self.missing)


def skill_sets() -> list[SkillSet]:
    """Return all sets of at least one skill."""
    return [
        frozenset(skills)
        for size in range(1, len(SKILLS) + 1)
        for skills in combinations(SKILLS, size)
    ]


ALL_SETS = skill_sets()


def shortage(need: Mapping[Skill, int], duty: Sequence[Iterable[Skill]]) -> int:
    """Return the dealers who are missing. duty: the skills of each dealer on duty."""
    deficits = [
        sum(need.get(skill, 0) for skill in skills)
        - sum(not skills.isdisjoint(of_dealer) for of_dealer in duty)
        for skills in ALL_SETS
    ]
    return max(0, *deficits)


def covered_half_hours(shift: Shift, start: int, half_hours: int) -> range:
    """Return the half hours of a week that a shift covers as a whole. start: of the week."""
    first = max(0, -((start - shift.start) // HALF_HOUR))
    last = min(half_hours, (shift.end - start) // HALF_HOUR)
    return range(first, max(first, last))


def need_of(lines: Sequence[NeedLine], half_hour: int) -> dict[Skill, int]:
    return {line.skill: line.dealers[half_hour] for line in lines}


def coverage(week: Week, shifts: Iterable[Shift], people: Sequence[Person]) -> Coverage:
    """Return the coverage of a week. shifts: of its plan, and those of the week before that go on into it."""
    skills = {person.key: person.skills for person in people}
    duty: list[list[tuple[Skill, ...]]] = [[] for _ in range(week.half_hours)]
    for shift in shifts:
        if shift.dealer not in skills:
            continue
        for half_hour in covered_half_hours(shift, week.start, week.half_hours):
            duty[half_hour].append(skills[shift.dealer])
    needs = [need_of(week.need, half_hour) for half_hour in range(week.half_hours)]
    return Coverage(
        needed=tuple(sum(need.values()) for need in needs),
        missing=tuple(shortage(need, of) for need, of in zip(needs, duty, strict=True)),
        on_duty=tuple(_useful(need, of) for need, of in zip(needs, duty, strict=True)),
    )


def _useful(need: Mapping[Skill, int], duty: Sequence[tuple[Skill, ...]]) -> int:
    wanted = {skill for skill, dealers in need.items() if dealers}
    if not wanted:
        return len(duty)
    return sum(not wanted.isdisjoint(skills) for skills in duty)

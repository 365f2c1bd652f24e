"""The model of a week for OR-Tools CP-SAT: hard rules as constraints, the rest as costs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from roster.rules.coverage import ALL_SETS, SkillSet
from roster.rules.greedy import half_hours_of
from roster.rules.options import Diary, PlanTask, Slot, diaries
from roster.rules.people import MINUTE, Person, Skill
from roster.rules.week_state import Shift
from roster.solver.costs import HALF_HOUR_MINUTES, LEAST, LIKED, SHORT, Costs, likes_of

if TYPE_CHECKING:
    pass

# The number of dealers of each set of skills in a slot, as variables.
Counts = dict[Slot, list[tuple[tuple[Skill, ...], Any]]]
Values = dict[int, int]  # of variables, by index


class WeekModel:
    """The model of a week, with the variable of each possible shift."""

    def __init__(self, task: PlanTask) -> None:
        from ortools.sat.python import cp_model

        self.task = task
        self.model = cp_model.CpModel()
        self.books = diaries(task)
        self.costs = Costs(task)
        self.ranges = {
            slot: half_hours_of(slot, task.week.start, task.week.half_hours) for slot in task.slots
        }
        self.chosen: dict[tuple[str, Slot], cp_model.IntVar] = {}
        self.terms: list[Any] = []
        # The variables that follow from the chosen shifts, each with its value: a search starts from a whole plan only.
        self.derived: list[tuple[Any, Callable[[Values], int]]] = []
        for person in task.facts.people:
            self._add_person(person, self.books[person.key])
        self._add_need()
        self.model.minimize(sum(self.terms))

    def _add_person(self, person: Person, diary: Diary) -> None:
        """Add the shifts of a dealer: one a day at most, with rest, days in a row, and hours of the week."""
        taken = set(diary.day_indexes)
        by_day: dict[int, list[Slot]] = defaultdict(list)
        for slot in self.task.slots:
            if slot.index in taken or not diary.can_add(slot):
                continue
            self.chosen[person.key, slot] = self.model.new_bool_var("")
            by_day[slot.index].append(slot)
        for slots in by_day.values():
            self.model.add_at_most_one(self._of(person, slots))
        self._add_rest(person, by_day)
        self._add_days(person, by_day, taken)
        every = [slot for slots in by_day.values() for slot in slots]
        worked = sum(slot.minutes * self.chosen[person.key, slot] for slot in every)
        room = diary.limit - diary.minutes
        if sum(max(slot.minutes for slot in slots) for slots in by_day.values()) > room:
            self.model.add(worked <= room)
        self._add_least(person, diary, every)
        for slot in every:
            self.terms.append(self.costs.of_shift(person, slot) * self.chosen[person.key, slot])
        self._add_likes(person, every)

    def _of(self, person: Person, slots: Iterable[Slot]) -> list[Any]:
        return [self.chosen[person.key, slot] for slot in slots]

    def _add_rest(self, person: Person, by_day: dict[int, list[Slot]]) -> None:
        """Of a shift that ends late and the ones that begin before the rest after it is over, at most one."""
        rest = self.task.facts.rules.rest_minutes * MINUTE
        for day, slots in by_day.items():
            for later_day in (day + 1, day + 2, day + 3):
                later = by_day.get(later_day, [])
                for end in sorted({slot.end for slot in slots}):
                    soon = [slot for slot in later if slot.start < end + rest]
                    if soon:
                        late = [slot for slot in slots if slot.end >= end]
                        self.model.add_at_most_one(self._of(person, (*late, *soon)))

    def _add_days(self, person: Person, by_day: dict[int, list[Slot]], taken: set[int]) -> None:
        most = self.task.facts.rules.days_in_row
        if not by_day:
            return
        for first in range(min(by_day) - most, max(by_day) + 1):
            days = range(first, first + most + 1)
            slots = [slot for day in days for slot in by_day.get(day, [])]
            worked = sum(day in taken for day in days)
            possible = sum(day in by_day for day in days)
            if slots and worked + possible > most:
                self.model.add(sum(self._of(person, slots)) <= most - worked)

    def _add_least(self, person: Person, diary: Diary, slots: Sequence[Slot]) -> None:
        below = person.least - diary.minutes
        if below <= 0:
            return
        most = -(-below // HALF_HOUR_MINUTES)
        missing = self.model.new_int_var(0, most, "")
        worked = sum(slot.minutes * self.chosen[person.key, slot] for slot in slots)
        self.model.add(HALF_HOUR_MINUTES * missing + worked >= below)
        self.terms.append(LEAST * missing)
        minutes = [(self.chosen[person.key, slot], slot.minutes) for slot in slots]

        def value(values: Values) -> int:
            done = sum(length for variable, length in minutes if values[variable.index])
            return -(-max(0, below - done) // HALF_HOUR_MINUTES)

        self.derived.append((missing, value))

    def _add_likes(self, person: Person, slots: Sequence[Slot]) -> None:
        for weekday, template in likes_of(person):
            meant = [
                slot
                for slot in slots
                if slot.weekday == weekday and template in ("", slot.template)
            ]
            unmet = self.model.new_bool_var("")
            chosen = self._of(person, meant)
            self.model.add(unmet + sum(chosen) >= 1)
            self.terms.append(LIKED * unmet)
            self.derived.append((unmet, partial(_is_unmet, chosen=chosen)))

    def _add_need(self) -> None:
        """Add the dealers missing in each half hour, by Hall's condition. Equal half hours share a variable."""
        counts = self._counts()
        present = self._present()
        needs = {line.skill: line.dealers for line in self.task.week.need}
        covering: dict[int, list[Slot]] = defaultdict(list)
        for slot, half_hours in self.ranges.items():
            for half_hour in half_hours:
                covering[half_hour].append(slot)
        alike: dict[tuple[Any, ...], int] = defaultdict(int)
        for half_hour in range(self.task.week.half_hours):
            wanted = [skill for skill, dealers in needs.items() if dealers[half_hour]]
            short = tuple(
                (
                    skills,
                    sum(needs[skill][half_hour] for skill in skills) - present[skills][half_hour],
                )
                for skills in ALL_SETS
                if skills <= set(wanted)
            )
            if any(dealers > 0 for _, dealers in short):
                alike[short, tuple(covering[half_hour])] += 1
        for (short, slots), times in alike.items():
            self._add_short(short, slots, times, counts)

    def _add_short(
        self,
        short: Sequence[tuple[SkillSet, int]],
        slots: Sequence[Slot],
        times: int,
        counts: Counts,
    ) -> None:
        most = max(dealers for _, dealers in short)
        missing = self.model.new_int_var(0, most, "")
        lines: list[tuple[int, list[Any]]] = []
        for skills, dealers in short:
            if dealers > 0:
                on_duty = [
                    count
                    for slot in slots
                    for of_dealer, count in counts[slot]
                    if not skills.isdisjoint(of_dealer)
                ]
                self.model.add(missing + sum(on_duty) >= dealers)
                lines.append((dealers, on_duty))
        self.terms.append(SHORT * times * missing)
        self.derived.append(
            (
                missing,
                lambda values: max(0, *(dealers - sum_of(values, duty) for dealers, duty in lines)),
            )
        )

    def _counts(self) -> Counts:
        """Return the number of dealers of each set of skills in each slot."""
        skills = {person.key: person.skills for person in self.task.facts.people}
        chosen: dict[tuple[Slot, tuple[Skill, ...]], list[Any]] = defaultdict(list)
        for (key, slot), variable in self.chosen.items():
            chosen[slot, skills[key]].append(variable)
        counts: Counts = defaultdict(list)
        for (slot, of_dealer), variables in chosen.items():
            count = self.model.new_int_var(0, len(variables), "")
            self.model.add(count == sum(variables))
            self.derived.append((count, partial(sum_of, variables=variables)))
            counts[slot].append((of_dealer, count))
        return counts

    def _present(self) -> dict[SkillSet, list[int]]:
        """Return the dealers of each set of skills who are on duty whatever the plan is."""
        week = self.task.week
        skills_of = {person.key: person.skills for person in self.task.facts.people}
        present = {skills: [0] * week.half_hours for skills in ALL_SETS}
        for shift in (*self.task.kept, *self.task.facts.around):
            for half_hour in half_hours_of(shift, week.start, week.half_hours):
                for skills in ALL_SETS:
                    present[skills][half_hour] += not skills.isdisjoint(
                        skills_of.get(shift.dealer, ())
                    )
        return present

    def hint(self, shifts: Sequence[Shift]) -> None:
        """Start the search with a plan."""
        given = {(shift.dealer, shift.start, shift.template) for shift in shifts}
        values: Values = {}
        for (key, slot), variable in self.chosen.items():
            values[variable.index] = int((key, slot.start, slot.template) in given)
            self.model.add_hint(variable, values[variable.index])
        for variable, value in self.derived:
            values[variable.index] = int(value(values))
            self.model.add_hint(variable, values[variable.index])


def sum_of(values: Values, variables: Iterable[Any]) -> int:
    return sum(values[variable.index] for variable in variables)


def _is_unmet(values: Values, chosen: Sequence[Any]) -> int:
    return int(not sum_of(values, chosen))

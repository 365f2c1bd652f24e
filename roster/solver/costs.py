"""What a plan costs, in the planner's own unit. Every weight is a house choice; the need weighs most.

`plan_cost` computes the cost of any plan, so that plans of both planners can be compared.
"""

from collections import defaultdict
from collections.abc import Sequence

from roster.rules.coverage import coverage
from roster.rules.local_time import LocalTime
from roster.rules.options import PlanTask, Slot, diaries
from roster.rules.people import Person
from roster.rules.shift_kinds import is_night, is_weekend
from roster.rules.week_state import Shift

SHORT = 60  # a dealer who is missing for half an hour
PAID = 2  # half an hour of work
LEAST = 10  # half an hour below the least of a contract
AVOIDED = 24  # a shift that a dealer wished to avoid
LIKED = 12  # a wish for a shift that isn't met
BID = 4  # each place in the bid below the first, for the dealer who is longest in the house
NOT_BID = 5  # places in the bid that a template outside it counts as
MOST_SHARE = 12  # a night or weekend of a dealer who had more of them than others
HALF_HOUR_MINUTES = 30


class Costs:
    """The cost of each shift for each dealer."""

    def __init__(self, task: PlanTask) -> None:
        people = task.facts.people
        count = max(1, len(people))
        self.people = count
        self.local: LocalTime = task.local
        self.night_share = sum(person.nights for person in people) // count
        self.weekend_share = sum(person.weekends for person in people) // count

    def of_shift(self, person: Person, slot: Slot | Shift) -> int:
        """Return what it costs to give a shift to a dealer, without the need that it covers."""
        shift = Shift(0, slot.day, slot.start, slot.end, slot.template)
        weekday = self.local.weekday_of(shift.day)
        cost = PAID * (shift.minutes // HALF_HOUR_MINUTES)
        for wish in person.wishes:
            is_meant = wish.weekday == weekday and wish.template in ("", shift.template)
            if is_meant and not wish.likes:
                cost += AVOIDED
        cost += self._bid(person, shift.template)
        if is_night(shift, self.local):
            cost += min(MOST_SHARE, max(0, person.nights - self.night_share))
        if is_weekend(shift, self.local):
            cost += min(MOST_SHARE, max(0, person.weekends - self.weekend_share))
        return cost

    def _bid(self, person: Person, template: str) -> int:
        """Return the cost of a place in the bid. That of the longest in the house weighs most."""
        if not person.bid:
            return 0
        place = person.bid.index(template) if template in person.bid else NOT_BID
        return min(place, NOT_BID) * BID * (self.people - person.seniority + 1) // self.people


def likes_of(person: Person) -> list[tuple[int, str]]:
    """Return the weekday and template of each shift that a dealer would like."""
    return [(wish.weekday, wish.template) for wish in person.wishes if wish.likes]


def plan_cost(task: PlanTask, shifts: Sequence[Shift]) -> int:
    """Return the cost of a plan. shifts: the new ones."""
    costs = Costs(task)
    people = {person.key: person for person in task.facts.people}
    new = [shift for shift in shifts if shift.dealer in people]
    cost = sum(costs.of_shift(people[shift.dealer], shift) for shift in new)
    every = (*task.kept, *new, *task.facts.around)
    cost += SHORT * sum(coverage(task.week, every, task.facts.people).missing)
    minutes: dict[str, int] = defaultdict(int)
    worked: set[tuple[str, int, str]] = set()
    for shift in new:
        minutes[shift.dealer] += shift.minutes
        weekday = costs.local.weekday_of(shift.day)
        worked |= {(shift.dealer, weekday, shift.template), (shift.dealer, weekday, "")}
    for key, diary in diaries(task).items():
        person = people[key]
        below = max(0, person.least - diary.minutes - minutes[key])
        cost += LEAST * -(-below // HALF_HOUR_MINUTES)
        cost += LIKED * sum((key, *like) not in worked for like in likes_of(person))
    return cost

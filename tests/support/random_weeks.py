"""Random weeks of a room: need, templates, dealers with windows, time off, wishes and bids, house rules."""

from datetime import date, timedelta
from random import Random

from roster.rules.options import PlanTask, plan_task
from roster.rules.people import SKILLS, Person, RosterRules, ShiftTemplate, Window, Wish
from roster.rules.week_state import NeedLine, PlanFacts, Shift, Week
from tests.support.roster_rules import local_days, moment

# Mondays: of usual weeks, and of weeks whose Sunday night changes the clocks.
WEEKS = (
    (date(2026, 11, 30), "America/Los_Angeles"),
    (date(2026, 3, 2), "America/Los_Angeles"),
    (date(2026, 10, 26), "America/Los_Angeles"),
    (date(2027, 3, 22), "Europe/Berlin"),
    (date(2027, 10, 25), "Europe/Berlin"),
)


def random_task(seed: int, *, dealers: int = 18, tables: int = 4) -> PlanTask:
    """Return the task of a planner for a random week. dealers, tables: at most."""
    random = Random(seed)
    monday, zone = WEEKS[seed % len(WEEKS)]
    templates = _templates(random)
    days = [monday + timedelta(days=number) for number in range(7)]
    people = tuple(
        _person(random, number, templates, days)
        for number in range(random.randint(4, max(4, dealers)))
    )
    rules = RosterRules(
        day_minutes=random.choice((480, 600, 600, 720)),
        week_minutes=random.choice((1800, 2400, 2400, 2880)),
        rest_minutes=random.choice((480, 600, 660, 1500)),
        days_in_row=random.choice((3, 5, 6)),
    )
    start, end = moment(0, 0, monday, zone), moment(7, 0, monday, zone)
    half_hours = (end - start) // 1_800_000
    week = Week(
        monday=monday.isoformat(),
        start=start,
        end=end,
        need=_need(random, half_hours, tables),
        draft=tuple(_fixed(random, people, monday, zone)),
    )
    facts = PlanFacts(
        rules=rules,
        people=people,
        around=tuple(_around(random, people, monday, zone)),
        templates=templates,
        **local_days(monday, zone),
    )
    return plan_task(week, facts, started=start - 1)


def _templates(random: Random) -> tuple[ShiftTemplate, ...]:
    firsts = random.sample(range(0, 1440, 120), k=random.randint(2, 6))
    return tuple(
        ShiftTemplate(
            key=f"t{first}",
            title=f"From {first}",
            first=first,
            minutes=random.choice((300, 480, 480, 600)),
            weekdays=(4, 5, 6) if random.random() < 0.15 else (),
        )
        for first in sorted(firsts)
    )


def _person(
    random: Random, number: int, templates: tuple[ShiftTemplate, ...], days: list[date]
) -> Person:
    most = random.choice((1200, 1800, 2400))
    skills = tuple(skill for skill in SKILLS if skill == "flop" or random.random() < 0.4)
    return Person(
        key=f"staff.{number}",
        name=f"Dealer {number}",
        least=random.choice((0, 0, most // 2, most)),
        most=most,
        skills=skills if random.random() < 0.9 else (),
        windows=_windows(random) if random.random() < 0.4 else (),
        off=tuple(day.isoformat() for day in days if random.random() < 0.07),
        wishes=tuple(
            Wish(weekday, random.choice(("", templates[0].key)), random.random() < 0.5)
            for weekday in random.sample(range(7), k=random.randint(0, 2))
        ),
        bid=tuple(template.key for template in random.sample(templates, k=random.randint(0, 2))),
        seniority=number + 1,
        nights=random.randint(0, 6),
        weekends=random.randint(0, 4),
    )


def _windows(random: Random) -> tuple[Window, ...]:
    windows = []
    for weekday in range(7):
        if random.random() < 0.7:
            first = random.choice((0, 360, 600, 900, 1200))
            windows.append(Window(weekday, first, first + random.choice((480, 600, 840))))
    return tuple(windows)


def _need(random: Random, half_hours: int, tables: int) -> tuple[NeedLine, ...]:
    lines = []
    for skill in SKILLS:
        if skill != "flop" and random.random() < 0.5:
            continue
        most = random.randint(1, tables) if skill == "flop" else 1
        dealers = []
        for half_hour in range(half_hours):
            hour = half_hour // 2 % 24
            is_busy = hour < 3 or hour >= 14
            dealers.append(most if is_busy else most // 2)
        lines.append(NeedLine(skill, tuple(dealers)))
    return tuple(lines)


def _fixed(random: Random, people: tuple[Person, ...], monday: date, zone: str) -> list[Shift]:
    """Return shifts that a manager fixed: one each for some dealers, on a day without time off nearby."""
    shifts = []
    for number, person in enumerate(people):
        if random.random() < 0.2 and not person.windows and not person.off:
            day = random.randint(0, 6)
            start = moment(day, 12, monday, zone)
            shifts.append(
                Shift(
                    number + 1,
                    (monday + timedelta(days=day)).isoformat(),
                    start,
                    start + 6 * 3_600_000,
                    "",
                    person.key,
                    is_fixed=True,
                )
            )
    return shifts


def _around(random: Random, people: tuple[Person, ...], monday: date, zone: str) -> list[Shift]:
    """Return shifts of last week's weekend and of next week's Monday."""
    shifts: list[Shift] = []
    for person in people:
        for day, hour in ((-3, 18), (-2, 18), (-1, 18), (7, 6)):
            if random.random() < 0.4:
                start = moment(day, hour, monday, zone)
                local_day = (monday + timedelta(days=day)).isoformat()
                number = -len(shifts) - 1
                shifts.append(
                    Shift(number, local_day, start, start + 8 * 3_600_000, "", person.key)
                )
    return shifts

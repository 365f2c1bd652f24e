"""A sample crew and need of a large room, for the simulation and the measurement of the solver. Invented dealers."""

from random import Random

from lineup.rules.plan import dealers_needed
from lineup.rules.state import LineupPolicy
from roster.rules.crew_state import Member
from roster.rules.people import SKILLS, Contract, ShiftTemplate, Skill, Window, Wish

TEMPLATES = (
    ShiftTemplate("morning", "Morning", 9 * 60, 480),
    ShiftTemplate("day", "Day", 11 * 60, 480),
    ShiftTemplate("swing", "Swing", 14 * 60, 480),
    ShiftTemplate("evening", "Evening", 16 * 60, 480),
    ShiftTemplate("late", "Late", 18 * 60, 480),
    ShiftTemplate("night", "Night", 20 * 60, 480),
    ShiftTemplate("grave", "Grave", 22 * 60, 480),
    ShiftTemplate("dawn", "Dawn", 2 * 60, 480),
    ShiftTemplate("short", "Short", 19 * 60, 300, (4, 5)),
)
# Part of the tables that are open, by hour of the day, and by weekday.
HOURS = (
    *(0.75, 0.6, 0.45, 0.35, 0.25, 0.2, 0.15, 0.15),
    *(0.15, 0.2, 0.25, 0.3, 0.4, 0.45, 0.5, 0.55),
    *(0.6, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 0.9),
)
WEEKDAYS = (0.55, 0.55, 0.6, 0.65, 0.95, 1.0, 0.75)
CONTRACTS: tuple[tuple[Contract, int, int], ...] = (
    ("full", 1920, 2400),
    ("part", 600, 1440),
    ("on_call", 0, 1200),
)


def sample_member(key: str, number: int, random: Random) -> Member:
    """Return a dealer with contract, availability, wishes and bid."""
    contract, least, most = random.choices(CONTRACTS, (13, 4, 3))[0]
    keys = [template.key for template in TEMPLATES]
    wishes = tuple(
        Wish(weekday, "", likes=False)
        for weekday in random.sample(range(7), k=random.randint(0, 2))
    )
    return Member(
        key=key,
        contract=contract,
        least=least,
        most=most,
        hired=f"20{10 + number % 15:02}-{1 + number % 12:02}-{1 + number % 28:02}",
        windows=_windows(random) if contract != "full" else (),
        wishes=wishes,
        bid=tuple(random.sample(keys, k=3)) if random.random() < 0.5 else (),
    )


def _windows(random: Random) -> tuple[Window, ...]:
    weekdays = sorted(random.sample(range(7), k=random.randint(4, 6)))
    first = random.choice((0, 9 * 60, 14 * 60))
    return tuple(Window(weekday, first, 2880) for weekday in weekdays)


def sample_skills(random: Random) -> tuple[Skill, ...]:
    """Return the games that a dealer is signed off for."""
    return tuple(
        skill
        for skill, part in zip(SKILLS, (1.0, 0.4, 0.25), strict=True)
        if random.random() < part
    )


def sample_need(tables: int, half_hours: int, minutes_at_start: int = 0) -> dict[Skill, list[int]]:
    """Return the dealers needed in each half hour of a week that begins on Monday at midnight."""
    need: dict[Skill, list[int]] = {skill: [] for skill in SKILLS}
    for half_hour in range(half_hours):
        hour = half_hour // 2 + minutes_at_start // 60
        # The hours after midnight belong to the evening before.
        weekday = ((hour - 6) // 24) % 7
        open_tables = round(tables * HOURS[hour % 24] * WEEKDAYS[weekday])
        stud = open_tables // 12
        draw = open_tables // 20
        need["flop"].append(dealers_needed(open_tables, LineupPolicy()) - stud - draw)
        need["stud"].append(stud)
        need["draw"].append(draw)
    return need

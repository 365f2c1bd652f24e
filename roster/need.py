"""The dealers that a week needs, from the room's own weeks and the tournament calendar.

Each half hour has the median of the same half hour and weekday of the weeks that the forecast uses, on the clock of the
house. Tables become dealers with the breaks of the lineup's policy; a holiday has its part of the players.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from statistics import median_low

from django.utils import timezone

from journal.unix_time import from_milliseconds, milliseconds
from lineup.actions import load_lineup
from poker.games import GAMES
from reports.forecast.demand import MIN_WEEKS, WEEKS, tables_needed
from reports.forecast.history import DEFAULT_SEATS
from roster.crew_log import load_crew
from roster.rules.crew_state import Crew
from roster.rules.need_rules import dealers_by_skill, rarest_skill, with_least_skills
from roster.rules.people import SKILLS, Skill
from roster.rules.week_state import HALF_HOUR, NeedLine, Week
from tables.models import GameHalfHour, Plaque
from tables.plaque_names import TOURNAMENT
from tournaments.actions import load_tournament
from tournaments.expectations import DONE, TableDemand, table_demand
from tournaments.models import EventSummary

SEARCHED_WEEKS = 2 * WEEKS  # before the week, so that a plan made a month ahead still has enough
WEEK = timedelta(weeks=1)


class _Game:
    """The players and seats of one game, by the beginning of a half hour."""

    def __init__(self) -> None:
        self.player_s: dict[int, int] = defaultdict(int)
        self.open_s = 0
        self.chair_s = 0

    @property
    def seats(self) -> int:
        if not self.open_s:
            return DEFAULT_SEATS
        return (self.chair_s + self.open_s // 2) // self.open_s


def forecast_need(room_id: int, week: Week, now: datetime) -> tuple[NeedLine, ...]:
    """Return the need of a week; nothing if the room has too few weeks behind it."""
    moments = _moments(week, now)
    games = _games(room_id, moments)
    weeks = _weeks_with_figures(moments, games)
    if len(weeks) < MIN_WEEKS:
        return ()
    skills = _skills_of_games()
    crew = load_crew(room_id)
    percents = _holiday_percents(crew, week)
    demands = list(_tournaments(room_id))
    policy = load_lineup(room_id).policy
    dealers: dict[Skill, list[int]] = {skill: [] for skill in SKILLS}
    for half_hour in range(week.half_hours):
        tables: dict[Skill, int] = defaultdict(int)
        for name, game in games.items():
            players = median_low([game.player_s[moments[number][half_hour]] for number in weeks])
            skill = skills.get(name, "flop")
            tables[skill] += tables_needed(players * percents[half_hour] // 100, game.seats)
        at = from_milliseconds(week.start + half_hour * HALF_HOUR)
        for event_skill, demand in demands:
            tables[event_skill] += demand.at(at)
        need = with_least_skills(dealers_by_skill(tables, policy), crew.rules)
        for skill, count in need.items():
            dealers[skill].append(count)
    return tuple(NeedLine(skill, tuple(dealers[skill])) for skill in SKILLS if any(dealers[skill]))


def _moments(week: Week, now: datetime) -> list[list[int]]:
    """Return the same half hours of each earlier week that is over, the latest first, on the clock of the house."""
    starts = [
        timezone.localtime(from_milliseconds(week.start + number * HALF_HOUR))
        for number in range(week.half_hours)
    ]
    moments = [
        [milliseconds((start - WEEK * number).astimezone(UTC)) for start in starts]
        for number in range(1, SEARCHED_WEEKS + 1)
    ]
    return [half_hours for half_hours in moments if half_hours[-1] + HALF_HOUR <= milliseconds(now)]


def _games(room_id: int, moments: list[list[int]]) -> dict[str, _Game]:
    games: dict[str, _Game] = defaultdict(_Game)
    if not moments:
        return games
    rows = GameHalfHour.objects.filter(
        room=room_id,
        begins__gte=from_milliseconds(moments[-1][0]),
        begins__lte=from_milliseconds(moments[0][-1]),
    ).exclude(game=TOURNAMENT)
    columns = ("begins", "game", "seat_s", "wait_s", "open_s", "chair_s")
    for begins, name, seat_s, wait_s, open_s, chair_s in rows.values_list(*columns):
        game = games[name]
        game.player_s[milliseconds(begins)] += seat_s + wait_s
        game.open_s += open_s
        game.chair_s += chair_s
    return games


def _weeks_with_figures(moments: list[list[int]], games: dict[str, _Game]) -> list[int]:
    """Return the positions of the latest weeks in which anyone played. A week without a figure is ignored."""
    played = {begins for game in games.values() for begins in game.player_s}
    numbers = [
        number for number, half_hours in enumerate(moments) if not played.isdisjoint(half_hours)
    ]
    return numbers[:WEEKS]


def _skills_of_games() -> dict[str, Skill]:
    """Return the skill of each plaque's name."""
    skills: dict[str, Skill] = {}
    for plaque in Plaque.objects.order_by("pk"):
        keys = [plaque.game, *(leg["game"] for leg in plaque.rotation)]
        families: set[str] = {GAMES[key].family for key in keys if key in GAMES}
        skills.setdefault(plaque.name, rarest_skill(families))
    return skills


def _holiday_percents(crew: Crew, week: Week) -> list[int]:
    """Return the part of the usual players in each half hour: that of its local day."""
    by_day = {holiday.day: holiday.percent for holiday in crew.holidays}
    starts = [
        from_milliseconds(week.start + number * HALF_HOUR) for number in range(week.half_hours)
    ]
    return [by_day.get(timezone.localdate(start).isoformat(), 100) for start in starts]


def _tournaments(room_id: int) -> Iterable[tuple[Skill, TableDemand]]:
    """Yield the tables that each event wants, with the skill for its games."""
    rows = EventSummary.objects.filter(event__room=room_id).exclude(status__in=DONE)
    for summary in rows.select_related("event__room"):
        demand = table_demand(summary)
        if demand is None:
            continue
        plan = load_tournament(summary.event_id)[1].plan
        keys = {plan.game, *(level.game for level in plan.levels)}
        families: set[str] = {GAMES[key].family for key in keys if key in GAMES}
        yield rarest_skill(families), demand

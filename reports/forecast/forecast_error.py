"""The error of the forecast over a room's past: forecast tables and dealers against those needed.

The comparison is with the naive forecast that nothing changes.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from lineup.rules.plan import dealers_needed
from lineup.rules.state import LineupPolicy
from reports.forecast.demand import COMING, tables_needed
from reports.forecast.history import HALF_HOUR, HalfHourUse, forecast_of, moments_around
from tables.models import GameHalfHour

EVERY = HALF_HOUR  # time between two forecasts
Uses = dict[datetime, dict[str, HalfHourUse]]


@dataclass(slots=True)
class LeadError:
    """Absolute errors at one lead, summed: one game's tables, all tables, dealers."""

    games: int = 0  # cases
    game_tables: int = 0
    naive_game_tables: int = 0
    rooms: int = 0  # cases
    tables: int = 0
    naive_tables: int = 0
    dealers: int = 0
    naive_dealers: int = 0


@dataclass(slots=True)
class ForecastError:
    """The error of a room's forecasts, by half hours ahead."""

    made: int = 0  # forecasts
    skipped: int = 0  # moments with too few earlier weeks
    leads: list[LeadError] = field(default_factory=lambda: [LeadError() for _ in range(COMING)])


def forecast_error(
    room_id: int, *, since: datetime, until: datetime, policy: LineupPolicy
) -> ForecastError:
    """Forecast each half hour of a past range, and compare with what happened. Reads the whole range."""
    use = _uses(room_id, until)
    error = ForecastError()
    for now in _moments(since, until):
        moments = moments_around(now)
        forecast = forecast_of(moments, use)
        if not forecast.is_known:
            error.skipped += 1
            continue
        error.made += 1
        seats = {game.game: game.seats for game in forecast.games}
        naive = _needed(use.get(now, {}), seats)
        for lead, begins in enumerate(forecast.begins):
            guess = {
                game.game: tables_needed(game.player_s[lead], game.seats) for game in forecast.games
            }
            _compare(error.leads[lead], _needed(use.get(begins, {}), seats), guess, naive, policy)
    return error


def _compare(
    lead: LeadError,
    actual: dict[str, int],
    guess: dict[str, int],
    naive: dict[str, int],
    policy: LineupPolicy,
) -> None:
    for game, tables in actual.items():
        lead.games += 1
        lead.game_tables += abs(guess[game] - tables)
        lead.naive_game_tables += abs(naive[game] - tables)
    needed = sum(actual.values())
    guessed = sum(guess.values())
    stays = sum(naive.values())
    lead.rooms += 1
    lead.tables += abs(guessed - needed)
    lead.naive_tables += abs(stays - needed)
    dealers = dealers_needed(needed, policy)
    lead.dealers += abs(dealers_needed(guessed, policy) - dealers)
    lead.naive_dealers += abs(dealers_needed(stays, policy) - dealers)


def _needed(use: dict[str, HalfHourUse], seats: dict[str, int]) -> dict[str, int]:
    """Return the tables that the players of each game needed."""
    no_use = HalfHourUse()
    return {
        game: tables_needed(use.get(game, no_use).player_s, size) for game, size in seats.items()
    }


def _moments(since: datetime, until: datetime) -> Iterator[datetime]:
    while since < until:
        yield since
        since += EVERY


def _uses(room_id: int, until: datetime) -> Uses:
    use: Uses = defaultdict(dict)
    rows = GameHalfHour.objects.filter(room=room_id, begins__lt=until + timedelta(hours=3))
    columns = ("begins", "game", "seat_s", "wait_s", "open_s", "chair_s")
    for begins, game, seat_s, wait_s, open_s, chair_s in rows.values_list(*columns).iterator():
        before = use[begins].get(game, HalfHourUse())
        use[begins][game] = HalfHourUse(
            before.player_s + seat_s + wait_s, before.open_s + open_s, before.chair_s + chair_s
        )
    return use

"""The half hours of a room that a forecast uses, read in one query no matter how long the room has been running."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from reports.forecast.demand import COMING, MIN_WEEKS, PAST, WEEKS, players_expected
from tables.models import GameHalfHour

HALF_HOUR = timedelta(minutes=30)
DEFAULT_SEATS = 9  # seats assumed for a game without an open table in these half hours


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForecast:
    """One game: the player-seconds expected in each coming half hour, and the seats of its tables."""

    game: str  # the plaque's name
    player_s: tuple[int, ...]
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomForecast:
    """The forecast of a room.

    begins: start of each coming half hour; weeks: earlier weeks with figures; games: empty with too few weeks.
    """

    begins: tuple[datetime, ...]
    weeks: int
    games: tuple[GameForecast, ...]

    @property
    def is_known(self) -> bool:
        """Return whether there are enough weeks for a forecast."""
        return self.weeks >= MIN_WEEKS


def room_forecast(room_id: int, now: datetime) -> RoomForecast:
    moments = moments_around(now)
    rows = GameHalfHour.objects.filter(
        room=room_id, begins__in=[moment for week in moments for moment in week]
    ).order_by()
    use: dict[datetime, dict[str, HalfHourUse]] = defaultdict(dict)
    columns = ("begins", "game", "seat_s", "wait_s", "open_s", "chair_s")
    for begins, game, seat_s, wait_s, open_s, chair_s in rows.values_list(*columns):
        before = use[begins].get(game, HalfHourUse())
        use[begins][game] = HalfHourUse(
            before.player_s + seat_s + wait_s, before.open_s + open_s, before.chair_s + chair_s
        )
    return forecast_of(moments, use)


@dataclass(frozen=True, slots=True)
class HalfHourUse:
    """One game in one half hour: seconds of players, of open tables and of their seats."""

    player_s: int = 0
    open_s: int = 0
    chair_s: int = 0


def forecast_of(
    moments: Sequence[Sequence[datetime]], use: Mapping[datetime, Mapping[str, HalfHourUse]]
) -> RoomForecast:
    """Return the forecast from the half hours of today and of earlier weeks, as ordered by `moments_around`. Pure.

    A week without any figure is ignored: the room was closed, or had no figures yet.
    """
    today, *weeks = moments
    weeks = [week for week in weeks if any(use.get(moment) for moment in week)]
    begins = tuple(today[PAST:])
    if len(weeks) < MIN_WEEKS:
        return RoomForecast(begins=begins, weeks=len(weeks), games=())
    names = {
        name for week in (today[:PAST], *weeks) for moment in week for name in use.get(moment, ())
    }
    games = [_game(name, today[:PAST], weeks, use) for name in sorted(names)]
    return RoomForecast(begins=begins, weeks=len(weeks), games=tuple(games))


def _game(
    name: str,
    past: Sequence[datetime],
    weeks: Sequence[Sequence[datetime]],
    use: Mapping[datetime, Mapping[str, HalfHourUse]],
) -> GameForecast:
    no_use = HalfHourUse()

    def of(moments: Sequence[datetime]) -> list[HalfHourUse]:
        return [use.get(moment, {}).get(name, no_use) for moment in moments]

    all_use = [*of(past), *(item for week in weeks for item in of(week))]
    open_s = sum(use_then.open_s for use_then in all_use)
    chair_s = sum(use_then.chair_s for use_then in all_use)
    return GameForecast(
        game=name,
        player_s=players_expected(
            [use_then.player_s for use_then in of(past)],
            [[use_then.player_s for use_then in of(week)] for week in weeks],
        ),
        seats=(chair_s + open_s // 2) // open_s if open_s else DEFAULT_SEATS,
    )


def moments_around(now: datetime) -> list[list[datetime]]:
    """Return the beginnings of half hours, today's first and then week by week back: those past and those coming.

    The times of day are the same on the clock of the house. The current half hour is in neither list, because it is not
    over.
    """
    local = timezone.localtime(now).replace(second=0, microsecond=0)
    current = local.replace(minute=local.minute // 30 * 30)
    steps = [*range(-PAST, 0), *range(1, COMING + 1)]
    return [
        [(current - timedelta(weeks=week) + step * HALF_HOUR).astimezone(UTC) for step in steps]
        for week in range(WEEKS + 1)
    ]

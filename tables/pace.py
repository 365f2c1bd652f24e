"""Typical hands per hour of each game in a room: the median of that room's hours, so that slow tables can be flagged.

No guide gives a number of hands per hour. Only clock hours count if a hand began in both their first and their last ten
minutes.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db import transaction

from poker.stakes import Stakes, legs
from poker.view.model import GameView, RotationView
from tables.hand_starts import hands_begun
from tables.models import HourlyHandCount, TypicalPace
from tables.table_log import stakes_dealt

HOUR = timedelta(hours=1)
LOOKBACK_HOURS = 3  # how many hours a refresh looks back; a room closed for longer dealt no hands
RETENTION = timedelta(days=28)
MIN_HOURS = 10  # minimum hours of a game for a typical value
# Without a hand for longer at either end, the table did not deal throughout the hour
MAX_GAP = timedelta(minutes=10)
MIN_DURATION = timedelta(minutes=20)  # no rate is given before this time


@dataclass(frozen=True, slots=True)
class HandsStarted:
    """Hands that a table started in a period, with the times of the first and the last."""

    hands: int
    first: datetime
    last: datetime

    def per_hour(self, now: datetime) -> int | None:
        """Return hands per hour, measured from the first hand; None if it is too early for a rate."""
        dealt = now - self.first
        if dealt < MIN_DURATION or self.hands < 2:
            return None
        if dealt >= HOUR - MAX_GAP:
            return self.hands
        return round((self.hands - 1) * HOUR / dealt)


def hands_started(
    *, room_id: int, since: datetime, until: datetime | None = None, tables: Collection[int] = ()
) -> dict[int, HandsStarted]:
    """Return the hands started after `since` by table; for `tables`, or for all tables of the room."""
    rows = hands_begun(room_id=room_id, since=since, until=until, tables=tables)
    return {pk: HandsStarted(*values) for pk, values in rows.items()}


def dealt_of(stakes: Stakes) -> str:
    """Return the game regardless of the stakes, such as "holdem.fixed"; for a rotation all its games."""
    games = [leg.game for leg in legs(stakes)]
    return "+".join(games) if len(games) > 1 else f"{stakes.game}.{stakes.limit}"


def dealt_at(game: GameView, rotation: RotationView | None) -> str:
    """Return the same as `dealt_of`, from the game and rotation of a table's view."""
    if rotation and len(rotation.games) > 1:
        return "+".join(rotation_game.key for rotation_game in rotation.games)
    return f"{game.key}.{game.limit}"


def typical_pace(room_id: int) -> dict[str, float]:
    """Return typical hands per hour by game, for games with enough recorded hours in the room."""
    rows = TypicalPace.objects.filter(room=room_id, hours__gte=MIN_HOURS)
    return dict(rows.values_list("game", "hands"))


def paces_refresh(*, room_id: int, now: datetime) -> None:
    """Store the hours completed since the last refresh, and the typical pace."""
    this_hour = now.replace(minute=0, second=0, microsecond=0)
    with transaction.atomic():
        for hours_back in range(LOOKBACK_HOURS, 0, -1):
            _store_hour(room_id, this_hour - hours_back * HOUR)
        HourlyHandCount.objects.filter(table__room=room_id, hour__lt=now - RETENTION).delete()
        store_typical_pace(room_id)


def compute_typical_pace(room_id: int) -> list[TypicalPace]:
    """Compute the typical pace from the stored hours, without storing it."""
    hours: dict[str, list[int]] = {}
    rows = HourlyHandCount.objects.filter(table__room=room_id)
    for game, hands in rows.values_list("game", "hands"):
        hours.setdefault(game, []).append(hands)
    return [
        TypicalPace(room_id=room_id, game=game, hands=median(hands), hours=len(hands))
        for game, hands in hours.items()
    ]


def store_typical_pace(room_id: int) -> None:
    """Store the typical pace; runs in the caller's transaction."""
    TypicalPace.objects.filter(room=room_id).delete()
    TypicalPace.objects.bulk_create(compute_typical_pace(room_id))


def covers_hour(hands_started: HandsStarted, hour: datetime) -> bool:
    """Return whether hands started near both ends of a clock hour."""
    return hands_started.first - hour <= MAX_GAP and hour + HOUR - hands_started.last <= MAX_GAP


def _store_hour(room_id: int, hour: datetime) -> None:
    known = set(
        HourlyHandCount.objects.filter(table__room=room_id, hour=hour).values_list(
            "table_id", flat=True
        )
    )
    end = hour + HOUR
    started = hands_started(room_id=room_id, since=hour, until=end)
    covering = {
        pk: hour_hands
        for pk, hour_hands in started.items()
        if pk not in known and covers_hour(hour_hands, hour)
    }
    HourlyHandCount.objects.bulk_create(
        (
            HourlyHandCount(table_id=pk, hour=hour, game=game, hands=hour_hands.hands)
            for pk, hour_hands in covering.items()
            if (game := dealt_between(pk, hour, end))
        ),
        ignore_conflicts=True,  # two workers may run this concurrently
    )


def dealt_between(table_id: int, since: datetime, until: datetime) -> str:
    """Return the game that the table dealt in a period; "" if the game changed."""
    games = {dealt_of(stakes) for stakes in stakes_dealt(table_id, since=since, until=until)}
    return games.pop()[:120] if len(games) == 1 else ""

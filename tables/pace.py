"""How fast games are dealt in this room: the median of its own hours, so that a slow table can be named.

No guide says how many hands an hour has. Only clock hours count that a table dealt right through.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db import transaction

from poker.stakes import Stakes, legs
from tables.log import hands_begun, stakes_dealt
from tables.models import HandsHour, UsualPace

HOUR = timedelta(hours=1)
BACK = 3  # hours that a look goes back: a room that was closed longer dealt none
WITHIN = timedelta(days=28)
LEAST = 10  # hours of a game until something is usual
EDGE = timedelta(minutes=10)  # without a hand at either end: not dealt right through
SOON = timedelta(minutes=20)  # a table is not measured before


@dataclass(frozen=True, slots=True)
class Begun:
    """Hands that a table began in a while, with the first and the last of them."""

    hands: int
    first: datetime
    last: datetime

    def an_hour(self, now: datetime) -> int | None:
        """Hands an hour; None while it is too soon to say. The first one is where the measure begins."""
        dealt = now - self.first
        if dealt < SOON or self.hands < 2:
            return None
        if dealt >= HOUR - EDGE:
            return self.hands
        return round((self.hands - 1) * HOUR / dealt)


def begun(
    *, room_id: int, since: datetime, until: datetime | None = None, tables: Collection[int] = ()
) -> dict[int, Begun]:
    """What tables of a room began after `since`, by the table; of these tables, or of all."""
    found = hands_begun(room_id=room_id, since=since, until=until, tables=tables)
    return {pk: Begun(*one) for pk, one in found.items()}


def dealt_of(stakes: Stakes) -> str:
    """What is dealt, whatever the stakes: "holdem.fixed"; of a rotation all its games."""
    games = [leg.game for leg in legs(stakes)]
    return "+".join(games) if len(games) > 1 else f"{stakes.game}.{stakes.limit}"


def dealt_at(game: Mapping[str, Any], rotation: Mapping[str, Any] | None) -> str:
    """The same of a table's picture."""
    if rotation and len(rotation["games"]) > 1:
        return "+".join(one["key"] for one in rotation["games"])
    return f"{game['key']}.{game['limit']}"


def usual(room_id: int) -> dict[str, float]:
    """Hands an hour by what is dealt, where the room has enough hours of it."""
    rows = UsualPace.objects.filter(room=room_id, hours__gte=LEAST)
    return dict(rows.values_list("game", "hands"))


def paces_keep(*, room_id: int, now: datetime) -> None:
    """Keep the hours that are over since the last look, and what is usual by now."""
    whole = now.replace(minute=0, second=0, microsecond=0)
    with transaction.atomic():
        for back in range(BACK, 0, -1):
            _hour(room_id, whole - back * HOUR)
        HandsHour.objects.filter(table__room=room_id, hour__lt=now - WITHIN).delete()
        usual_keep(room_id)


def usual_of(room_id: int) -> list[UsualPace]:
    """What is usual by the hours that are kept, not stored."""
    hours: dict[str, list[int]] = {}
    rows = HandsHour.objects.filter(table__room=room_id)
    for game, hands in rows.values_list("game", "hands"):
        hours.setdefault(game, []).append(hands)
    return [
        UsualPace(room_id=room_id, game=game, hands=median(hands), hours=len(hands))
        for game, hands in hours.items()
    ]


def usual_keep(room_id: int) -> None:
    """Keep what is usual by now; the caller has the transaction."""
    UsualPace.objects.filter(room=room_id).delete()
    UsualPace.objects.bulk_create(usual_of(room_id))


def right_through(begun: Begun, hour: datetime) -> bool:
    """Whether hands began near both ends of a clock hour."""
    return begun.first - hour <= EDGE and hour + HOUR - begun.last <= EDGE


def _hour(room_id: int, hour: datetime) -> None:
    known = set(
        HandsHour.objects.filter(table__room=room_id, hour=hour).values_list("table_id", flat=True)
    )
    end = hour + HOUR
    found = begun(room_id=room_id, since=hour, until=end)
    through = {pk: one for pk, one in found.items() if pk not in known and right_through(one, hour)}
    HandsHour.objects.bulk_create(
        (
            HandsHour(table_id=pk, hour=hour, game=game, hands=one.hands)
            for pk, one in through.items()
            if (game := dealt_between(pk, hour, end))
        ),
        ignore_conflicts=True,  # two workers at once
    )


def dealt_between(table_id: int, since: datetime, until: datetime) -> str:
    """What the table dealt in a while; "" where the game changed."""
    games = {dealt_of(one) for one in stakes_dealt(table_id, since=since, until=until)}
    return games.pop()[:120] if len(games) == 1 else ""

"""After some years without a visit a player is anonymised, and what is left of sign-ins goes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, Q, QuerySet

from audit.models import Act, LastUse
from journal.forgetting import addresses
from keeping.anonymise import SYSTEM, anonymise, refuse_needed
from keeping.models import YEARS, Retention, RetentionRun
from players.identity import numbers_of
from players.models import Player
from poker.refusal import Refusal
from tables.models import Room, Visit

YEAR = timedelta(days=365.25)


@dataclass(frozen=True, slots=True)
class Due:
    """Somebody who has not been here for as long as his rooms keep people. why: the refusal that keeps him, or none."""

    player: Player
    last: datetime
    years: int
    why: Refusal | None = None


def due(now: datetime) -> list[Due]:
    """Who is due by now, with those whom the house still has to know."""
    years = _years()
    longest = max(years.values(), default=YEARS)
    rows = Player.objects.filter(anonymised_at=None, merged_into=None).order_by("pk")
    # Nobody who was here since the shortest of them can be due.
    before = now - YEAR * min(years.values(), default=YEARS)
    recent = Q(visits__out_at=None, visits__isnull=False) | Q(visits__in_at__gt=before)
    quiet = rows.filter(created_at__lte=before).exclude(pk__in=rows.filter(recent).values("pk"))
    found = []
    for player in quiet:
        visits = Visit.objects.filter(player__in=numbers_of(player))
        seen = visits.aggregate(last=Max("out_at"), came=Max("in_at"))
        last = max(one for one in (player.created_at, *seen.values()) if one is not None)
        rooms = set(visits.values_list("room", flat=True))
        kept = max((years.get(room, YEARS) for room in rooms), default=longest)
        if last <= now - YEAR * kept:
            found.append(Due(player, last, kept, _needed(player, now)))
    return found


def retain(now: datetime) -> RetentionRun:
    """Carry it out, each player in a transaction of his own; gives what it was."""
    done = left = 0
    for one in due(now):
        try:
            if one.why is not None:
                raise one.why
            why = f"not here for {one.years} years"
            anonymise(player=one.player, by=SYSTEM, reason=why, now=now)
            done += 1
        except Refusal:
            left += 1
    with transaction.atomic():
        devices, sign_ins = _old_sign_ins(now)
        return RetentionRun.objects.create(
            at=now,
            players=done,
            kept=left,
            devices=devices,
            sign_ins=sign_ins,
            cut=_since(now),
        )


def old_sign_ins(now: datetime) -> int:
    """How many acts still name a device, and how many rows of sign-ins there are, that are too old."""
    since = _since(now)
    devices = _devices(since).count() + addresses(since=_before(), until=since).count()
    return devices + sum(rows.count() for rows in _tries(since, now))


def _old_sign_ins(now: datetime) -> tuple[int, int]:
    since = _since(now)
    devices = _devices(since).update(device="")
    devices += addresses(since=_before(), until=since).update(device="")
    return devices, sum(rows.delete()[0] for rows in _tries(since, now))


def _since(now: datetime) -> datetime:
    return now - YEAR * max(_years().values(), default=YEARS)


def _devices(since: datetime) -> QuerySet[Act]:
    return Act.objects.filter(at__lt=since).exclude(device="")


def _before() -> datetime | None:
    """What the runs before have emptied already."""
    cut: datetime | None = RetentionRun.objects.aggregate(cut=Max("cut"))["cut"]
    return cut


def _tries(since: datetime, now: datetime) -> tuple[QuerySet[Any], ...]:
    return (
        AccessAttempt.objects.filter(attempt_time__lt=since),
        AccessFailureLog.objects.filter(attempt_time__lt=since),
        AccessLog.objects.filter(attempt_time__lt=since),
        LastUse.objects.filter(at__lt=since),
        Session.objects.filter(expire_date__lt=now),
    )


def _years() -> dict[int, int]:
    """By room; a room that nobody set has the usual ones."""
    said = dict(Retention.objects.values_list("room", "years"))
    return {room: said.get(room, YEARS) for room in Room.objects.values_list("pk", flat=True)}


def _needed(player: Player, now: datetime) -> Refusal | None:
    try:
        refuse_needed(player, now)
    except Refusal as refusal:
        return refusal
    return None

"""Retention: players are anonymized some years after their last visit, and old sign-in data is deleted."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, Q, QuerySet

from journal.erasure import entries_with_address
from ops.anonymize import SYSTEM, anonymize, refuse_needed
from ops.models import YEARS, Retention, RetentionRun
from players.identity import numbers_of
from players.models import Player
from poker.refusal import Refusal
from staff.models import AuditEvent, LastUse, Room
from tables.models import Visit

YEAR = timedelta(days=365.25)


@dataclass(frozen=True, slots=True)
class RetentionCandidate:
    """A player whose last visit is longer ago than their rooms' retention."""

    player: Player
    last: datetime
    years: int
    why: Refusal | None = None  # the refusal that prevents anonymizing, if any


@dataclass(frozen=True, slots=True)
class RetainedRecords:
    """Records of one kind that are anonymized after the longest retention of any room.

    name: of one record; due: returns whose records are due, by key, with the time of the last entry of each; run:
    anonymizes them, and returns how many.
    """

    name: str
    due: Callable[[datetime], Iterable[tuple[str, datetime]]]
    run: Callable[[datetime], int]


def retained_records() -> tuple[RetainedRecords, ...]:
    """Return the records of packages above this one; a setting names their module."""
    records: tuple[RetainedRecords, ...] = import_module(settings.RETAINED_RECORDS).RECORDS
    return records


def retention_candidates(now: datetime) -> list[RetentionCandidate]:
    """Return the players who are due, including those whose data the house still needs."""
    years = _years()
    longest = max(years.values(), default=YEARS)
    rows = Player.objects.filter(anonymised_at=None, merged_into=None).order_by("pk")
    # After a visit within the shortest retention, the player is not due in any room.
    before = now - YEAR * min(years.values(), default=YEARS)
    recent = Q(visits__out_at=None, visits__isnull=False) | Q(visits__in_at__gt=before)
    quiet = rows.filter(created_at__lte=before).exclude(pk__in=rows.filter(recent).values("pk"))
    results = []
    for player in quiet:
        visits = Visit.objects.filter(player__in=numbers_of(player))
        last_visits = visits.aggregate(last=Max("out_at"), came=Max("in_at"))
        last = max(item for item in (player.created_at, *last_visits.values()) if item is not None)
        rooms = set(visits.values_list("room", flat=True))
        years_kept = max((years.get(room, YEARS) for room in rooms), default=longest)
        if last <= now - YEAR * years_kept:
            results.append(RetentionCandidate(player, last, years_kept, _needed(player, now)))
    return results


def run_retention(now: datetime) -> RetentionRun:
    """Anonymize every player who is due, in one transaction for each player, and return the stored run."""
    player_count = needed_count = 0
    for candidate in retention_candidates(now):
        try:
            if candidate.why is not None:
                raise candidate.why
            why = f"not here for {candidate.years} years"
            anonymize(player=candidate.player, by=SYSTEM, reason=why, now=now)
            player_count += 1
        except Refusal:
            needed_count += 1
    with transaction.atomic():
        devices, sign_ins = _old_sign_ins(now)
        return RetentionRun.objects.create(
            at=now,
            players=player_count,
            kept=needed_count,
            devices=devices,
            sign_ins=sign_ins,
            cut=_since(now),
        )


def old_sign_ins(now: datetime) -> int:
    """Return how many outdated records there are: audit events and entries with a device, and rows of sign-ins."""
    since = _since(now)
    devices = _devices(since).count() + entries_with_address(since=_before(), until=since).count()
    return devices + sum(rows.count() for rows in _tries(since, now))


def _old_sign_ins(now: datetime) -> tuple[int, int]:
    since = _since(now)
    devices = _devices(since).update(device="")
    devices += entries_with_address(since=_before(), until=since).update(device="")
    return devices, sum(rows.delete()[0] for rows in _tries(since, now))


def longest_retention() -> timedelta:
    """Return the retention of the room that keeps records longest."""
    return YEAR * max(_years().values(), default=YEARS)


def _since(now: datetime) -> datetime:
    return now - longest_retention()


def _devices(since: datetime) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.filter(at__lt=since).exclude(device="")


def _before() -> datetime | None:
    """Return the time up to which earlier runs have cleared devices."""
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
    """Return the retention in years by room; a room without a setting has the default."""
    data = dict(Retention.objects.values_list("room", "years"))
    return {room: data.get(room, YEARS) for room in Room.objects.values_list("pk", flat=True)}


def _needed(player: Player, now: datetime) -> Refusal | None:
    try:
        refuse_needed(player, now)
    except Refusal as refusal:
        return refusal
    return None

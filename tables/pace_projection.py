"""Projection of hourly hand counts and typical pace: compared with the log, and rebuilt."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby

from journal.projections import LogHead, ScheduledProjection
from tables.models import HourlyHandCount, Table, TypicalPace
from tables.pace import (
    HOUR,
    RETENTION,
    HandsStarted,
    compute_typical_pace,
    covers_hour,
    dealt_between,
    store_typical_pace,
)
from tables.table_log import hands_at

HourlyCount = tuple[datetime, str, int]  # an hour, what was dealt, how many hands


def hours_of_log(log: LogHead) -> set[HourlyCount]:
    """Return all hours of a table from its log, as `paces_refresh` would store them."""
    return set(_hours(log))


def _hours(log: LogHead) -> Iterator[HourlyCount]:
    for hour, group in groupby(hands_at(log.pk, until=log.seq), key=_hour_of):
        starts = list(group)
        hands_started = HandsStarted(len(starts), starts[0], starts[-1])
        if covers_hour(hands_started, hour) and (game := dealt_between(log.pk, hour, hour + HOUR)):
            yield hour, game, hands_started.hands


def _hour_of(at: datetime) -> datetime:
    """Return the clock hour of a hand; a full hour belongs to the hour that it ends."""
    at -= timedelta(microseconds=1)
    return at.replace(minute=0, second=0, microsecond=0)


def _stored(log: LogHead) -> set[HourlyCount]:
    return set(HourlyHandCount.objects.filter(table=log.pk).values_list("hour", "game", "hands"))


def _compare(log: LogHead) -> str:
    """Describe stored hours that differ from the log.

    A missing hour is not a mismatch: the room was closed when the hour ended.
    """
    stored = _stored(log)
    wrong = stored - hours_of_log(log) if stored else set()
    if wrong:
        return f"hours of hands: {len(wrong)} don't match the log"
    return _compare_typical_pace(log)


def _compare_typical_pace(log: LogHead) -> str:
    """Compare the typical pace of the room; done once per room, at the first of its tables."""
    room = Table.objects.filter(pk=log.pk).values_list("room_id", flat=True).first()
    if room is None:  # a log without its table, which `orphans` reports
        return ""
    first = Table.objects.filter(room=room).order_by("pk").values_list("pk", flat=True).first()
    if first != log.pk:
        return ""
    stored = set(TypicalPace.objects.filter(room=room).values_list("game", "hands", "hours"))
    wrong = stored ^ {
        (usual_pace.game, usual_pace.hands, usual_pace.hours)
        for usual_pace in compute_typical_pace(room)
    }
    return f"usual pace: {len(wrong)} don't match the hourly figures" if wrong else ""


def _find_gaps(log: LogHead) -> str:
    """Describe hours missing from the four weeks before the log's last entry."""
    missing = _missing(log)
    return f"hourly hand counts: {len(missing)} missing" if missing else ""


def _missing(log: LogHead) -> set[HourlyCount]:
    last_at = log.last_at()
    if last_at is None:
        return set()
    recent = {
        count for count in hours_of_log(log) if last_at - RETENTION <= count[0] <= last_at - HOUR
    }
    known = {hour for hour, *_ in _stored(log)}
    return {count for count in recent if count[0] not in known}


def _rebuild(log: LogHead) -> None:
    expected = hours_of_log(log)
    wrong = {hour for hour, *_ in _stored(log) - expected}
    HourlyHandCount.objects.filter(table=log.pk, hour__in=wrong).delete()
    hours = {count for count in expected if count[0] in wrong} | _missing(log)
    HourlyHandCount.objects.bulk_create(
        HourlyHandCount(table_id=log.pk, hour=hour, game=game, hands=hands)
        for hour, game, hands in sorted(hours)
    )
    store_typical_pace(Table.objects.values_list("room_id", flat=True).get(pk=log.pk))


PROJECTION = ScheduledProjection(_compare, _rebuild, _find_gaps)

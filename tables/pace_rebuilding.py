"""The hours that tables dealt right through, and what is usual here: compared with the log, and made anew."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby

from journal import beside
from journal.beside import Log
from tables.log import hands_at
from tables.models import HandsHour, Table, UsualPace
from tables.pace import HOUR, WITHIN, Begun, dealt_between, right_through, usual_keep, usual_of
from tables.rebuilding import TABLES

Kept = tuple[datetime, str, int]  # an hour, what was dealt, how many hands


def begin() -> None:
    """`verify_journal` and `rebuild_pictures` know of these rows from now on."""
    beside.keep(beside.Beside(TABLES, _compare, _renew, _lacks))


def hours_of_log(log: Log) -> set[Kept]:
    """All hours of a table that its log has, as `paces_keep` would keep them."""
    return set(_hours(log))


def _hours(log: Log) -> Iterator[Kept]:
    for hour, group in groupby(hands_at(log.pk, until=log.seq), key=_hour_of):
        found = list(group)
        begun = Begun(len(found), found[0], found[-1])
        if right_through(begun, hour) and (game := dealt_between(log.pk, hour, hour + HOUR)):
            yield hour, game, begun.hands


def _hour_of(at: datetime) -> datetime:
    """An hour has its end and not its beginning."""
    at -= timedelta(microseconds=1)
    return at.replace(minute=0, second=0, microsecond=0)


def _stored(log: Log) -> set[Kept]:
    return set(HandsHour.objects.filter(table=log.pk).values_list("hour", "game", "hands"))


def _compare(log: Log) -> str:
    """What is kept and is not so. What is not kept is no difference: the room was closed when the hour was over."""
    stored = _stored(log)
    wrong = stored - hours_of_log(log) if stored else set()
    if wrong:
        return f"hours of hands: {len(wrong)} are not what the log says"
    return _usual_compare(log)


def _usual_compare(log: Log) -> str:
    """Of a room, asked at the first of its tables."""
    room = Table.objects.filter(pk=log.pk).values_list("room_id", flat=True).first()
    if room is None:  # a log whose table is gone; that is told elsewhere
        return ""
    first = Table.objects.filter(room=room).order_by("pk").values_list("pk", flat=True).first()
    if first != log.pk:
        return ""
    stored = set(UsualPace.objects.filter(room=room).values_list("game", "hands", "hours"))
    wrong = stored ^ {(one.game, one.hands, one.hours) for one in usual_of(room)}
    return f"usual paces: {len(wrong)} are not what the hours say" if wrong else ""


def _lacks(log: Log) -> str:
    """Hours of the log that nobody kept, of the four weeks before its last entry."""
    lacking = _missing(log)
    return f"hours of hands: {len(lacking)} were not kept" if lacking else ""


def _missing(log: Log) -> set[Kept]:
    over = log.last_at()
    if over is None:
        return set()
    found = {one for one in hours_of_log(log) if over - WITHIN <= one[0] <= over - HOUR}
    known = {hour for hour, *_ in _stored(log)}
    return {one for one in found if one[0] not in known}


def _renew(log: Log) -> None:
    true = hours_of_log(log)
    wrong = {hour for hour, *_ in _stored(log) - true}
    HandsHour.objects.filter(table=log.pk, hour__in=wrong).delete()
    again = {one for one in true if one[0] in wrong} | _missing(log)
    HandsHour.objects.bulk_create(
        HandsHour(table_id=log.pk, hour=hour, game=game, hands=hands)
        for hour, game, hands in sorted(again)
    )
    usual_keep(Table.objects.values_list("room_id", flat=True).get(pk=log.pk))

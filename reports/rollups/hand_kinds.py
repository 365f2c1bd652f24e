"""Hands by their kinds: the hours of tables, and the days of the room with the products of those hours."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime

from reports.models import HandKindDay, HandKindHour
from reports.rollups.clusters import upsert
from reports.rollups.log_reducer import KindCell, KindSums
from tables.models import Table

FIELDS = KindSums.__struct_fields__
PRODUCTS = ("n", "hh", "hs", "ss")
_HOUR_KEY = ("table_id", "hour", "day", "shift", "dealer", "game", "kinds")
_DAY_KEY = ("day", "shift", "game", "kinds")
_HourKey = tuple[object, ...]
_DayKey = tuple[object, ...]


def kinds_add(deltas: Iterable[tuple[Table, KindCell, KindSums]]) -> None:
    """Add to the hours of tables of one room and to the room's days. Rows with only zeros are deleted.

    The days change by the differences of their hours, so no hour is read twice.
    """
    changed = [(table, cell, sums) for table, cell, sums in deltas if sums != KindSums()]
    if not changed:
        return
    room_id = changed[0][0].room_id
    stored = HandKindHour.objects.filter(
        table__in={table.pk for table, _, _ in changed},
        hour__in={_moment(at.cell.hour) for _, at, _ in changed},
    )
    rows_by_key: dict[_HourKey, HandKindHour] = {
        tuple(getattr(row, name) for name in _HOUR_KEY): row for row in stored
    }
    changed_rows: list[HandKindHour] = []
    gone: list[int] = []
    day_deltas: dict[_DayKey, Counter[str]] = {}
    for table, at, sums in changed:
        day = date.fromisoformat(at.cell.day)
        key = (table.pk, _moment(at.cell.hour), day, *at.cell[2:], at.kinds)
        row = rows_by_key.get(key) or HandKindHour(
            room_id=room_id, **dict(zip(_HOUR_KEY, key, strict=True))
        )
        day_delta = day_deltas.setdefault((row.day, row.shift, row.game, row.kinds), Counter())
        day_delta.subtract(_sums(row))
        for name in FIELDS:
            setattr(row, name, getattr(row, name) + getattr(sums, name))
        day_delta.update(_sums(row))
        if any(getattr(row, name) for name in FIELDS):
            changed_rows.append(row)
        elif row.pk:
            gone.append(row.pk)
    if gone:
        HandKindHour.objects.filter(pk__in=gone).delete()
    upsert(HandKindHour, changed_rows, FIELDS)
    _days_add(room_id, day_deltas)


def _sums(row: HandKindHour) -> dict[str, int]:
    """Return the sums of an hour with their products."""
    sums = {name: getattr(row, name) for name in FIELDS}
    return sums | {
        "n": int(any(sums.values())),
        "hh": row.hands * row.hands,
        "hs": row.hands * row.seconds,
        "ss": row.seconds * row.seconds,
    }


def _days_add(room_id: int, day_deltas: Mapping[_DayKey, Mapping[str, int]]) -> None:
    stored = HandKindDay.objects.filter(room=room_id, day__in={key[0] for key in day_deltas})
    rows_by_key: dict[_DayKey, HandKindDay] = {
        tuple(getattr(row, name) for name in _DAY_KEY): row for row in stored
    }
    changed_rows: list[HandKindDay] = []
    gone: list[int] = []
    for key, delta in day_deltas.items():
        row = rows_by_key.get(key) or HandKindDay(
            room_id=room_id, **dict(zip(_DAY_KEY, key, strict=True))
        )
        for name in (*FIELDS, *PRODUCTS):
            setattr(row, name, getattr(row, name) + delta[name])
        if row.n:
            changed_rows.append(row)
        elif row.pk:
            gone.append(row.pk)
    if gone:
        HandKindDay.objects.filter(pk__in=gone).delete()
    upsert(HandKindDay, changed_rows, (*FIELDS, *PRODUCTS))


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)

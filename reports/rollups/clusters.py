"""The sums of gaming days and months with their clusters, rebuilt from hours and days.

Table days are the sums of hours. Room days and table months, the long sums, are the sums of table days.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Any, TypeVar

from django.db.models import Model, QuerySet, Sum

from reports.models import DealerDay, DealerMonth, RoomDay, TableDay, TableHour, TableMonth
from reports.models.hands import ClusteredSums
from reports.rollups.log_reducer import CellKey, CellSums
from tables.models import Table

FIELDS = CellSums.__struct_fields__
PRODUCTS = ("n", "hh", "ht", "tt", "dd", "dt", "rr", "rt")

ChangedCells = list[tuple[Table, CellKey]]  # cells of the tables of one room
Days = TypeVar("Days", bound=ClusteredSums)
Rows = TypeVar("Rows", bound=Model)
SumsByKey = dict[
    tuple[object, ...], dict[str, float]
]  # the sums of rows, by the values of their key


def days_refresh(cells: ChangedCells) -> None:
    """Refresh the days of these cells from their hours: the tables' days, the dealers' days and the room's.

    The tables are read together. Days that several of them share, a dealer's or the room's, are computed once.
    """
    if not cells:
        return
    room_id = cells[0][0].room_id
    tables = {table.pk for table, _ in cells}
    dealers = {cell.dealer for _, cell in cells}
    days = {date.fromisoformat(cell.day) for _, cell in cells}
    hours = TableHour.objects.filter(room=room_id, day__in=days)
    on_days: dict[str, object] = {"day__in": days}
    sums_by_key = _added(hours.filter(table__in=tables), *_key(TableDay))
    _sync_rows(TableDay, room_id, on_days | {"table__in": tables}, sums_by_key)
    sums_by_key = _sums_by(TableDay.objects.filter(room=room_id, day__in=days), *_key(RoomDay))
    _sync_rows(RoomDay, room_id, on_days, sums_by_key)
    sums_by_key = _added(hours.filter(dealer__in=dealers), *_key(DealerDay))
    _sync_rows(DealerDay, room_id, on_days | {"dealer__in": dealers}, sums_by_key)
    for month in {day.replace(day=1) for day in days}:
        within = {"room": room_id, "day__gte": month, "day__lt": next_month(month)}
        of_tables = TableDay.objects.filter(**within, table__in=tables)
        _month_refresh(TableMonth, room_id, month, {"table__in": tables}, of_tables)
        of_dealers = DealerDay.objects.filter(**within, dealer__in=dealers)
        _month_refresh(DealerMonth, room_id, month, {"dealer__in": dealers}, of_dealers)


def _month_refresh(
    model: type[Model],
    room_id: int,
    month: date,
    whose: dict[str, object],
    days: "QuerySet[Days]",
) -> None:
    """Refresh one month of some tables or dealers from its days. month: its first day."""
    names = _key(model)
    place = names.index("day")
    sums_by_rest = _sums_by(days, *names[:place], *names[place + 1 :])
    sums_by_key: SumsByKey = {
        (*key[:place], month, *key[place:]): sums for key, sums in sums_by_rest.items()
    }
    _sync_rows(model, room_id, {"day": month} | whose, sums_by_key)


def long_sums_fill(room_id: int, month: date) -> None:
    """Rewrite the room days and table months of one calendar month from table days."""
    within: dict[str, object] = {"day__gte": month, "day__lt": next_month(month)}
    days = TableDay.objects.filter(room=room_id, **within)
    _sync_rows(RoomDay, room_id, within, _sums_by(days, *_key(RoomDay)))
    _month_refresh(TableMonth, room_id, month, {}, days)


def next_month(month: date) -> date:
    """Return the first day of the next month."""
    return (month + timedelta(days=31)).replace(day=1)


def products(rows: Iterable[dict[str, Any]]) -> dict[str, float]:
    """Return the sums of products of hours: each row is a cluster, except rows without hands and drop."""
    sums: dict[str, float] = dict.fromkeys(PRODUCTS, 0)
    for row in rows:
        hands = row["hands"]
        seconds = row["open_s"]
        drop = row["rake"] + row["jackpot"] + row["time"]
        if not (hands or seconds or drop):
            continue
        sums["n"] += 1
        sums["hh"] += hands * hands
        sums["ht"] += hands * seconds
        sums["tt"] += seconds * seconds
        sums["dd"] += drop * drop
        sums["dt"] += drop * seconds
        sums["rr"] += row["rake"] * row["rake"]
        sums["rt"] += row["rake"] * seconds
    return sums


def _sums_by(rows: "QuerySet[Days]", *names: str) -> SumsByKey:
    """Return the sums of days by these columns."""
    summed = (*FIELDS, *PRODUCTS)
    grouped = rows.order_by().values_list(*names)
    grouped = grouped.annotate(**{f"sum_{name}": Sum(name) for name in summed})
    return {
        tuple(row[: len(names)]): dict(zip(summed, row[len(names) :], strict=True))
        for row in grouped
    }


def _added(rows: QuerySet[TableHour], *names: str) -> SumsByKey:
    """Return the sums of hours by these columns, with their products."""
    groups: dict[tuple[object, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows.order_by().values_list(*names, *FIELDS):
        groups[row[: len(names)]].append(dict(zip(FIELDS, row[len(names) :], strict=True)))
    return {
        key: {name: sum(row[name] for row in group) for name in FIELDS} | products(group)
        for key, group in groups.items()
    }


def _sync_rows(
    model: type[Model], room_id: int, which: dict[str, object], sums_by_key: SumsByKey
) -> None:
    """Insert, change and delete the room's rows that match `which`, so that they equal `sums_by_key`."""
    names = _key(model)
    stored_rows = model._default_manager.filter(room=room_id, **which)
    rows_by_key = {tuple(getattr(row, name) for name in names): row for row in stored_rows}
    outdated = [row.pk for key, row in rows_by_key.items() if key not in sums_by_key]
    if outdated:
        model._default_manager.filter(pk__in=outdated).delete()
    changed = []
    for key, sums in sums_by_key.items():
        row = rows_by_key.get(key)
        if row is None:
            row = model(room_id=room_id, **dict(zip(names, key, strict=True)))
        elif all(getattr(row, name) == value for name, value in sums.items()):
            continue
        for name, value in sums.items():
            setattr(row, name, value)
        changed.append(row)
    upsert(model, changed, (*FIELDS, *PRODUCTS))


def upsert(model: type[Rows], rows: Collection[Rows], columns: Collection[str]) -> None:
    """Insert rows, or update these columns if their unique key is stored, in one statement for many rows."""
    model._default_manager.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=_unique(model),
        update_fields=columns,
    )


def _unique(model: type[Model]) -> Sequence[str]:
    (constraint,) = model._meta.total_unique_constraints
    return constraint.fields


def _key(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a model's unique key within a room."""
    columns = {field.name: field.attname for field in model._meta.concrete_fields}
    return tuple(columns[name] for name in _unique(model) if name != "room")

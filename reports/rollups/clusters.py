"""The sums of gaming days and months with their clusters, rebuilt from hours and days.

Table days are the sums of hours. Room days and table months, the long sums, are the sums of table days.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, TypeVar

from django.db.models import Model, QuerySet, Sum

from reports.models import DealerDay, DealerMonth, RoomDay, TableDay, TableHour, TableMonth
from reports.models.hands import ClusteredSums
from reports.rollups.log_reducer import CellKey, CellSums
from tables.models import Table

FIELDS = CellSums.__struct_fields__
PRODUCTS = ("n", "hh", "ht", "tt", "dd", "dt", "rr", "rt")
BY = ("day", "shift", "game")


ChangedCells = list[tuple[Table, CellKey]]  # of tables of one room


def days_refresh(cells: ChangedCells) -> None:
    """Refresh the days of these cells from their hours: the tables' days, the dealers' days and the room's.

    What several tables share, a dealer's days and the room's, is read once for all of them.
    """
    if not cells:
        return
    room_id = cells[0][0].room_id
    for table in {table.pk: table for table, _ in cells}.values():
        days = _days(cell for other, cell in cells if other.pk == table.pk)
        at_table = TableHour.objects.filter(table=table, day__in=days)
        made = _added(at_table.values(*BY, *FIELDS), BY)
        _bring(TableDay, {"table": table, "room_id": room_id}, days, made)
        _months_of_table_refresh(table, days)
    days = _days(cell for _, cell in cells)
    of_room = TableDay.objects.filter(room=room_id, day__in=days)
    _bring(RoomDay, {"room_id": room_id}, days, _sums_by(of_room, *BY))
    for dealer in {cell.dealer for _, cell in cells}:
        on = _days(cell for _, cell in cells if cell.dealer == dealer)
        of_dealer = TableHour.objects.filter(room=room_id, day__in=on, dealer=dealer)
        made = _added(of_dealer.values(*BY, *FIELDS), BY)
        _bring(DealerDay, {"room_id": room_id, "dealer": dealer}, on, made)
        months_refresh(room_id, dealer, on)


def _days(cells: Iterable[CellKey]) -> set[date]:
    return {date.fromisoformat(cell.day) for cell in cells}


def months_refresh(room_id: int, dealer: str, days: Iterable[date]) -> None:
    """Refresh one dealer's months from these days."""
    for month in {day.replace(day=1) for day in days}:
        rows = DealerDay.objects.filter(
            room=room_id, dealer=dealer, day__gte=month, day__lt=next_month(month)
        )
        _bring(DealerMonth, {"room_id": room_id, "dealer": dealer}, {month}, _of_month(rows, month))


def _months_of_table_refresh(table: Table, days: Iterable[date]) -> None:
    """Refresh the table's months from its days."""
    for month in {day.replace(day=1) for day in days}:
        rows = TableDay.objects.filter(table=table, day__gte=month, day__lt=next_month(month))
        whose = {"table": table, "room_id": table.room_id}
        _bring(TableMonth, whose, {month}, _of_month(rows, month))


def long_sums_fill(room_id: int, month: date) -> None:
    """Write the room days and table months of one calendar month again from table days."""
    within = {"room": room_id, "day__gte": month, "day__lt": next_month(month)}
    days, filled = TableDay.objects.filter(**within), []
    for key, sums in _sums_by(days, *BY).items():
        filled.append(RoomDay(room_id=room_id, **dict(zip(BY, key, strict=True)), **sums))
    RoomDay.objects.filter(**within).delete()
    RoomDay.objects.bulk_create(filled, batch_size=500)
    months = []
    for key, sums in _sums_by(days, "table_id", "shift", "game").items():
        table, shift, game = key
        months.append(
            TableMonth(
                **{"room_id": room_id, "table_id": table, "day": month},
                **{"shift": shift, "game": game},
                **sums,
            )
        )
    TableMonth.objects.filter(room=room_id, day=month).delete()
    TableMonth.objects.bulk_create(months, batch_size=500)


def next_month(month: date) -> date:
    """Return the first day of the next month."""
    return (month + timedelta(days=31)).replace(day=1)


def products(rows: Iterable[dict[str, Any]]) -> dict[str, float]:
    """Return the sums of products of hours: each row is a cluster, except rows without hands and drop."""
    sums: dict[str, float] = dict.fromkeys(PRODUCTS, 0)
    for row in rows:
        hands, seconds = row["hands"], row["open_s"]
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


Days = TypeVar("Days", bound=ClusteredSums)


def _sums_by(rows: "QuerySet[Days]", *names: str) -> dict[tuple[object, ...], dict[str, float]]:
    """Return the sums of rows of days by these columns."""
    summed = (*FIELDS, *PRODUCTS)
    found = rows.order_by().values_list(*names)
    found = found.annotate(**{f"sum_{name}": Sum(name) for name in summed})
    return {
        tuple(row[: len(names)]): dict(zip(summed, row[len(names) :], strict=True)) for row in found
    }


def _of_month(rows: "QuerySet[Days]", month: date) -> dict[tuple[object, ...], dict[str, float]]:
    return {(month, *key): sums for key, sums in _sums_by(rows, "shift", "game").items()}


def _added(
    rows: Iterable[dict[str, object]], by: tuple[str, ...]
) -> dict[tuple[object, ...], dict[str, float]]:
    groups: dict[tuple[object, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in by)].append(row)
    return {
        key: {name: sum(row[name] for row in group) for name in FIELDS} | products(group)
        for key, group in groups.items()
    }


def _bring(
    model: type[Model],
    whose: dict[str, object],
    days: set[date],
    made: dict[tuple[object, ...], dict[str, float]],
    by: tuple[str, ...] = BY,
) -> None:
    there = model._default_manager.filter(**whose, day__in=days)
    rows_by_key = {tuple(getattr(row, name) for name in by): row for row in there}
    gone = [row.pk for key, row in rows_by_key.items() if key not in made]
    if gone:
        model._default_manager.filter(pk__in=gone).delete()
    new, old = [], []
    for key, sums in made.items():
        row = rows_by_key.get(key)
        if row is None:
            new.append(model(**whose, **dict(zip(by, key, strict=True)), **sums))
            continue
        if any(getattr(row, name) != value for name, value in sums.items()):
            for name, value in sums.items():
                setattr(row, name, value)
            old.append(row)
    model._default_manager.bulk_create(new, batch_size=500)
    for row in old:
        row.save(update_fields=[*FIELDS, *PRODUCTS])

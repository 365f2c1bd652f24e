"""The sums of gaming days and months with their clusters, rebuilt from hours and days."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from reports.models import DealerDay, DealerMonth, TableDay, TableHour
from reports.rollups.log_reducer import CellKey, CellSums
from tables.models import Table

FIELDS = CellSums.__struct_fields__
PRODUCTS = ("n", "hh", "ht", "tt", "dd", "dt", "rr", "rt")
BY = ("day", "shift", "game")


def days_refresh(table: Table, cells: Iterable[CellKey]) -> None:
    """Refresh the days of these cells from their hours: the table's days and the dealers' days."""
    cells = list(cells)
    days = {date.fromisoformat(cell.day) for cell in cells}
    at_table = TableHour.objects.filter(table=table, day__in=days)
    made = _added(at_table.values(*BY, *FIELDS), BY)
    _bring(TableDay, {"table": table, "room_id": table.room_id}, days, made)
    for dealer in {cell.dealer for cell in cells}:
        on = {date.fromisoformat(cell.day) for cell in cells if cell.dealer == dealer}
        of_dealer = TableHour.objects.filter(room=table.room_id, day__in=on, dealer=dealer)
        made = _added(of_dealer.values(*BY, *FIELDS), BY)
        _bring(DealerDay, {"room_id": table.room_id, "dealer": dealer}, on, made)
        months_refresh(table.room_id, dealer, on)


def months_refresh(room_id: int, dealer: str, days: Iterable[date]) -> None:
    """Refresh one dealer's months from these days."""
    for month in {day.replace(day=1) for day in days}:
        rows = DealerDay.objects.filter(
            room=room_id, dealer=dealer, day__gte=month, day__lt=next_month(month)
        )
        sums: dict[tuple[object, ...], dict[str, float]] = {}
        for row in rows.values("shift", "game", *FIELDS, *PRODUCTS):
            into = sums.setdefault(
                (month, row["shift"], row["game"]), dict.fromkeys((*FIELDS, *PRODUCTS), 0)
            )
            for name in into:
                into[name] += row[name]
        _bring(DealerMonth, {"room_id": room_id, "dealer": dealer}, {month}, sums)


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
    model: Any,
    whose: dict[str, object],
    days: set[date],
    made: dict[tuple[object, ...], dict[str, float]],
    by: tuple[str, ...] = BY,
) -> None:
    there = model.objects.filter(**whose, day__in=days)
    rows_by_key = {tuple(getattr(row, name) for name in by): row for row in there}
    gone = [row.pk for key, row in rows_by_key.items() if key not in made]
    if gone:
        model.objects.filter(pk__in=gone).delete()
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
    model.objects.bulk_create(new, batch_size=500)
    for row in old:
        row.save(update_fields=[*FIELDS, *PRODUCTS])

"""Hands dealt over a range: sums of rollups by table, game, dealer, shift, day or hour, with their rates."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Aggregate, Count, F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import Cast

from reports.figures.intervals import Rate, clustered, wilson
from reports.figures.ranges import ReportRange
from reports.models import (
    DealerDay,
    DealerMonth,
    RollupProgress,
    RoomDay,
    TableDay,
    TableHour,
    TableMonth,
)
from reports.rollups.clusters import PRODUCTS, next_month
from reports.rollups.log_reducer import HOUR, CellSums
from staff.models import Room

FIELDS = CellSums.__struct_fields__
MIN_HANDS = 100  # a dealer with fewer hands has no figures


@dataclass(frozen=True, kw_only=True)
class HandStats:
    """Sums of rollup rows; names and units as in `reports.models.hands`.

    Each rate is computed once, because several blocks of a page show it.
    """

    key: Any = None  # table number, game, dealer, shift, day or hour; None for all
    hands: int = 0
    partial: int = 0
    misdeals: int = 0
    undone: int = 0
    downs: int = 0
    open_s: int = 0
    seat_s: int = 0
    chair_s: int = 0
    rake: int = 0
    jackpot: int = 0
    time: int = 0
    splash: int = 0
    n: int = 0
    hh: int = 0
    ht: int = 0
    tt: int = 0
    dd: float = 0
    dt: float = 0
    rr: float = 0
    rt: float = 0

    @property
    def drop(self) -> int:
        """Everything the house took, in the smallest unit."""
        return self.rake + self.jackpot + self.time

    @property
    def table_hours(self) -> float:
        """Hours that tables were open."""
        return self.open_s / HOUR

    @property
    def seat_hours(self) -> float:
        """Hours that seats at open tables were taken."""
        return self.seat_s / HOUR

    @cached_property
    def pace(self) -> Rate:
        """Hands per table-hour. n: hands. Empty without hands."""
        return self._by_the_hour(self.hands, self.hh, self.ht)

    @cached_property
    def take(self) -> Rate:
        """Drop per table-hour, in the smallest unit. n: hands. Empty without hands and drop."""
        return self._by_the_hour(self.drop, self.dd, self.dt)

    @cached_property
    def rake_rate(self) -> Rate:
        """Rake per table-hour, in the smallest unit. n: hands."""
        return self._by_the_hour(self.rake, self.rr, self.rt)

    @property
    def seat_use(self) -> float | None:
        return self.seat_s / self.chair_s if self.chair_s else None

    @cached_property
    def partial_share(self) -> Rate:
        """The share of hands that the tablet did not follow to the end."""
        return wilson(self.partial, self.hands)

    def _by_the_hour(self, top: float, top_top: float, top_bottom: float) -> Rate:
        if not (self.hands or top_top):
            return Rate(None, None, None, 0)
        return clustered(
            top=top,
            bottom=self.open_s,
            clusters=self.n,
            top_top=top_top,
            top_bottom=top_bottom,
            bottom_bottom=self.tt,
            n=self.hands,
            scale=HOUR,
        )


_SUMMED = tuple(field.name for field in fields(HandStats) if field.name != "key")


def added(rows: Iterable[HandStats], key: object = None) -> HandStats:
    sums = dict.fromkeys(_SUMMED, 0)
    for row in rows:
        for name in _SUMMED:
            sums[name] += getattr(row, name)
    return HandStats(key=key, **sums)


def dealt_by(
    report_range: ReportRange, *names: str, only: Sequence[str] = (*FIELDS, *PRODUCTS)
) -> dict[tuple[Any, ...], HandStats]:
    """Return sums by these columns: table, game, dealer, day, shift and hour. Each key is the tuple of their values.

    Daily sums are used where they suffice, else hourly sums. only: the sums to read; all others are 0.
    """
    columns = tuple("table_id" if name == "table" else name for name in names)
    sums_by_key: dict[tuple[object, ...], dict[str, float]] = {}
    for rows, products in _rows(report_range, set(names)):
        all_sums = _sums(products)
        summed = {f"sum_{name}": all_sums[f"sum_{name}"] for name in only}
        for row in rows.order_by().values_list(*columns).annotate(**summed):
            key = tuple(row[: len(names)])
            sums = row[len(names) :]
            before = sums_by_key.get(key, {})
            sums_by_key[key] = {
                name: before.get(name, 0) + (value or 0)
                for name, value in zip(only, sums, strict=True)
            }
    return {
        key: HandStats(key=key[0] if len(key) == 1 else key, **sums)  # type: ignore[arg-type]
        for key, sums in sums_by_key.items()
    }


def dealt(report_range: ReportRange) -> HandStats:
    """Return the sums of the whole range."""
    return added(dealt_by(report_range, "game").values())


def grouped(
    rows: dict[tuple[object, ...], HandStats],
    position: int,
    order: Callable[[Any], Any] = lambda key: key,
) -> tuple[HandStats, ...]:
    """Combine the sums of finer groups by one of their columns, in order."""
    groups: dict[object, list[HandStats]] = {}
    for key, row in rows.items():
        groups.setdefault(key[position], []).append(row)
    return tuple(added(groups[key], key) for key in sorted(groups, key=order))


def hours_of(report_range: ReportRange) -> QuerySet[TableHour]:
    """Return the hourly rows of a range."""
    return TableHour.objects.filter(within(report_range), **narrowed(report_range))


def _rows(report_range: ReportRange, names: set[str]) -> Iterator[tuple[QuerySet[Any], bool]]:
    """Yield the fewest rows that contain the sums: each query, and whether it has the sums of products."""
    by_table = report_range.table is not None or "table" in names
    by_dealer = bool(report_range.dealer) or "dealer" in names
    if not report_range.by_days or "hour" in names or (by_table and by_dealer):
        yield hours_of(report_range), False
        return
    months = whole_months(report_range)
    of_days: type[DealerDay] | type[RoomDay] | type[TableDay] = TableDay
    of_months: type[DealerMonth] | type[TableMonth] | None = None
    if by_dealer:
        of_days = DealerDay
        of_months = DealerMonth
    elif months and has_long_sums(report_range.room):
        of_days, of_months = (TableDay, TableMonth) if by_table else (RoomDay, None)
    rows = of_days._default_manager.filter(within(report_range), **narrowed(report_range))
    if months is None or of_months is None or "day" in names:
        yield rows, True
        return
    first, after = months
    yield rows.filter(Q(day__lt=first) | Q(day__gte=after)), True
    stored = of_months._default_manager.filter(
        room=report_range.room, day__gte=first, day__lt=after
    )
    yield stored.filter(**narrowed(report_range)), True


def has_long_sums(room: Room) -> bool:
    """Return whether the room's months and room days are complete; they are not in the first minutes after an
    upgrade.
    """
    return RollupProgress.objects.filter(room=room, has_long_sums=True).exists()


def whole_months(report_range: ReportRange) -> tuple[date, date] | None:
    """Return the full calendar months within a range: their first day and the day after their last."""
    if not report_range.first or not report_range.last:
        return None
    month = report_range.first.replace(day=1)
    first = month if report_range.first == month else next_month(month)
    after = (report_range.last + timedelta(days=1)).replace(day=1)
    return (first, after) if first < after else None


def within(report_range: ReportRange) -> Q:
    """Return the condition for rows of the room within the days or hours of a range."""
    if report_range.first and report_range.last:
        days = (
            Q(day=report_range.first)
            if report_range.days == 1
            else Q(day__range=(report_range.first, report_range.last))
        )
        return Q(room=report_range.room) & days
    assert report_range.since is not None
    assert report_range.until is not None
    return Q(
        room=report_range.room, hour__gte=_hour(report_range.since), hour__lt=report_range.until
    )


def _hour(moment: datetime) -> datetime:
    seconds = int(moment.timestamp())
    return datetime.fromtimestamp(seconds - seconds % HOUR, tz=UTC)


def narrowed(report_range: ReportRange) -> dict[str, object]:
    """Return the chosen shift, table, game and dealer of a range as conditions."""
    chosen = {
        "shift": report_range.shift,
        "table": report_range.table,
        "game": report_range.game,
        "dealer": report_range.dealer,
    }
    return {name: value for name, value in chosen.items() if value not in ("", None)}


def _sums(products: bool) -> dict[str, Aggregate]:
    sums: dict[str, Aggregate] = {f"sum_{name}": Sum(name) for name in FIELDS}
    if products:
        return sums | {f"sum_{name}": Sum(name) for name in PRODUCTS}
    drop = Cast(F("rake") + F("jackpot") + F("time"), FloatField())
    rake = Cast(F("rake"), FloatField())
    seconds = Cast(F("open_s"), FloatField())
    anything = ~Q(hands=0) | ~Q(open_s=0) | ~(Q(rake=0) & Q(jackpot=0) & Q(time=0))
    return sums | {
        "sum_n": Count("pk", filter=anything),
        "sum_hh": Sum(F("hands") * F("hands")),
        "sum_ht": Sum(F("hands") * F("open_s")),
        "sum_tt": Sum(F("open_s") * F("open_s")),
        "sum_dd": Sum(drop * drop),
        "sum_dt": Sum(drop * seconds),
        "sum_rr": Sum(rake * rake),
        "sum_rt": Sum(rake * seconds),
    }

"""What was dealt over a range: sums of rollups by table, game, dealer, shift, day or hour, with their rates."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Aggregate, Count, F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import Cast

from reports.figures.intervals import Rate, clustered, wilson
from reports.figures.ranges import Range
from reports.models import DayDealer, DayTable, Hour, MonthDealer
from reports.rolling.clusters import PRODUCTS, next_month
from reports.rolling.fold import HOUR, Sums

FIELDS = Sums.__struct_fields__
LEAST_HANDS = 100  # under which a dealer has no figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Sums of some cells; names and units as in `reports.models.dealt`.

    key: of the group: a table's number, a game, a dealer, a shift, a day or an hour; None for all together.
    """

    key: Any = None
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
        """All that the house took, smallest unit."""
        return self.rake + self.jackpot + self.time

    @property
    def table_hours(self) -> float:
        """Hours for which tables were open."""
        return self.open_s / HOUR

    @property
    def seat_hours(self) -> float:
        """Hours for which chairs of open tables were taken."""
        return self.seat_s / HOUR

    @property
    def pace(self) -> Rate:
        """Hands per table-hour; n: hands. Nothing where none was dealt: there is nothing to rate."""
        return self._by_the_hour(self.hands, self.hh, self.ht)

    @property
    def take(self) -> Rate:
        """Drop per table-hour, smallest unit; n: hands. Nothing where nothing was dealt or dropped."""
        return self._by_the_hour(self.drop, self.dd, self.dt)

    @property
    def rake_rate(self) -> Rate:
        """Rake per table-hour, smallest unit; n: hands."""
        return self._by_the_hour(self.rake, self.rr, self.rt)

    @property
    def seat_use(self) -> float | None:
        """Which part of the chairs of open tables was taken."""
        return self.seat_s / self.chair_s if self.chair_s else None

    @property
    def partial_share(self) -> Rate:
        """Which part of the hands was not followed to its end."""
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


_SUMMED = tuple(one.name for one in fields(Dealt) if one.name != "key")


def added(rows: Iterable[Dealt], key: Any = None) -> Dealt:
    """Some groups together."""
    sums = dict.fromkeys(_SUMMED, 0)
    for row in rows:
        for name in _SUMMED:
            sums[name] += getattr(row, name)
    return Dealt(key=key, **sums)


def dealt_by(
    asked: Range, *names: str, only: Sequence[str] = (*FIELDS, *PRODUCTS)
) -> dict[tuple[Any, ...], Dealt]:
    """Sums by these columns: table, game, dealer, day, shift, and hour. The key of each is the tuple of their values.

    Read from the sums of days where they say it, else from those of hours. only: which sums; the others are 0.
    """
    columns = tuple("table_id" if name == "table" else name for name in names)
    found: dict[tuple[Any, ...], dict[str, float]] = {}
    for rows, products in _rows(asked, set(names)):
        all_sums = _sums(products)
        summed = {f"sum_{name}": all_sums[f"sum_{name}"] for name in only}
        for row in rows.order_by().values_list(*columns).annotate(**summed):
            key, sums = tuple(row[: len(names)]), row[len(names) :]
            before = found.get(key, {})
            found[key] = {
                name: before.get(name, 0) + (value or 0)
                for name, value in zip(only, sums, strict=True)
            }
    return {
        key: Dealt(key=key[0] if len(key) == 1 else key, **sums)  # type: ignore[arg-type]
        for key, sums in found.items()
    }


def dealt(asked: Range) -> Dealt:
    """All of a range together."""
    return added(dealt_by(asked, "game").values())


def grouped(
    rows: dict[tuple[Any, ...], Dealt], place: int, order: Callable[[Any], Any] = lambda key: key
) -> tuple[Dealt, ...]:
    """Sums of finer groups by one of their columns, in order."""
    groups: dict[Any, list[Dealt]] = {}
    for key, row in rows.items():
        groups.setdefault(key[place], []).append(row)
    return tuple(added(groups[key], key) for key in sorted(groups, key=order))


def hours_of(asked: Range) -> QuerySet[Hour]:
    """The cells of a range."""
    return Hour.objects.filter(_within(asked), **_narrowed(asked))


def _rows(asked: Range, names: set[str]) -> Iterator[tuple[QuerySet[Any], bool]]:
    """The rows that say it with least reading, each with whether they have the sums of products."""
    by_table = asked.table is not None or "table" in names
    by_dealer = bool(asked.dealer) or "dealer" in names
    if not asked.by_days or "hour" in names or (by_table and by_dealer):
        yield hours_of(asked), False
    elif by_dealer:
        months = whole_months(asked) if "day" not in names else None
        days = DayDealer.objects.filter(_within(asked), **_narrowed(asked))
        if months is None:
            yield days, True
            return
        first, after = months
        yield days.filter(Q(day__lt=first) | Q(day__gte=after)), True
        rows = MonthDealer.objects.filter(room=asked.room, day__gte=first, day__lt=after)
        yield rows.filter(**_narrowed(asked)), True
    else:
        yield DayTable.objects.filter(_within(asked), **_narrowed(asked)), True


def whole_months(asked: Range) -> tuple[date, date] | None:
    """The calendar months that lie whole in some days: the first day of them and the first after them."""
    if not asked.first or not asked.last:
        return None
    month = asked.first.replace(day=1)
    first = month if asked.first == month else next_month(month)
    after = (asked.last + timedelta(days=1)).replace(day=1)
    return (first, after) if first < after else None


def _within(asked: Range) -> Q:
    if asked.first and asked.last:
        days = Q(day=asked.first) if asked.days == 1 else Q(day__range=(asked.first, asked.last))
        return Q(room=asked.room) & days
    assert asked.since is not None
    assert asked.until is not None
    return Q(room=asked.room, hour__gte=_hour(asked.since), hour__lt=asked.until)


def _hour(moment: datetime) -> datetime:
    seconds = int(moment.timestamp())
    return datetime.fromtimestamp(seconds - seconds % HOUR, tz=UTC)


def _narrowed(asked: Range) -> dict[str, Any]:
    chosen = {
        "shift": asked.shift,
        "table": asked.table,
        "game": asked.game,
        "dealer": asked.dealer,
    }
    return {name: value for name, value in chosen.items() if value not in ("", None)}


def _sums(products: bool) -> dict[str, Aggregate]:
    sums: dict[str, Aggregate] = {f"sum_{name}": Sum(name) for name in FIELDS}
    if products:
        return sums | {f"sum_{name}": Sum(name) for name in PRODUCTS}
    drop = Cast(F("rake") + F("jackpot") + F("time"), FloatField())
    rake, seconds = Cast(F("rake"), FloatField()), Cast(F("open_s"), FloatField())
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

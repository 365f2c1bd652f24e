"""Hands over a range by their kind: how many, how long they take, and their rake."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from django.db.models import Aggregate, Count, F, QuerySet, Sum

from poker.hand_kinds import KINDS
from reports.figures.hands import narrowed, within
from reports.figures.intervals import Rate, clustered
from reports.figures.ranges import ReportRange
from reports.models import HandKindDay, HandKindHour
from reports.rollups.hand_kinds import FIELDS

ORDINARY = ""  # the key of hands without a kind


@dataclass(frozen=True, kw_only=True)
class KindStats:
    """Sums of rollup rows; names and units as in `reports.models.hands`."""

    key: str | None = None  # a kind, "" for ordinary hands; None for all
    hands: int = 0
    seconds: int = 0
    rake: int = 0
    jackpot: int = 0
    n: int = 0
    hh: int = 0
    hs: int = 0
    ss: int = 0

    @cached_property
    def time(self) -> Rate:
        """Seconds per hand, from its first tap to its end. n: hands."""
        return clustered(
            top=self.seconds,
            bottom=self.hands,
            clusters=self.n,
            top_top=self.ss,
            top_bottom=self.hs,
            bottom_bottom=self.hh,
            n=self.hands,
        )

    @property
    def rake_per_hand(self) -> float | None:
        """Rake per hand, in the smallest unit; None without hands."""
        return self.rake / self.hands if self.hands else None


_SUMMED = tuple(field.name for field in fields(KindStats) if field.name != "key")


@dataclass(frozen=True, slots=True)
class HandKinds:
    """The hands of a range by kind, and all of them together.

    kinds: ordinary hands, then each kind in the order of `poker.hand_kinds.KINDS`; a hand of two kinds is in both, and
    kinds without a hand are left out. total: each hand once.
    """

    kinds: tuple[KindStats, ...]
    total: KindStats

    @property
    def special(self) -> tuple[KindStats, ...]:
        """The kinds without ordinary hands."""
        return tuple(stats for stats in self.kinds if stats.key != ORDINARY)


def hand_kinds(report_range: ReportRange) -> HandKinds:
    """Return the hands of a range by kind."""
    stats_by_kinds = _by_kinds(report_range)
    rows_by_kind: dict[str, list[KindStats]] = defaultdict(list)
    for kinds, stats in stats_by_kinds.items():
        for kind in kinds.split(","):
            rows_by_kind[kind].append(stats)
    order = {kind: position for position, kind in enumerate((ORDINARY, *KINDS))}
    keys = sorted(rows_by_kind, key=lambda kind: (order.get(kind, len(order)), kind))
    kinds_in_order = tuple(_added(rows_by_kind[key], key) for key in keys)
    return HandKinds(kinds_in_order, _added(stats_by_kinds.values(), None))


def _added(rows: Iterable[KindStats], key: str | None) -> KindStats:
    sums = dict.fromkeys(_SUMMED, 0)
    for row in rows:
        for name in _SUMMED:
            sums[name] += getattr(row, name)
    return KindStats(key=key, **sums)


def _by_kinds(report_range: ReportRange) -> dict[str, KindStats]:
    """Return the sums of the hands of each set of kinds, by its keys with commas between them.

    Days are of the whole room; the hours of one table or one dealer are summed up.
    """
    is_whole_room = report_range.table is None and not report_range.dealer
    rows: QuerySet[Any]
    if report_range.by_days and is_whole_room:
        rows = HandKindDay.objects.all()
        sums: dict[str, Aggregate] = {f"sum_{name}": Sum(name) for name in _SUMMED}
    else:
        rows = HandKindHour.objects.all()
        sums = _sums_of_hours()
    rows = rows.filter(within(report_range), **narrowed(report_range))
    summed = rows.order_by().values_list("kinds").annotate(**sums)
    return {kinds: _stats(values) for kinds, *values in summed if any(values)}


def _stats(values: Sequence[int | None]) -> KindStats:
    """Return the sums of a query in the order of `_SUMMED`."""
    sums = {name: value or 0 for name, value in zip(_SUMMED, values, strict=True)}
    return KindStats(key=None, **sums)


def _sums_of_hours() -> dict[str, Aggregate]:
    """Return the sums of hours with their products, as `reports.rollups.hand_kinds` stores them by day."""
    sums: dict[str, Aggregate] = {f"sum_{name}": Sum(name) for name in FIELDS}
    return sums | {
        "sum_n": Count("pk"),
        "sum_hh": Sum(F("hands") * F("hands")),
        "sum_hs": Sum(F("hands") * F("seconds")),
        "sum_ss": Sum(F("seconds") * F("seconds")),
    }

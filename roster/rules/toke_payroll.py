"""Payroll of a pay period: hours by kind, and what a dealer is paid. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from roster.rules.toke_state import PayrollRow, SplitKind, SplitLine

# The kinds of tokes of a payroll row. Lines of a correction are apart, because they are about an earlier split.
KINDS = ("own", "pool", "event", "other")


class DealerWork(msgspec.Struct, frozen=True):
    """A dealer's work in a pay period. minutes: by day, with adjustments; adjusted: what they add up to."""

    minutes: dict[str, int] = {}
    adjusted: int = 0
    breaks: int = 0
    break_minutes: int = 0
    downs: int = 0
    event_downs: int = 0


class PaidLine(msgspec.Struct, frozen=True):
    """A share that counts for a pay period, with the kind of its split."""

    line: SplitLine
    split: SplitKind


class HoursByKind(msgspec.Struct, frozen=True):
    regular: int
    overtime: int
    holiday: int


def hours_by_kind(
    minutes: Mapping[str, int],
    weeks: Iterable[Collection[str]],
    holidays: Collection[str],
    overtime_minutes: int,
) -> HoursByKind:
    """Return a dealer's minutes by kind.

    Work on a public holiday is holiday work. In each week, what exceeds `overtime_minutes` is overtime, in order of the
    days; holiday work counts towards it, but stays holiday work.
    """
    regular = 0
    overtime = 0
    holiday = 0
    for week in weeks:
        worked = 0
        for day in sorted(week):
            today = minutes.get(day, 0)
            above = max(0, min(today, worked + today - overtime_minutes))
            worked += today
            if day in holidays:
                holiday += today
            else:
                overtime += above
                regular += today - above
    return HoursByKind(regular, overtime, holiday)


def payroll_rows(
    *,
    names: Mapping[str, str],
    work: Mapping[str, DealerWork],
    lines: Iterable[PaidLine],
    carried: Mapping[str, int],
    weeks: Sequence[Collection[str]],
    holidays: Collection[str],
    overtime_minutes: int,
) -> tuple[PayrollRow, ...]:
    """Return a row for everyone who worked, has a share or a balance, by name.

    A balance below zero isn't paid but carried to the next payroll, and taken off there.
    """
    sums = _sums(lines)
    rows = [
        _row(key, names.get(key, key), work.get(key, DealerWork()), sums[key], carried.get(key, 0))
        for key in {*work, *sums, *(key for key, amount in carried.items() if amount)}
    ]
    return tuple(
        _with_hours(row, work.get(row.key, DealerWork()), weeks, holidays, overtime_minutes)
        for row in sorted(rows, key=lambda row: (row.name, row.key))
    )


def _sums(lines: Iterable[PaidLine]) -> defaultdict[str, dict[str, int]]:
    """Return what everyone gets by kind."""
    sums: defaultdict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for paid in lines:
        kind = "corrections" if paid.split == "correction" else paid.line.kind
        sums[paid.line.key][kind] += paid.line.amount
    return sums


def _row(
    key: str, name: str, work: DealerWork, sums: Mapping[str, int], carried: int
) -> PayrollRow:
    balance = sum(sums.values()) + carried
    return PayrollRow(
        key=key,
        name=name,
        adjusted=work.adjusted,
        breaks=work.breaks,
        break_minutes=work.break_minutes,
        downs=work.downs,
        event_downs=work.event_downs,
        carried=carried,
        paid=max(0, balance),
        left=min(0, balance),
        **{kind: sums.get(kind, 0) for kind in (*KINDS, "corrections")},
    )


def _with_hours(
    row: PayrollRow,
    work: DealerWork,
    weeks: Sequence[Collection[str]],
    holidays: Collection[str],
    overtime_minutes: int,
) -> PayrollRow:
    hours = hours_by_kind(work.minutes, weeks, holidays, overtime_minutes)
    return msgspec.structs.replace(
        row, regular=hours.regular, overtime=hours.overtime, holiday=hours.holiday
    )

"""The payroll of a room: figures of an open pay period, closed payrolls, and the lines behind a dealer's sums."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import QuerySet

from roster.models import AdjustedHours, PayrollLine, TokeShare, TokeSplit
from roster.rules.toke_payroll import PaidLine, payroll_rows
from roster.rules.toke_state import PayrollRow, Tokes
from roster.toke_chains import lines_of
from roster.toke_facts import work_of
from roster.toke_periods import Period
from roster.toke_work_rules import holidays_of, overtime_minutes_of
from staff.keys import aliases
from staff.models import Room

FIGURES = tuple(name for name in PayrollRow.__struct_fields__ if name not in ("key", "name"))


@dataclass(frozen=True, slots=True)
class Payroll:
    """The payroll of a pay period. closed_at: None while it is open."""

    period: Period
    rows: tuple[PayrollRow, ...]
    closed_at: datetime | None = None
    closed_by: str = ""

    @property
    def total(self) -> PayrollRow:
        """Return the sums of all rows."""
        sums = {name: sum(getattr(row, name) for row in self.rows) for name in FIGURES}
        return PayrollRow(key="", name="All", **sums)

    def row(self, key: str) -> PayrollRow | None:
        return next((row for row in self.rows if row.key == key), None)


@dataclass(frozen=True, slots=True)
class PaidShare:
    """A share with its split, as pages show it."""

    split: TokeSplit
    share: TokeShare


@dataclass(frozen=True, slots=True)
class DealerStatement:
    """A dealer's page of a pay period: the row, and the lines that add up to it."""

    period: Period
    row: PayrollRow
    shares: list[PaidShare]
    waiting: list[PaidShare] = field(default_factory=list)
    adjustments: list[AdjustedHours] = field(default_factory=list)
    is_closed: bool = False


def payroll_of(room: Room, tokes: Tokes, period: Period, now: datetime) -> Payroll:
    """Return the payroll of a pay period: as it was closed, or as it is now."""
    lines = list(PayrollLine.objects.filter(log__room=room, first=period.first, last=period.last))
    if lines:
        rows = tuple(_row(line) for line in lines)
        return Payroll(period, rows, lines[0].closed_at, lines[0].closed_by)
    return Payroll(period, rows_of(room, tokes, period, now))


def rows_of(room: Room, tokes: Tokes, period: Period, now: datetime) -> tuple[PayrollRow, ...]:
    """Return the rows of an open payroll from hours, approved splits and the balances of the one before."""
    work = work_of(room, period, now)
    splits = _splits_of(room, period)
    shares = list(_shares(room, splits))
    carried = _carried(room, tokes, period)
    keys = {*work, *carried, *(share.key for _, share in shares)}
    return payroll_rows(
        names=names_of(tokes, keys),
        work=work,
        lines=[
            PaidLine(line, split.kind)  # type: ignore[arg-type]  # the rows of the log have its values
            for (split, _), line in zip(shares, lines_of(share for _, share in shares), strict=True)
        ],
        carried=carried,
        weeks=period.weeks,
        holidays=holidays_of(room),
        overtime_minutes=overtime_minutes_of(room),
    )


def statement_of(
    room: Room, tokes: Tokes, key: str, period: Period, now: datetime
) -> DealerStatement:
    """Return what a dealer worked and gets for a pay period, with the rule of each line."""
    payroll = payroll_of(room, tokes, period, now)
    name = names_of(tokes, {key})[key]
    is_closed = payroll.closed_at is not None
    splits = _splits_of(room, period)
    shares = [PaidShare(split, share) for split, share in _shares(room, splits, key)]
    proposed = TokeSplit.objects.filter(log__room=room, status=TokeSplit.Status.PROPOSED)
    waiting = [] if is_closed else [PaidShare(*pair) for pair in _shares(room, proposed, key)]
    adjustments = AdjustedHours.objects.filter(
        log__room=room, dealer=key, day__gte=period.first, day__lte=period.last
    )
    return DealerStatement(
        period=period,
        row=payroll.row(key) or PayrollRow(key, name),
        shares=shares,
        waiting=waiting,
        adjustments=list(adjustments),
        is_closed=is_closed,
    )


def closed_periods(room: Room) -> list[Period]:
    """Return the pay periods whose payroll is closed, newest first."""
    rows = PayrollLine.objects.filter(log__room=room).order_by("-first")
    return [Period(first, last) for first, last in rows.values_list("first", "last").distinct()]


def names_of(tokes: Tokes, keys: Iterable[str]) -> dict[str, str]:
    """Return the names of dealers and of groups that get a percentage.

    A group that the policy no longer has keeps its key as its name.
    """
    wanted = set(keys)
    titles = {other.key: other.title for other in tokes.policy.others}
    return {key: titles.get(key, key) for key in wanted} | aliases(wanted)


def _splits_of(room: Room, period: Period) -> QuerySet[TokeSplit]:
    """Return the approved splits that the payroll of a pay period pays."""
    return TokeSplit.objects.filter(
        log__room=room,
        status=TokeSplit.Status.APPROVED,
        pay_first__gte=period.first,
        pay_first__lte=period.last,
    )


def _shares(
    room: Room, splits: QuerySet[TokeSplit], key: str = ""
) -> Iterable[tuple[TokeSplit, TokeShare]]:
    by_number = {split.number: split for split in splits}
    rows = TokeShare.objects.filter(log__room=room, split__in=by_number)
    mine = rows.filter(key=key) if key else rows
    return ((by_number[share.split], share) for share in mine)


def _carried(room: Room, tokes: Tokes, period: Period) -> dict[str, int]:
    """Return the balances below zero of the last closed payroll, in the period that follows it."""
    if not tokes.paid_through:
        return {}
    closed = date.fromisoformat(tokes.paid_through)
    if period.first > closed + timedelta(days=1):
        return {}
    rows = PayrollLine.objects.filter(log__room=room, last=closed, left__lt=0)
    return dict(rows.values_list("key", "left"))


def _row(line: PayrollLine) -> PayrollRow:
    return PayrollRow(line.key, line.name, **{name: getattr(line, name) for name in FIGURES})

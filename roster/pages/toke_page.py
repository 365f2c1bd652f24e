"""Data for the pages of tokes. Until two people agree, no page contains a figure of a count."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from drop.boxes import tables_of
from drop.messages import count_status_text
from drop.pages.drop_page import DenominationField
from lineup.actions import load_lineup
from lineup.eligible_staff import eligible_dealers
from promotions.gaming_days import gaming_day
from roster.models import TokeBox, TokeShare, TokeSplit
from roster.rules import toke_state as t
from roster.rules.people import HouseSource
from roster.rules.toke_decide import count_status
from roster.toke_log import load_tokes
from roster.toke_payroll import closed_periods, names_of, payroll_of
from roster.toke_periods import Period, pay_period, paying_period, pool_period
from staff.keys import aliases
from staff.models import Room, Staff
from staff.permissions import may
from tournaments.models import ScheduledEvent

SHOWN = 12  # approved splits and closed payrolls on a page
Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A box that two people must count, with who counts next."""

    box: t.TokeBox
    status_text: str


@dataclass(frozen=True, slots=True)
class PeriodToSplit:
    """The counted boxes of a period that no split has. to_count: boxes that must be counted first."""

    period: Period
    boxes: list[t.TokeBox]
    to_count: int
    is_over: bool

    @property
    def total(self) -> int:
        return sum(box.total for box in self.boxes)


@dataclass(frozen=True, slots=True)
class PullRow:
    """A table or a dealer whose box can be pulled, with the typed label."""

    key: str
    name: str
    typed: str


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share with its name."""

    share: TokeShare
    name: str


class TokePage:
    """Boxes to count, periods to split, splits to approve."""

    def __init__(self, room: Room, staff: Staff, now: datetime, typed: Typed) -> None:
        self.room = room
        self.typed = typed
        self.tokes = load_tokes(room.pk)
        self.policy = self.tokes.policy
        self.today = gaming_day(room, now)
        self.may_count = may(staff, "roster.count_tokes")
        self.may_split = may(staff, "roster.split_tokes")
        self.may_approve = self.may_split or staff.supervises

    @property
    def to_count(self) -> list[OpenBox]:
        return [
            OpenBox(box, count_status_text(count_status(box), closed=False))
            for box in self.tokes.boxes
            if not box.is_counted
        ]

    @cached_property
    def periods(self) -> list[PeriodToSplit]:
        """Return the periods with boxes that no split has, oldest first."""
        boxes: dict[Period, list[t.TokeBox]] = defaultdict(list)
        for box in self.tokes.boxes:
            if box.source != "event" and not box.split:
                day = date.fromisoformat(box.day)
                boxes[pool_period(self.policy, day, self.tokes.paid_through)].append(box)
        return [
            PeriodToSplit(
                period=period,
                boxes=[box for box in rows if box.is_counted],
                to_count=sum(not box.is_counted for box in rows),
                is_over=period.last.isoformat() < self.today,
            )
            for period, rows in sorted(boxes.items())
        ]

    @property
    def events_to_split(self) -> list[t.TokeBox]:
        """Return what was withheld from events and is in no split."""
        return [box for box in self.tokes.boxes if box.source == "event" and not box.split]

    @cached_property
    def proposed(self) -> list[TokeSplit]:
        return list(self._splits(TokeSplit.Status.PROPOSED))

    @cached_property
    def recent(self) -> list[TokeSplit]:
        """Return the last splits that were approved or withdrawn, newest first."""
        rows = TokeSplit.objects.filter(log__room=self.room).exclude(
            status=TokeSplit.Status.PROPOSED
        )
        return list(rows.order_by("-number")[:SHOWN])

    def _splits(self, status: str) -> "list[TokeSplit]":
        rows = TokeSplit.objects.filter(log__room=self.room, status=status)
        return list(rows.order_by("number"))

    @cached_property
    def done_boxes(self) -> list[TokeBox]:
        """Return the last boxes that are empty or split; a correction begins at them."""
        done = (TokeBox.Status.EMPTY, TokeBox.Status.SPLIT, TokeBox.Status.PROPOSED)
        rows = TokeBox.objects.filter(log__room=self.room, status__in=done)
        return list(rows.order_by("-number")[: SHOWN * 2])

    @property
    def tables(self) -> list[PullRow]:
        """Return the tables whose boxes can be pulled; none where dealers keep their own."""
        if self.policy.mode == "kept":
            return []
        rows = tables_of(self.room).order_by("pk")
        return [
            PullRow(str(table.pk), table.name, self.typed.get(f"table-{table.pk}", ""))
            for table in rows
        ]

    @property
    def dealers(self) -> list[PullRow]:
        """Return the dealers whose own boxes can be pulled, those on duty first."""
        if self.policy.mode != "kept":
            return []
        on_duty = {dealer.key for dealer in load_lineup(self.room.pk).duty}
        rows = sorted(
            eligible_dealers(self.room.pk),
            key=lambda member: (member.key not in on_duty, member.alias),
        )
        return [
            PullRow(member.key, member.alias, self.typed.get(f"dealer-{member.key}", ""))
            for member in rows
        ]

    @property
    def pool_typed(self) -> str:
        return self.typed.get("pool", "")

    @cached_property
    def events(self) -> list[ScheduledEvent]:
        """Return closed events from which nothing was withheld, newest first."""
        withheld = TokeBox.objects.filter(log__room=self.room, source="event")
        done = [int(ref) for ref in withheld.values_list("ref", flat=True)]
        rows = ScheduledEvent.objects.filter(room=self.room, summary__status="closed")
        return list(
            rows.exclude(pk__in=done)
            .select_related("summary")
            .order_by("-summary__starts_at")[:SHOWN]
        )

    @property
    def sources(self) -> dict[str, HouseSource]:
        return t.POLICY_SOURCES


class BoxPage:
    """A box: who counts next, or its count and corrections."""

    def __init__(self, room: Room, row: TokeBox, staff: Staff, typed: Typed) -> None:
        self.row = row
        self.typed = typed
        self.box = load_tokes(room.pk).box(row.number)
        self.may_count = may(staff, "roster.count_tokes")
        self.may_correct = may(staff, "roster.split_tokes")

    @property
    def counting(self) -> bool:
        """Return whether a count is missing. Until both are in, the page shows only the status text."""
        return self.row.total is None

    @property
    def round(self) -> int:
        return count_status(self.box).round if self.box else 1

    @property
    def status_text(self) -> str:
        if self.counting and self.box:
            return count_status_text(count_status(self.box), closed=False)
        return self.row.get_status_display().capitalize()

    @property
    def chips(self) -> list[DenominationField]:
        return [
            DenominationField(value, self.typed.get(f"n-{value}", "")) for value in self.row.chips
        ]

    @property
    def counts(self) -> list[dict[str, object]]:
        """Return every count of every round, once two people agree."""
        if self.counting:
            return []
        return [
            {"round": round_, "name": name, "total": total}
            for round_, _, name, total, _ in self.row.counts
        ]

    @property
    def difference(self) -> int:
        """Return what corrections changed."""
        return (self.row.total or 0) - (self.row.first_total or 0)


class SplitPage:
    """A split with its lines."""

    def __init__(self, room: Room, split: TokeSplit, staff: Staff) -> None:
        self.split = split
        self.may_split = may(staff, "roster.split_tokes")
        self.may_approve = self.may_split or staff.supervises
        tokes = load_tokes(room.pk)
        shares = list(TokeShare.objects.filter(log__room=room, split=split.number))
        names = names_of(tokes, {share.key for share in shares})
        rows = [ShareRow(share, names[share.key]) for share in shares]
        self.rows = sorted(rows, key=lambda row: (row.share.kind == "other", row.name))
        self.boxes = list(TokeBox.objects.filter(log__room=room, number__in=split.boxes))
        keys = aliases([split.proposed_by, split.decided_by])
        self.proposed_by = keys.get(split.proposed_by, split.proposed_by)
        self.decided_by = keys.get(split.decided_by, split.decided_by)
        self.paid = self._period(tokes)

    def _period(self, tokes: t.Tokes) -> Period:
        """Return the pay period that pays the split, or would if it were approved now."""
        if self.split.pay_first and self.split.pay_last:
            return Period(self.split.pay_first, self.split.pay_last)
        return paying_period(tokes.policy, self.split.last, tokes.paid_through)


class PayrollPage:
    """The payroll of a pay period, and the choice of others."""

    def __init__(self, room: Room, now: datetime, day: date | None) -> None:
        self.room = room
        self.tokes = load_tokes(room.pk)
        self.today = gaming_day(room, now)
        self.period = self._selected(day)
        self.payroll = payroll_of(room, self.tokes, self.period, now)
        self.is_over = self.period.last.isoformat() < self.today

    def _selected(self, day: date | None) -> Period:
        """Return the period of a day; without one the first that isn't closed."""
        closed = closed_periods(self.room)
        if day is not None:
            for period in closed:
                if period.first <= day <= period.last:
                    return period
            return pay_period(self.tokes.policy, day, self.tokes.paid_through)
        return self._first_open()

    def _first_open(self) -> Period:
        today = date.fromisoformat(self.today)
        first = today
        if self.tokes.paid_through:
            paid = date.fromisoformat(self.tokes.paid_through)
            return paying_period(self.tokes.policy, paid, self.tokes.paid_through)
        rows = TokeSplit.objects.filter(log__room=self.room, pay_first__isnull=False)
        oldest = rows.order_by("pay_first").values_list("pay_first", flat=True).first()
        if oldest:
            first = min(oldest, today)
        return pay_period(self.tokes.policy, first)

    @cached_property
    def periods(self) -> list[Period]:
        """Return the periods to choose: closed ones and those up to today, newest first."""
        closed = closed_periods(self.room)[:SHOWN]
        open_ = {self.period, self._first_open()}
        current = pay_period(
            self.tokes.policy, date.fromisoformat(self.today), self.tokes.paid_through
        )
        return sorted({*closed, *open_, current}, reverse=True)

    @property
    def dealers(self) -> list[Staff]:
        return eligible_dealers(self.room.pk)

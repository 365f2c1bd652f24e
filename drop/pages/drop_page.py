"""Data for the drop pages. Until both counts are in, no page contains a figure of a count or of the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from drop import shifts
from drop.boxes import MountedBox, boxes_on_tables, logged_drop
from drop.messages import count_status_text
from drop.models import DropBox, DropCount, DropResult, policy_of
from drop.results import agreed_counts, last_result, standing_of, standings
from poker.amounts import typed_amount
from staff.models import Room, Staff
from staff.permissions import may
from tables.models import Table

Typed = Mapping[str, str]
DROP_RUN_TIME = timedelta(hours=1)  # how long pulling the boxes of all tables takes


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A box that is not closed yet."""

    box: DropBox
    status_text: str
    has_variance: bool  # whether both counts are in and need an explanation


@dataclass(frozen=True, slots=True)
class PickupRow:
    """A table whose box can be pulled, with the entered box number."""

    mounted_box: MountedBox
    typed: str

    @property
    def key(self) -> str:
        """Return the end of the names of its fields."""
        return box_key(self.mounted_box.table, self.mounted_box.kind)


@dataclass(frozen=True, slots=True)
class DenominationField:
    """A denomination in a form, with the entered number of chips."""

    value: int
    typed: str


@dataclass(frozen=True, slots=True)
class ShiftBoxes:
    """The counted boxes of a shift with their totals."""

    day: date
    name: str
    results: list[DropResult]

    @property
    def total(self) -> int:
        return sum(result.total for result in self.results)

    @property
    def difference(self) -> int:
        """Return counted minus logged."""
        return sum(result.difference for result in self.results)


def box_key(table: Table, kind: str) -> str:
    """Return what names a box in the form of a drop run: 12, or 12-jackpot."""
    return f"{table.pk}-{kind}" if kind else str(table.pk)


class DropPage:
    """All boxes of a room. Counted boxes are those of the last days, or of one `day`."""

    def __init__(
        self, room: Room, staff: Staff, now: datetime, typed: Typed, day: date | None = None
    ) -> None:
        policy = policy_of(room)
        local = timezone.localtime(now)
        self.may_count = may(staff, "tables.count_box")
        self.open = _open(room)
        self.rows = [
            PickupRow(row, typed.get(f"box-{box_key(row.table, row.kind)}", ""))
            for row in boxes_on_tables(room, now)
        ]
        self.periods = shifts.periods(local, policy.shifts)
        self.day = day
        # Filter by whole days, so that each shift total has all its boxes.
        of_day = {"box__day": day} if day else {"box__day__gte": self.periods[-1].day}
        self.counted = list(
            DropResult.objects.filter(box__room=room, correction=None, **of_day)
            .select_related("box__table", "by")
            .order_by("-box__taken_at", "-id")
        )
        # Boxes are pulled one after another, so boxes of the current drop run do not show when the next box was
        # mounted.
        pull_times = [row.mounted_box.last.taken_at for row in self.rows if row.mounted_box.last]
        last = max((at for at in pull_times if at < now - DROP_RUN_TIME), default=None)
        since = timezone.localtime(last) if last else None
        self.shift = typed.get("shift") or shifts.likely_shift(since, local, policy.shifts).key
        self.threshold = policy.threshold

    @property
    def shifts(self) -> list[ShiftBoxes]:
        """Return the counted boxes by shift, newest first."""
        results_by_shift: dict[tuple[date, str], list[DropResult]] = {}
        for result in self.counted:
            results_by_shift.setdefault((result.box.day, result.box.shift), []).append(result)
        return [ShiftBoxes(day, name, results) for (day, name), results in results_by_shift.items()]

    @property
    def to_count(self) -> list[OpenBox]:
        return [open_box for open_box in self.open if not open_box.has_variance]

    @property
    def to_explain(self) -> list[OpenBox]:
        """Return the boxes with two equal counts and a large difference."""
        return [open_box for open_box in self.open if open_box.has_variance]


class BoxPage:
    """A box with its count form, the difference to explain, or its result."""

    def __init__(self, box: DropBox, staff: Staff, typed: Typed) -> None:
        self.box = box
        self.count_status = standing_of(box)
        self.result = last_result(box)
        self.status_text = count_status_text(self.count_status, self.result is not None)
        self.may_count = may(staff, "tables.count_box")
        self.may_explain = may(staff, "tables.supervise")
        self.may_correct = may(staff, "tables.correct_box")
        self.chips = [DenominationField(value, typed.get(f"n-{value}", "")) for value in box.chips]
        self.total = typed.get("total", "")
        self.reason = typed.get("reason", "")

    @property
    def is_poker(self) -> bool:
        return self.box.table.kind == Table.Kind.POKER

    @property
    def counting(self) -> bool:
        """Return whether a count is missing. Until both counts are in, the page shows only the status text."""
        return self.count_status.agreed is None

    @property
    def counts(self) -> list[DropCount]:
        """Return the two equal counts."""
        return [] if self.counting else agreed_counts(self.box, self.count_status.round)

    @property
    def rounds(self) -> list[DropCount]:
        """Return every count of every round, if the box is closed."""
        return list(self.box.counts.select_related("by")) if self.result else []

    @property
    def difference(self) -> tuple[int, int, int] | None:
        """Return the counted total, the logged total and the difference, if both counts agree and the box is open."""
        agreed = self.count_status.agreed
        if agreed is None or self.result:
            return None
        logged = logged_drop(self.box).total
        return agreed.total, logged, agreed.total - logged

    @property
    def results(self) -> list[DropResult]:
        """Return the result and its corrections, newest first."""
        return list(self.box.results.select_related("by", "about").order_by("-id"))

    @property
    def now_typed(self) -> str:
        """Return the current total as the initial value of a correction."""
        return self.total or (typed_amount(self.result.total) if self.result else "")

    @property
    def correcting(self) -> list[DenominationField]:
        """Return the current chips as the initial values of a correction."""
        stand = {int(value): int(n) for value, n in self.result.pieces} if self.result else {}
        return [
            DenominationField(
                denomination_field.value,
                denomination_field.typed or str(stand.get(denomination_field.value, 0)),
            )
            for denomination_field in self.chips
        ]


def _open(room: Room) -> list[OpenBox]:
    boxes = list(
        DropBox.objects.filter(room=room, results=None).select_related("table", "taken_by")
    )
    counts_by_box = standings(boxes)
    return [
        OpenBox(
            box,
            count_status_text(counts_by_box[box.pk], False),
            counts_by_box[box.pk].agreed is not None,
        )
        for box in boxes
    ]

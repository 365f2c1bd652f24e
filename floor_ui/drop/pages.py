"""What the pages of drop boxes show. Before both counts are in nothing here knows a figure of one, nor the log's."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from drops import shifts
from drops.boxes import Hanging, hanging, log_of
from drops.models import Box, Count, Result, policy_of
from drops.results import agreed_rows, last_result, standing_of, standings
from drops.roles import may
from drops.words import how_far
from tables.models import Room, Staff
from tables.money_fields import to_dollars

Typed = Mapping[str, str]
ROUND = timedelta(hours=1)  # to take the boxes of all tables


@dataclass(frozen=True, slots=True)
class Open:
    """A box that is not closed. words: how far it is; differs: both are in and wait for an explanation."""

    box: Box
    words: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A table whose box can be taken, with what was typed for it."""

    hanging: Hanging
    typed: str


@dataclass(frozen=True, slots=True)
class Chip:
    """One denomination of a form: its value, the sum it stands for, what was typed."""

    value: int
    typed: str


@dataclass(frozen=True, slots=True)
class Shift:
    """The counted boxes of one shift, with their sums; those that are not counted yet are in none of them."""

    day: date
    name: str
    results: list[Result]

    @property
    def total(self) -> int:
        """What was counted."""
        return sum(one.total for one in self.results)

    @property
    def difference(self) -> int:
        """Counted less logged."""
        return sum(one.difference for one in self.results)


class DropPage:
    """All boxes of a room; the counted ones of the last days, or of one `day`."""

    def __init__(
        self, room: Room, staff: Staff, now: datetime, typed: Typed, day: date | None = None
    ) -> None:
        policy = policy_of(room)
        local = timezone.localtime(now)
        self.may_count = may(staff, "count")
        self.open = _open(room)
        self.rows = [Row(one, typed.get(f"box-{one.table.pk}", "")) for one in hanging(room, now)]
        self.periods = shifts.periods(local, policy.shifts)
        self.day = day
        # Whole days, so that no sum of a shift lacks a box.
        of_day = {"box__day": day} if day else {"box__day__gte": self.periods[-1].day}
        self.counted = list(
            Result.objects.filter(box__room=room, correction=None, **of_day)
            .select_related("box__table", "by")
            .order_by("-box__taken_at", "-id")
        )
        # Boxes are taken one after another: those of this round do not say since when the next one hung.
        taken = [one.hanging.last.taken_at for one in self.rows if one.hanging.last]
        last = max((at for at in taken if at < now - ROUND), default=None)
        since = timezone.localtime(last) if last else None
        self.shift = typed.get("shift") or shifts.likely(since, local, policy.shifts).key
        self.threshold = policy.threshold

    @property
    def shifts(self) -> list[Shift]:
        """What was counted, by shift, the newest first."""
        found: dict[tuple[date, str], list[Result]] = {}
        for one in self.counted:
            found.setdefault((one.box.day, one.box.shift), []).append(one)
        return [Shift(day, name, results) for (day, name), results in found.items()]

    @property
    def to_count(self) -> list[Open]:
        """Boxes that somebody counts."""
        return [one for one in self.open if not one.differs]

    @property
    def to_explain(self) -> list[Open]:
        """Boxes with two equal counts and a large difference."""
        return [one for one in self.open if one.differs]


class BoxPage:
    """One box: the form of a count, the difference to explain, or what it came to."""

    def __init__(self, box: Box, staff: Staff, typed: Typed) -> None:
        self.box = box
        self.standing = standing_of(box)
        self.result = last_result(box)
        self.words = how_far(self.standing, self.result is not None)
        self.may_count = may(staff, "count")
        self.may_explain = may(staff, "explain")
        self.may_correct = may(staff, "correct")
        self.chips = [Chip(value, typed.get(f"n-{value}", "")) for value in box.chips]
        self.total = typed.get("total", "")
        self.reason = typed.get("reason", "")

    @property
    def counting(self) -> bool:
        """Whether a count is to come: then nothing but the words above is said."""
        return self.standing.agreed is None

    @property
    def counts(self) -> list[Count]:
        """The two equal counts."""
        return [] if self.counting else agreed_rows(self.box, self.standing.round)

    @property
    def rounds(self) -> list[Count]:
        """Every count of every round, once the box is closed."""
        return list(self.box.counts.select_related("by")) if self.result else []

    @property
    def difference(self) -> tuple[int, int, int] | None:
        """Counted, logged and what is between, of two equal counts that are not closed."""
        agreed = self.standing.agreed
        if agreed is None or self.result:
            return None
        logged = log_of(self.box).total
        return agreed.total, logged, agreed.total - logged

    @property
    def results(self) -> list[Result]:
        """The count and its corrections, the newest first."""
        return list(self.box.results.select_related("by", "about").order_by("-id"))

    @property
    def now_typed(self) -> str:
        """The total of a correction begins as the one that stands."""
        return self.total or (to_dollars(self.result.total) if self.result else "")

    @property
    def correcting(self) -> list[Chip]:
        """So do its chips."""
        stand = {int(value): int(n) for value, n in self.result.pieces} if self.result else {}
        return [Chip(one.value, one.typed or str(stand.get(one.value, 0))) for one in self.chips]


def _open(room: Room) -> list[Open]:
    boxes = list(Box.objects.filter(room=room, results=None).select_related("table", "taken_by"))
    found = standings(boxes)
    return [
        Open(box, how_far(found[box.pk], False), found[box.pk].agreed is not None) for box in boxes
    ]

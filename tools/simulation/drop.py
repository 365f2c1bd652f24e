"""Drop boxes: pulled by shift and counted blind by two agents; a large variance is explained."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.utils import timezone

from drop import shifts
from drop.boxes import BoxPickup, MountedBox, boxes_on_tables, boxes_pull, logged_drop
from drop.models import DropBox, policy_of
from drop.results import count_record, difference_explain
from tools.simulation.clock import Process
from tools.simulation.night import Night
from tools.simulation.room_setup import StaffMember

LAST = 0.75  # part of the night after which the last boxes are pulled, so that they are counted before it ends
APART = 1800.0  # minimum seconds between two drop runs
LARGE = 0.12  # share of boxes whose contents exceed the log by more than the threshold
SMALL = 0.15  # share of boxes with one extra chip
MISCOUNTED = 0.1  # share of first counts that are one chip too high
SMALL_CHIP = 500  # largest chip that is dropped
WHY = (
    "A stack of change went in the slot; that table's rack is short the same amount.",
    "One seat's time was dropped twice; the player was paid back at the table.",
    "Chips from a color-up fell in the box; the dealer told the floor at once.",
)
Pieces = Mapping[int, int]  # number of chips by denomination


class Drop:
    """Drop runs through the room, and the count of each box."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("drop")
        self.room = night.house.room
        self.sets = iter(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        )  # drop boxes per table: one is mounted while the other is counted

    def rounds(self) -> Process:
        """Pull after each shift change, and once more before the night is over."""
        before = 0.0
        for at in self._moments():
            yield at - before
            before = at
            self.night.clock.start(self._counts(self._takes()), self.rng.uniform(60, 240))

    def _moments(self) -> Iterator[float]:
        night = self.night
        last = LAST * self.night.seconds
        ends = timezone.localtime(night.clock.begins + timedelta(seconds=last))
        for shift in reversed(shifts.periods(ends, policy_of(self.room).shifts, 6)):
            changes = (shift.begins - night.clock.begins).total_seconds() + self.rng.uniform(
                120, 420
            )
            if APART < changes < last - APART:
                yield changes
        yield last

    def _takes(self) -> list[DropBox]:
        """Pull the box of each table with a drop."""
        night = self.night
        which = next(self.sets)
        hung = [box for box in boxes_on_tables(self.room, night.now) if box.has_drop]
        if not hung:
            return []
        by = night.desk()
        policy = policy_of(self.room)
        last = max((box.last.taken_at for box in hung if box.last), default=None)
        since = timezone.localtime(last) if last else None
        shift = shifts.likely_shift(since, timezone.localtime(night.now), policy.shifts).key
        boxes = night.do(
            f"boxes {which} of {shift}",
            lambda: boxes_pull(
                room=self.room,
                pickups=[self._line(box, which) for box in hung],
                badge=by.staff.badge,
                pin=by.pin,
                shift=shift,
                now=night.now,
            ),
        )
        night.book.sums["boxes pulled"] += len(boxes or ())
        return boxes or []

    def _line(self, box: MountedBox, which: str) -> BoxPickup:
        number = f"{which}-{box.table.name[-8:].upper()}"
        return BoxPickup(box.table.pk, number, box.last.pk if box.last else 0)

    def _counts(self, boxes: list[DropBox]) -> Process:
        for box in boxes:
            yield from self._count(box)

    def _count(self, box: DropBox) -> Process:
        """Count twice, blind, and again on a mismatch; a supervisor explains a large variance."""
        night = self.night
        over = night.supervisor(night.tables[box.table.name])
        pair = [night.desk(), over]
        self.rng.shuffle(pair)
        contents = self._there(box)
        wrong = self.rng.random() < MISCOUNTED
        for round_ in (1, 2):
            for member in pair:
                yield self.rng.uniform(10, 22)
                seen = (
                    self._off(contents) if wrong and round_ == 1 and member is pair[0] else contents
                )
                self._counted(box, member, round_, seen)
            if not wrong:
                break
            if round_ == 1:
                night.book.sums["boxes counted again"] += 1
        night.book.sums["boxes counted"] += 1
        if not box.results.exists():
            yield self.rng.uniform(30, 180)
            self._explained(box, over)

    def _counted(self, box: DropBox, member: StaffMember, round_: int, pieces: Pieces) -> None:
        night = self.night
        night.do(
            f"count {round_} of box {box.number} by {member.staff.alias}",
            lambda: count_record(
                box=box,
                badge=member.staff.badge,
                pin=member.pin,
                round_=round_,
                numbers=[(value, pieces.get(value, 0)) for value in box.chips],
                total=sum(value * number for value, number in pieces.items()),
                now=night.now,
            ),
        )

    def _explained(self, box: DropBox, over: StaffMember) -> None:
        night = self.night
        night.do(
            f"box {box.number} is explained",
            lambda: difference_explain(
                box=box,
                badge=over.staff.badge,
                pin=over.pin,
                reason=self.rng.choice(WHY),
                now=night.now,
            ),
        )
        night.book.sums["variances explained"] += 1

    def _there(self, box: DropBox) -> Pieces:
        """Return the contents of the box: the logged drop, and occasionally more."""
        usual = [value for value in box.chips if value <= SMALL_CHIP] or [min(box.chips)]
        pieces = dict.fromkeys(box.chips, 0)
        remainder = logged_drop(box).total
        for value in sorted(usual, reverse=True):
            pieces[value], remainder = divmod(remainder, value)
        luck = self.rng.random()
        if luck < LARGE:
            value = max(usual)
            pieces[value] += policy_of(self.room).threshold // value + self.rng.randint(1, 6)
        elif luck < LARGE + SMALL:
            pieces[min(usual)] += 1
        return pieces

    def _off(self, pieces: Pieces) -> Pieces:
        value = self.rng.choice(sorted(pieces))
        return {**pieces, value: pieces[value] + 1}

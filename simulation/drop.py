"""The house's money: boxes are taken by shift and counted blind by two; a large difference is explained in words."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.utils import timezone

from drops import shifts
from drops.boxes import Hanging, Taking, boxes_take, hanging, log_of
from drops.models import Box, policy_of
from drops.results import count_record, difference_explain
from simulation.clock import Process
from simulation.house import Signs
from simulation.night import Night

LAST = (
    0.75  # part of the night after which the last boxes are taken, so that they are counted in it
)
APART = 1800.0  # seconds at least between two rounds
LARGE = 0.12  # of all boxes: more lies in it than the log says, above the threshold
SMALL = 0.15  # of all boxes: a chip more
MISCOUNTED = 0.1  # of all first counts: a chip more than there is
SMALL_CHIP = 500  # what is dropped is chips up to this one
WHY = (
    "A stack for change was put into the slot; the rack of that table is short by as much.",
    "A seat's time was dropped twice; the player was paid back at the table.",
    "Chips of a colour-up fell into the box; the dealer told the floor at once.",
)
Pieces = Mapping[int, int]  # how many, by denomination


class Drop:
    """Rounds through the room with the boxes, and the count of each."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("drop")
        self.room = night.house.room
        self.sets = iter(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        )  # of boxes: one hangs while the other is counted

    def rounds(self) -> Process:
        """After each change of shifts, and once more before the night is over."""
        before = 0.0
        for at in self._moments():
            yield at - before
            before = at
            self.night.clock.start(self._counts(self._takes()), self.rng.uniform(60, 240))

    def _moments(self) -> Iterator[float]:
        night, last = self.night, LAST * self.night.seconds
        ends = timezone.localtime(night.clock.begins + timedelta(seconds=last))
        for one in reversed(shifts.periods(ends, policy_of(self.room).shifts, 6)):
            changes = (one.begins - night.clock.begins).total_seconds() + self.rng.uniform(120, 420)
            if APART < changes < last - APART:
                yield changes
        yield last

    def _takes(self) -> list[Box]:
        """A round through the room: the box of each table that dropped anything."""
        night, which = self.night, next(self.sets)
        hung = [one for one in hanging(self.room, night.now) if one.something]
        if not hung:
            return []
        by, policy = night.desk(), policy_of(self.room)
        last = max((one.last.taken_at for one in hung if one.last), default=None)
        since = timezone.localtime(last) if last else None
        shift = shifts.likely(since, timezone.localtime(night.now), policy.shifts).key
        boxes = night.do(
            f"boxes {which} of {shift}",
            lambda: boxes_take(
                room=self.room,
                taken=[self._line(one, which) for one in hung],
                badge=by.staff.badge,
                pin=by.pin,
                shift=shift,
                now=night.now,
            ),
        )
        night.book.sums["boxes taken"] += len(boxes or ())
        return boxes or []

    def _line(self, one: Hanging, which: str) -> Taking:
        number = f"{which}-{one.table.name[-8:].upper()}"
        return Taking(one.table.pk, number, one.last.pk if one.last else 0)

    def _counts(self, boxes: list[Box]) -> Process:
        for box in boxes:
            yield from self._count(box)

    def _count(self, box: Box) -> Process:
        """Two count, each alone, again where they differ; a supervisor says why much more is there."""
        night = self.night
        over = night.supervisor(night.tables[box.table.name])
        pair = [night.desk(), over]
        self.rng.shuffle(pair)
        there = self._there(box)
        wrong = self.rng.random() < MISCOUNTED
        for round_ in (1, 2):
            for who in pair:
                yield self.rng.uniform(10, 22)
                seen = self._off(there) if wrong and round_ == 1 and who is pair[0] else there
                self._counted(box, who, round_, seen)
            if not wrong:
                break
            if round_ == 1:
                night.book.sums["boxes counted again"] += 1
        night.book.sums["boxes counted"] += 1
        if not box.results.exists():
            yield self.rng.uniform(30, 180)
            self._explained(box, over)

    def _counted(self, box: Box, who: Signs, round_: int, pieces: Pieces) -> None:
        night = self.night
        night.do(
            f"count {round_} of box {box.number} by {who.staff.alias}",
            lambda: count_record(
                box=box,
                badge=who.staff.badge,
                pin=who.pin,
                round_=round_,
                numbers=[(value, pieces.get(value, 0)) for value in box.chips],
                total=sum(value * number for value, number in pieces.items()),
                now=night.now,
            ),
        )

    def _explained(self, box: Box, over: Signs) -> None:
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
        night.book.sums["differences explained"] += 1

    def _there(self, box: Box) -> Pieces:
        """What lies in the box: what the dealers dropped, as the log has it, and now and then more."""
        usual = [value for value in box.chips if value <= SMALL_CHIP] or [min(box.chips)]
        pieces = dict.fromkeys(box.chips, 0)
        rest = log_of(box).total
        for value in sorted(usual, reverse=True):
            pieces[value], rest = divmod(rest, value)
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

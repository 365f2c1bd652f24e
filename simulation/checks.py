"""What has to hold after a night: chips, names on the lists, rulings, drop boxes. Read from the logs, undo included."""

from collections import Counter
from collections.abc import Iterator

from poker import events as e
from poker.events import Event
from poker.state import Table as State
from poker.timeline import Batch, Timeline
from rulings.calls.models import Ruling
from simulation.drop_checks import drop_problems
from tables import log
from tables.lists.asking import lists_now
from tables.models import ListChange, Room, Table

GONE = ("name.seated", "name.off")


def problems(room: Room) -> Iterator[str]:
    """A sentence for each thing that does not hold."""
    for table in Table.objects.filter(room=room).select_related("stream").order_by("pk"):
        yield from _table(table)
    yield from _names(room)
    yield from drop_problems(room)


def _table(table: Table) -> Iterator[str]:
    flows, line = Flows(), Timeline()
    ruled: list[str] = []
    for batch in log.whole(table.stream):
        before = line.table
        for problem in _left_undone(before, batch):
            yield f"{table.name}: {problem}"
        undone = [event.command for event in batch.events if isinstance(event, e.Undone)]
        line.then(batch)
        flows.then(batch, before, undone)
        ruled += [event.ruling for event in batch.events if isinstance(event, e.RulingMade)]
    yield from (f"{table.name}: {problem}" for problem in flows.problems(line.table))
    kept = Ruling.objects.filter(table=table, kind=Ruling.Kind.RULING).order_by("seq")
    numbers = list(kept.values_list("number", flat=True))
    if ruled != numbers:
        yield f"{table.name}: the log has rulings {ruled}, the room {numbers}"


class Flows:
    """Chips that came to a table and that left it, by command, so that what is taken back counts for nothing.

    counted: whether every stack was counted all the time; else there is nothing to compare.
    """

    def __init__(self) -> None:
        self.counted = True
        self.by_command: dict[str, int] = {}

    def then(self, batch: Batch, before: State, undone: list[str]) -> None:
        """One more command."""
        for command in undone:
            self.by_command.pop(command, None)
        flow = sum(self._flow(event, before) for event in batch.events)
        if flow:
            self.by_command[batch.command_id] = flow

    def _flow(self, event: Event, before: State) -> int:
        match event:
            case e.SeatTaken():
                self.counted &= event.stack is not None
                return event.stack or 0
            case e.SeatLeft():
                return -(before.seats[event.seat - 1].stack or 0)
            case e.ChipsAdded():
                return event.amount
            case e.ChipsTaken():
                return -event.amount
            case e.RakeTaken():
                return -(event.rake + event.jackpot)
            case e.TimeCollected():
                stacks = (before.seats[seat - 1].stack or 0 for seat in event.seats)
                return -sum(min(event.each, stack) for stack in stacks)
            case e.HandEnded():
                self.counted &= all(stack is not None for _, stack in event.stacks)
        return 0

    def problems(self, table: State) -> Iterator[str]:
        """What came in less what went out is what lies there."""
        here, came = chips_at(table), sum(self.by_command.values())
        if self.counted and here is not None and here != came:
            yield f"{here} chips lie there, {came} should"


def chips_at(table: State) -> int | None:
    """Chips in stacks, in the pot and in held pots; None where not all of them were counted."""
    stacks = {seat.number: seat.stack for seat in table.seats if seat.taken}
    pot = 0
    if table.hand is not None:
        stacks |= {part.seat: part.stack for part in table.hand.parts if not part.gone}
        pot = table.hand.chips()
    held = [one.amount for one in table.impounded]
    if None in stacks.values() or None in held:
        return None
    return sum(stack or 0 for stack in stacks.values()) + pot + sum(one or 0 for one in held)


def _left_undone(before: State, batch: Batch) -> Iterator[str]:
    """A hand that is awarded, or the next one that begins, leaves no step of a ruling behind that was due."""
    due = [step for step in before.remedy.steps if step.when == "now"] if before.remedy else []
    told = Counter(
        said for event in batch.events if isinstance(event, e.StepsDone) for said in event.said
    )
    walked = any(isinstance(event, e.PotAwarded | e.HandStarted) for event in batch.events)
    missing = Counter(step.say for step in due) - told
    if walked and missing:
        yield f"steps of {before.remedy.ruling if before.remedy else ''} not done: {[*missing]}"


def _names(room: Room) -> Iterator[str]:
    """Every name that was put down still waits, sits, or is off with a reason; and none is twice on its list."""
    rows = ListChange.objects.filter(lists__room=room).order_by("seq", "id")
    added, gone = Counter[int](), Counter[int]()
    for number, event in rows.values_list("number", "event"):
        added[number] += event == "name.added"
        gone[number] += event in GONE
    waits = Counter(one.number for line in lists_now(room.pk).lists.lines for one in line.places)
    for number, times in sorted(added.items()):
        if times != 1 or gone[number] + waits[number] != 1:
            yield f"name {number}: added {times}, gone {gone[number]}, waiting {waits[number]} times"

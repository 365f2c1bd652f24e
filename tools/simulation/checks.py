"""Checks after a night: chips, waitlist entries, rulings, drop boxes, funds. They read the logs, including undo."""

from collections import Counter
from collections.abc import Iterator

from poker import events as e
from poker.events import Event
from poker.state import Table as State
from poker.timeline import CommandEvents, Timeline
from promotions.fund_checks import check_fund
from promotions.models import Fund
from rulings.calls.models import Ruling
from staff.models import Room
from tables import table_log
from tables.models import Table
from tools.simulation.drop_checks import drop_problems
from waitlist.actions import load_waitlists
from waitlist.models import WaitlistChange

# Changes with which an entry leaves its list, and with which it returns.
GONE = ("name.seated", "name.off", "name.added.undone", "line.closed")
RETURNED = ("name.seated.undone", "name.off.undone")


def problems(room: Room) -> Iterator[str]:
    """Yield a message for each check that fails."""
    for table in Table.objects.filter(room=room).select_related("stream").order_by("pk"):
        yield from _table(table)
    yield from _names(room)
    yield from drop_problems(room)
    yield from _funds(room)


def _table(table: Table) -> Iterator[str]:
    flows = ChipFlows()
    line = Timeline()
    ruled: list[str] = []
    for batch in table_log.all_commands(table.stream):
        before = line.table
        for problem in _left_undone(before, batch):
            yield f"{table.name}: {problem}"
        undone = [event.command for event in batch.events if isinstance(event, e.Undone)]
        line.then(batch)
        flows.then(batch, before, undone)
        ruled += [event.ruling for event in batch.events if isinstance(event, e.RulingMade)]
    yield from (f"{table.name}: {problem}" for problem in flows.problems(line.table))
    rulings = Ruling.objects.filter(table=table, kind=Ruling.Kind.RULING).order_by("seq")
    numbers = list(rulings.values_list("number", flat=True))
    if ruled != numbers:
        yield f"{table.name}: the log has rulings {ruled}, the room {numbers}"


class ChipFlows:
    """Chips that came to a table and left it, by command, so that undone commands can be left out.

    counted: whether every stack was counted throughout; otherwise there is nothing to compare.
    """

    def __init__(self) -> None:
        self.counted = True
        self.by_command: dict[str, int] = {}

    def then(self, batch: CommandEvents, before: State, undone: list[str]) -> None:
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
            case e.ChipsRemoved():
                return -event.amount
            case e.TimeCollected():
                stacks = (before.seats[seat - 1].stack or 0 for seat in event.seats)
                return -sum(min(event.each, stack) for stack in stacks)
            case e.HandEnded():
                self.counted &= all(stack is not None for _, stack in event.stacks)
        return _from_house(event)

    def problems(self, table: State) -> Iterator[str]:
        """Yield a message unless chips in minus chips out equal the chips at the table."""
        here = chips_at(table)
        came = sum(self.by_command.values())
        if self.counted and here is not None and here != came:
            yield f"{here} chips are there, {came} expected"


def _from_house(event: Event) -> int:
    """Return the chips that the house adds to a pot, or takes from one (negative)."""
    match event:
        case e.RakeTaken():
            return -(event.rake + event.jackpot)
        case e.SplashAdded():
            return event.amount
        case e.HandVoided():
            return -event.splash
    return 0


def chips_at(table: State) -> int | None:
    """Return the chips in stacks, in the pot and in held pots; None if not all were counted."""
    stacks = {seat.number: seat.stack for seat in table.seats if seat.taken}
    pot = 0
    if table.hand is not None:
        stacks |= {part.seat: part.stack for part in table.hand.parts if not part.gone}
        pot = table.hand.chips()
    held = [held_pot.amount for held_pot in table.impounded]
    if None in stacks.values() or None in held:
        return None
    return sum(stack or 0 for stack in stacks.values()) + pot + sum(number or 0 for number in held)


def _left_undone(before: State, batch: CommandEvents) -> Iterator[str]:
    """Yield ruling steps that were due and still open after an award or at the start of the next hand."""
    due = [step for step in before.remedy.steps if step.when == "now"] if before.remedy else []
    counts = Counter(
        text for event in batch.events if isinstance(event, e.StepsDone) for text in event.said
    )
    walked = any(isinstance(event, e.PotAwarded | e.HandStarted) for event in batch.events)
    missing = Counter(step.say for step in due) - counts
    if walked and missing:
        yield f"steps of {before.remedy.ruling if before.remedy else ''} not done: {[*missing]}"


def _funds(room: Room) -> Iterator[str]:
    """Yield what does not add up in a fund."""
    for fund in Fund.objects.filter(room=room).select_related("room", "stream").order_by("pk"):
        yield from (f"{fund}: {problem}" for problem in check_fund(fund))


def _names(room: Room) -> Iterator[str]:
    """Yield waitlist entries that are neither waiting, seated nor removed with a reason, and duplicates."""
    rows = WaitlistChange.objects.filter(lists__room=room).order_by("seq", "id")
    added = Counter[int]()
    counts = Counter[int]()
    for number, event in rows.values_list("number", "event"):
        added[number] += event == "name.added"
        counts[number] += (event in GONE) - (event in RETURNED)
    waits = Counter(
        entry.number for waitlist in load_waitlists(room.pk).lists for entry in waitlist.entries
    )
    for number, times in sorted(added.items()):
        if times != 1 or counts[number] + waits[number] != 1:
            yield f"name {number}: added {times}, gone {counts[number]}, waiting {waits[number]} times"

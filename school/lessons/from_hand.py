"""An exercise from a hand of the room's log: what happened at the table, and the taps that logged it.

Plaque, stacks and button come from the hand. The players get the school's names. Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from poker import events as e
from poker.formatting import card, money
from poker.irregularities.load import catalogue
from poker.json_types import JsonObject
from poker.stakes import leg
from poker.state import Table
from poker.timeline import CommandEvents, apply
from poker.view import view
from poker.withdrawn import withdrawn
from school.lessons.reader import LessonError, Report, WrittenExercise, WrittenStep

FOLD = " fold"  # end of a fold's line
DECISION = "The hand goes on as the supervisor says."  # the ruling for reports that no rule decides
# Sentences for taps without a default sentence.
SAYS: dict[type[e.Event], str] = {
    e.HandKilled: "The hand of seat {seat} is dead.",
    e.HandMisdealt: "It is a misdeal: all cards come back.",
    e.HandMucked: "Seat {seat} mucks.",
    e.Reinstated: "Seat {seat} did not fold. The hand is live.",
    e.DeckRebuilt: "The stub runs out: the discards are shuffled.",
}


@dataclass
class _Writer:
    """Collects the steps of a hand, command by command."""

    table: Table
    steps: list[WrittenStep] = field(default_factory=list)
    reported: JsonObject = field(default_factory=dict)  # facts reported to the floor
    key: str = ""  # the last reported irregularity

    def add(self, line: str, says: str = "") -> None:
        """Add a tap as a step. Consecutive folds share a step."""
        last = self.steps[-1] if self.steps else WrittenStep()
        if line.endswith(FOLD) and not (says or last.says or last.report) and _is_folds(last):
            folded = last.do[0].removesuffix(FOLD)
            self.steps[-1] = WrittenStep(do=(f"{folded} {line}",))
            return
        self.steps.append(WrittenStep(do=(line,), says=says))


def _is_folds(step: WrittenStep) -> bool:
    return len(step.do) == 1 and step.do[0].endswith(FOLD)


def exercise_from_hand(
    batches: Sequence[CommandEvents], *, exercise_id: str, title: str
) -> WrittenExercise:
    """Return the exercise of a hand, without commands that were undone. batches: all commands of the hand.

    Raises `LessonError` if the hand cannot be an exercise.
    """
    batches = _standing(batches)
    started = next(
        (event for batch in batches for event in batch.events if isinstance(event, e.HandStarted)),
        None,
    )
    if started is None or started.table.stakes is None:
        raise LessonError("These entries are no hand. Open a hand that was dealt.")
    before = started.table
    writer = _Writer(before)
    for batch in batches:
        _write(writer, batch)
    events = [event for batch in batches for event in batch.events]
    moved = [event for event in events if isinstance(event, e.ButtonMoved)]
    order = moved[-1].order if moved else tuple(seat.number for seat in before.seats if seat.player)
    stakes: JsonObject = msgspec.to_builtins(leg(started.table.stakes, before.leg))
    return WrittenExercise(
        id=exercise_id,
        title=title,
        rules=("S-081",),
        stakes=stakes,
        house=_house(before, events),
        step=tuple(writer.steps),
        tracking=before.tracking,
        chairs=len(before.seats),
        seats=_seats(before, order),
        button=moved[-1].button if moved else 0,
        before=tuple(_special_pot(before, events)),
    )


def _house(table: Table, events: Sequence[e.Event]) -> JsonObject:
    """Return the settings that a house must have for the hand: those of runs if there were several (H-73, H-74)."""
    if not any(isinstance(event, e.RunsChosen) and event.runs > 1 for event in events):
        return {}
    return {"runs": table.rules.runs, "runs_read": table.rules.runs_read}


def _special_pot(table: Table, events: Sequence[e.Event]) -> Iterator[str]:
    """Yield the lines that make the hand a bomb pot, with the short amounts, or a splash pot; none for other hands."""
    for event in events:
        if isinstance(event, e.SplashAdded):
            yield f"splash_pot amount={event.amount}"
        if isinstance(event, e.BombPotStarted):
            yield f"bomb_pot amount={event.bomb.amount} boards={event.bomb.boards}"
            for seat in table.seats:
                if seat.short:
                    yield f"post_short seat={seat.number} amount={seat.short}"


def _standing(batches: Sequence[CommandEvents]) -> list[CommandEvents]:
    """Return the commands that were not undone, without the UNDO commands themselves."""
    marks = withdrawn(batches)
    left_out = (e.Undone, e.ActCorrected, e.ActsHeld)
    standing = []
    for batch in batches:
        not_undone = batch.events[: marks.get(batch.command_id)]
        # A ruling may begin with events that take back the taps after the incident.
        events = tuple(event for event in not_undone if not isinstance(event, left_out))
        if events:
            standing.append(CommandEvents(batch.command_id, events))
    return standing


def _seats(table: Table, order: Sequence[int]) -> str:
    """Return the seats that were dealt in, with the counted stacks: "1=500 2 3"."""
    stacks = {seat.number: seat.stack for seat in table.seats}
    words = (
        f"{seat}={stacks[seat]}" if stacks.get(seat) is not None else str(seat)
        for seat in sorted(order)
    )
    return " ".join(words)


def _write(writer: _Writer, batch: CommandEvents) -> None:
    """Add the steps of one command, and apply its events to the writer's table."""
    lines = list(_lines(writer, batch.events))
    if any(isinstance(event, e.HandStarted) for event in batch.events):
        writer.add("deal")
    for line, says in lines:
        writer.add(line, says)
    for event in batch.events:
        if isinstance(event, e.FloorReported):
            writer.key = event.key or writer.key
            writer.reported |= event.facts
        elif isinstance(event, e.RulingMade) and (event.key or writer.key):
            _report(writer, event)
    writer.table = apply(writer.table, batch.events)


def _report(writer: _Writer, ruling: e.RulingMade) -> None:
    key = ruling.key or writer.key
    row = catalogue().rows.get(key)
    if row is None:
        raise LessonError("The floor ruled on something that the catalogue does not have.")
    of_row = {name: value for name, value in ruling.facts.items() if name in row.facts}
    kinds = catalogue().facts
    # Leave out texts, which may name someone.
    facts = {
        name: value
        for name, value in {**of_row, **writer.reported}.items()
        if name not in kinds or kinds[name].type != "text"
    }
    says = f"{row.title}. Call the floor."
    writer.steps.append(WrittenStep(says=says, report=Report(key, facts, decision=DECISION)))
    writer.key = ""
    writer.reported = {}


def _lines(writer: _Writer, events: Sequence[e.Event]) -> Iterator[tuple[str, str]]:
    """Yield each tap of a command as a line, with a sentence if the line has no default sentence."""
    if any(isinstance(event, e.RulingMade | e.StepsDone) for event in events):
        return  # the house's rules determine the remedy
    table = writer.table
    has_line = False
    for event in events:
        line = _line(event, table)
        if line:
            has_line = True
            yield line, _says(event)
        table = apply(table, (event,))
    if not has_line and any(_closes(event) for event in events):
        yield f"close_street count={_live(table)}", ""


CLOSING = (e.BoardDealt, e.StreetDealt, e.DrawOpened, e.ShowdownReached, e.CommonCardDealt)


def _closes(event: e.Event) -> bool:
    """Return whether an event follows from the end of a round; a board card within a street does not."""
    return isinstance(event, CLOSING) and not getattr(event, "within", False)


def _live(table: Table) -> int:
    return len(table.hand.live()) if table.hand else 0


def _says(event: e.Event) -> str:
    seat = getattr(event, "seat", 0)
    if isinstance(event, e.PotCounted):
        return f"The pot is counted: {money(event.amount)}."
    if isinstance(event, e.HandShown):
        return f"Seat {seat} shows {' '.join(card(code) for code in event.cards)}."
    if isinstance(event, e.BoardShown):
        return f"The board is {' '.join(card(code) for code in event.cards)}."
    if isinstance(event, e.UpcardsShown):
        return f"Seat {seat} shows {' '.join(card(code) for code in event.cards)}."
    return SAYS.get(type(event), "").format(seat=seat)


def _line(event: e.Event, table: Table) -> str:
    """Return the tap that stored an event; "" for an event that was inferred or follows from another one."""
    if getattr(event, "inferred", False):
        return ""
    if isinstance(event, e.Called):  # a call needs no tap, unless it is all-in
        total = _front(table, event.seat) + event.amount
        return f"{event.seat} all_in {total}" if event.all_in else ""
    return _act(event) or _cards(event) or _shown(event) or _end(event)


def _act(event: e.Event) -> str:
    match event:
        case e.Folded():
            return f"{event.seat} fold"
        case e.BetMade():
            return _bet(event)
        case e.CountAnnounced(run_out=True):
            return f"run_out count={event.count}"
        case e.CountAnnounced():
            return f"close_street count={event.count}"
        case e.Reinstated() if event.named:
            return f"unfold seat={event.seat}"
    return ""


def _cards(event: e.Event) -> str:
    match event:
        case e.OpenerNamed():
            return f"opener seat={event.seat}"
        case e.UpcardsShown():
            return f"show_up seat={event.seat} cards={''.join(event.cards)}"
        case e.CardsDrawn() if not event.unsaid:
            return f"{event.seat} draw {event.stated}" if event.stated else f"{event.seat} pat"
        case e.RunsAgreed():
            return f"agree_runs seat={event.seat} runs={event.runs}"
    return ""


def _shown(event: e.Event) -> str:
    match event:
        case e.HandShown():
            return f"show_hand seat={event.seat} cards={''.join(event.cards)}"
        case e.BoardShown():
            board = f" board={event.board}" if event.board else ""
            return f"show_board cards={''.join(event.cards)}{board}"
        case e.HandMucked():
            return f"muck seat={event.seat}"
        case e.HandKilled() if not event.why:
            return f"kill_hand seat={event.seat}"
    return ""


def _end(event: e.Event) -> str:
    match event:
        case e.PotAwarded():
            return _award(event)
        case e.PotCounted():
            return f"count_pot amount={event.amount}"
        case e.HandMisdealt():
            return "misdeal confirmed=true"
    return ""


def _bet(event: e.BetMade) -> str:
    if event.all_in:
        return f"{event.seat} all_in {event.to}"
    what = "complete" if event.completed else ("raise" if event.raised else "bet")
    return f"{event.seat} {what} {event.to}"


def _front(table: Table, seat: int) -> int:
    return next((each.front for each in view(table).seats if each.seat == seat), 0)


def _award(event: e.PotAwarded) -> str:
    award = event.award
    high = list(award.high) or [seat for seat, _ in award.shares if seat not in award.low]
    if not high:  # a seat that won both halves has the larger share
        high = [max(award.shares, key=lambda share: share[1])[0]]
    low = f" low={_listed(award.low)}" if award.low else ""
    board = f" board={award.board}" if award.board else ""
    return f"award seats={_listed(high)} pot={award.pot}{board}{low}"


def _listed(seats: Sequence[int]) -> str:
    return ",".join(str(seat) for seat in seats)

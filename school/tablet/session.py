"""An exercise at a poker table. Each tap is judged against the table as it would be without mistakes."""

from msgspec.structs import replace

from dealer_ui.engine.session import Position, event_texts
from dealer_ui.screen import screen
from dealer_ui.screen.model import NoScreen, Screen
from dealer_ui.screen.open_call import read_call
from poker import codec
from poker.events import Event
from poker.refusal import Refusal
from poker.state import Participant, Table
from poker.view import view
from school.tablet.exercise_session import ExerciseSession
from school.tablet.mistakes import REASONS, key_text, kind_of, tap_text
from school.tablet.model import Feedback, MistakeKind, Move, SchoolTap
from school.tablet.table import after, context, set_up

# Taps that enter more than the tablet needs: cards, and acts that it infers.
READS = frozenset({"show_up", "show_street", "show_hand", "show_board", "tie", "suit"})
TELLS_MORE = READS | {"deal"}
INFERRED = frozenset({"check", "call"})
NEEDLESS = "A check or a call needs no tap: the tablet infers it. Something else is due."


class SchoolSession(ExerciseSession[Position]):
    """One exercise of one trainee at a poker table."""

    reasons = REASONS

    def set_up(self, at: int) -> Position:
        return set_up(self.exercise, at=at)

    def after(self, position: Position, move: Move, at: int) -> Position:
        return after(position, move, exercise=self.exercise, at=at, dealer=self.dealer)

    def due(self, wanted: tuple[Move, ...]) -> tuple[Move, ...]:
        return wanted[_deals(wanted) :]

    def kind(self, move: Move, wanted: tuple[Move, ...], *, is_refused: bool) -> MistakeKind:
        return kind_of(move, wanted, refused=is_refused)

    def takes(self, move: Move, result: Position, wanted: tuple[Move, ...], at: int) -> bool:
        count = self._matched(result, wanted, at)
        deals = _deals(wanted)
        if not count:
            due = wanted[deals]
            if not self._is_harmless(move, result, due, at):
                return False
            if move.name in READS and self._is_decided(result, due, at):
                count = deals + 1
        if count:
            self.advance(result, count, at)
            return True
        self.accept(result)
        return True

    def _matched(self, result: Position, wanted: tuple[Move, ...], at: int) -> int:
        """Return how many of the wanted taps a tap completes; 0 if it matches none of them.

        A tap completes them if it leads to the same events, or to the same table: acts that the engine infers need no
        separate tap.
        """
        position = self.place.position
        tapped = event_texts(_since(self.place.position, result))
        for count, move in enumerate(wanted, 1):
            try:
                position = self.after(position, move, at)
            except Refusal:  # entered cards have already decided it
                return 0
            is_same = event_texts(_since(self.place.position, position)) == tapped
            if is_same or _state(position.table) == _state(result.table):
                return count
        return 0

    def _is_harmless(self, move: Move, result: Position, due: Move, at: int) -> bool:
        """Return whether a tap is neither right nor wrong, because it only enters more than the tablet needs.

        A tap that changes nothing is harmless, and so are entered cards. A check or call that the tablet infers is
        harmless if the due tap leads to the same table with and without it.
        """
        right = self.place.position
        if _state(result.table) == _state(right.table):
            return True
        if move.name not in TELLS_MORE and not _is_inferred(move):
            return False
        try:
            with_it = self._through(result, due, at)
        except Refusal:
            return False
        if move.name in READS:
            return not _names_opener(result) or self._is_decided(result, due, at)
        return _state(with_it.table) == _state(self._through(right, due, at).table)

    def _is_decided(self, result: Position, due: Move, at: int) -> bool:
        """Return whether the entered cards already decide what the due tap would enter."""
        return _state(self.after(result, due, at).table) == _state(result.table)

    def _through(self, position: Position, due: Move, at: int) -> Position:
        """Return the position after the due tap, and after the acts of others if the tap ends the step."""
        step = self.step
        line = self.place.line
        moves = (due, *step.room) if step is not None and line + 1 == len(step.do) else (due,)
        for move in moves:
            position = self.after(position, move, at)
        return position

    def forgives(self, tap: SchoolTap, move: Move, due: Move) -> bool:
        """Take back a check or call before a floor call. It is inferred, so it is not a mistake."""
        if not _is_inferred(move) or due.name != "call_floor":
            return False
        if self.tells_at_once:
            self.feedback = Feedback(
                title=f"You tapped {tap.label or self.named(move, tap.at)}.",
                text=NEEDLESS,
                rule="",
                tapped={"name": move.name, "args": move.args},
                right={"name": due.name, "args": due.args},
            )
        return True

    def named(self, move: Move, at: int) -> str:
        screen = self.screen(at)
        text = key_text(screen, move) if isinstance(screen, Screen) else ""
        return text or tap_text(move)

    def screen(self, at: int) -> Screen | NoScreen:
        position = self.shown
        shown = view(position.table)
        seated = {seat.player for seat in shown.seats}
        people = [who for who in context(self.exercise).people if who["player"] not in seated]
        call = read_call(position.table, position.batches)
        return screen(shown, now_ms=at, people=people, call=call)


def _deals(wanted: tuple[Move, ...]) -> int:
    """Return the number of deals before the first tap with a key, which implies them."""
    return next((i for i, move in enumerate(wanted) if move.name != "deal"), 0)


def _names_opener(position: Position) -> bool:
    """Return whether the entered cards determine who opens. For tied seats, that takes all suits."""
    hand = position.table.hand
    return hand is not None and hand.stage == "betting" and len(hand.suits) >= len(hand.tied)


def _is_inferred(move: Move) -> bool:
    return move.name == "act" and move.args.get("what") in INFERRED


def _since(before: Position, result: Position) -> list[Event]:
    """Return the events stored between two positions."""
    known = {batch.command_id for batch in before.batches}
    return [
        event for batch in result.batches if batch.command_id not in known for event in batch.events
    ]


def _state(table: Table) -> bytes:
    """Encode a table for comparison, without UNDO's label and without the difference of tapped and inferred acts."""
    hand = table.hand
    if hand is not None:
        parts = tuple(_as_tapped(part) for part in hand.parts)
        log = tuple(replace(act, inferred=False) for act in hand.log)
        hand = replace(hand, parts=parts, log=log)
    return codec.encode_state(replace(table, done=None, hand=hand))


def _as_tapped(part: Participant) -> Participant:
    last = part.last and replace(part.last, inferred=False, assumed=0, chips=0, chips_on=0)
    return replace(part, assumed=0, inferred=0, inferred_on=0, last=last)

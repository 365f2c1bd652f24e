"""An exercise at a house-banked table. A tap is right if the table after it is the table after the due tap."""

from msgspec.structs import replace

from banked.rules import codec
from banked.rules.state import BankedTable
from banked.school.mistakes import REASONS, kind_of, tap_text
from banked.school.table import after, context, set_up
from banked.tablet.screen import screen
from banked.tablet.session import Position
from dealer_ui.screen.model import NoScreen, Screen
from poker.refusal import Refusal
from school.tablet.exercise_session import ExerciseSession
from school.tablet.model import MistakeKind, Move

BET = "set_bet"


class BankedSchoolSession(ExerciseSession[Position]):
    """One exercise of one trainee at a house-banked table."""

    reasons = REASONS

    def set_up(self, at: int) -> Position:
        return set_up(self.exercise, at=at)

    def after(self, position: Position, move: Move, at: int) -> Position:
        return after(position, move, exercise=self.exercise, at=at, dealer=self.dealer)

    def takes(self, move: Move, result: Position, wanted: tuple[Move, ...], at: int) -> bool:
        """Accept a tap that leads to the due table. One that changes nothing is harmless, and so is a part of a bet."""
        count = self._matched(result, wanted, at)
        if count:
            self.advance(result, count, at)
            return True
        is_same = _state(result.table) == _state(self.place.position.table)
        if is_same or _is_part_of_bet(move, wanted[0]):
            self.accept(result)
            return True
        return False

    def _matched(self, result: Position, wanted: tuple[Move, ...], at: int) -> int:
        """Return how many of the wanted taps lead to the table of the result; 0 if none do."""
        position = self.place.position
        goal = _state(result.table)
        for count, move in enumerate(wanted, 1):
            try:
                position = self.after(position, move, at)
            except Refusal:
                return 0
            if _state(position.table) == goal:
                return count
        return 0

    def due(self, wanted: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the wanted taps. Of a bet it is the next chip, which has a key; CLEAR if too much lies there."""
        right = wanted[0]
        if right.name != BET:
            return wanted
        return (
            replace(right, args={**right.args, "amount": self._next_amount(right)}),
            *wanted[1:],
        )

    def _next_amount(self, bet: Move) -> int:
        table = self.place.position.table
        box = table.box(bet.args["box"])
        assert box is not None  # the lesson was played
        now: int = getattr(box.wager, bet.args["what"])
        goal: int = bet.args["amount"]
        chips = [chip for chip in table.plaque.colors if chip <= goal - now]
        return now + max(chips) if chips else 0

    def kind(self, move: Move, wanted: tuple[Move, ...], *, is_refused: bool) -> MistakeKind:
        return kind_of(move, wanted, is_refused=is_refused)

    def named(self, move: Move, at: int) -> str:
        return tap_text(move)

    def screen(self, at: int) -> Screen | NoScreen:
        return screen(self.shown.table, context(self.exercise), now=at)


def _is_part_of_bet(move: Move, due: Move) -> bool:
    """Return whether a tap puts down a part of the due wager, or takes all of it back."""
    if move.name != BET or due.name != BET:
        return False
    is_same = all(move.args.get(name) == due.args.get(name) for name in ("box", "what"))
    return is_same and move.args.get("amount", 0) < due.args["amount"]


def _state(table: BankedTable) -> bytes:
    """Encode a table for comparison, without UNDO's label."""
    return codec.encode_state(replace(table, done=None))

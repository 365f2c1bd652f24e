"""An exercise on a tablet. Each tap is judged against the table as it would be without mistakes."""

from dataclasses import dataclass, field
from dataclasses import replace as dataclass_replace

from msgspec.structs import replace

from dealer_ui.engine.session import Position, event_texts
from dealer_ui.screen import screen
from dealer_ui.screen.model import NoScreen, Screen
from dealer_ui.screen.open_call import read_call
from poker import codec
from poker.currency import set_currency
from poker.events import Event
from poker.refusal import Refusal
from poker.state import Participant, Table
from poker.view import view
from school.rules.rides import hand_of_ride
from school.tablet.mistakes import REASONS, cited, key_text, kind_of, tap_text
from school.tablet.model import (
    Begin,
    Exercise,
    Feedback,
    Mistake,
    Move,
    School,
    SchoolAnswer,
    SchoolTap,
    Score,
    Step,
)
from school.tablet.table import after, context, set_up
from web.messages.refusals import refusal

AGAIN_AFTER = 2  # wrong taps on a line, after which the line is played again slowly
# Taps that enter more than the tablet needs: cards, and acts that it infers.
READS = frozenset({"show_up", "show_hand", "show_board", "tie", "suit"})
TELLS_MORE = READS | {"deal"}
INFERRED = frozenset({"check", "call"})
NEEDLESS = "A check or a call needs no tap: the tablet infers it. Something else is due."


@dataclass(frozen=True)
class Place:
    """The progress of the exercise."""

    position: Position  # the table without mistakes
    step: int = 0
    line: int = 0  # index of the next tap in the step
    hands: int = 0  # hands that ended


@dataclass
class Counts:
    """The counts behind a score. Times are Unix milliseconds."""

    right: int = 0
    undone: int = 0
    wrong_here: int = 0  # wrong taps on the current line
    mistakes: list[Mistake] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    step_began: int = 0
    hand_began: int = 0


class SchoolSession:
    """One exercise of one trainee."""

    def __init__(self, begin: Begin) -> None:
        """Set up the table and play the moves before the first tap. Raises `Refusal` if that is not possible."""
        set_currency(begin.currency)
        self.exercise: Exercise = begin.exercise
        self.tells_at_once = begin.telling == "at_once"
        self.dealer = begin.dealer
        self.counts = Counts(step_began=begin.at, hand_began=begin.at)
        self.place = Place(set_up(begin.exercise, at=begin.at))
        self.shown = self.place.position  # includes a wrong tap that is shown only at the end
        self.taken: list[Place] = []  # the places before the taps that UNDO takes back
        self.feedback: Feedback | None = None
        self.is_over = False
        self._run_room(begin.at)

    @property
    def step(self) -> Step | None:
        """Return the current step, None when the exercise is over."""
        steps = self.exercise.steps
        return steps[self.place.step] if self.place.step < len(steps) else None

    def tap(self, tap: SchoolTap) -> SchoolAnswer:
        """Judge a tap and return the screen after it."""
        self.judge(tap)
        return self.answer(tap.at)

    def judge(self, tap: SchoolTap) -> None:
        """Count a right tap and advance. Take back a wrong tap immediately, or let it stand until the end."""
        step = self.step
        if step is None or self.is_over:
            return
        self.feedback = None
        move = Move(tap.name, tap.args)
        if move.name == "undo" and not self._is_undo_due(step):
            self._undo()
            return
        right = self.place.position
        wanted = step.do[self.place.line :]
        try:
            result = self._after(right, move, tap.at)
        except Refusal as reason:
            self._mistake(tap, move, step, refused=reason)
            return
        if self._takes(move, result, wanted, tap.at):
            return
        if _is_inferred(move) and wanted[0].name == "call_floor":
            self._needless(tap, move, wanted[0])
            return
        self._mistake(tap, move, step)
        if not self.tells_at_once:
            self.shown = result

    def _takes(self, move: Move, result: Position, wanted: tuple[Move, ...], at: int) -> bool:
        """Accept a tap that is right or harmless. Return False for a wrong tap."""
        count = self._matched(result, wanted, at)
        deals = _deals(wanted)
        if not count:
            due = wanted[deals]
            if not self._is_harmless(move, result, due, at):
                return False
            if move.name in READS and self._is_decided(result, due, at):
                count = deals + 1
        if count:
            self._advance(result, count, at)
            return True
        self.taken.append(self.place)
        self.place = dataclass_replace(self.place, position=result)
        self.shown = result
        return True

    def leave(self, at: int) -> SchoolAnswer:
        """Leave the exercise early, and keep the score so far."""
        self.is_over = True
        return self.answer(at)

    def answer(self, at: int) -> SchoolAnswer:
        """Return the screen and the school's part of it."""
        step = self.step
        exercise = self.exercise
        counts = self.counts
        is_over = self.is_over or step is None
        hand = min(len(counts.hands) + 1, exercise.hands)
        has_tapped = bool(counts.right or counts.mistakes or counts.undone)
        return SchoolAnswer(
            screen=self._screen(at),
            school=School(
                says=step.says if step else exercise.ends,
                number=min(self.place.step + 1, len(exercise.steps)),
                of=len(exercise.steps),
                hand=hand,
                hands=exercise.hands,
                ride_hand=hand_of_ride(
                    exercise.hands_before, hand, is_surprise=exercise.is_surprise
                ),
                right=counts.right,
                wrong=len(counts.mistakes),
                undone=counts.undone,
                feedback=self.feedback,
                score=self.score if is_over else None,
                so_far=self.score if has_tapped and not is_over else None,
            ),
        )

    @property
    def score(self) -> Score:
        counts = self.counts
        return Score(
            exercise=self.exercise.id,
            taps=counts.right,
            undone=counts.undone,
            mistakes=tuple(counts.mistakes),
            steps=tuple(counts.steps),
            hands=tuple(counts.hands),
            is_finished=self.step is None,
        )

    def _after(self, position: Position, move: Move, at: int) -> Position:
        return after(position, move, exercise=self.exercise, at=at, dealer=self.dealer)

    def _matched(self, result: Position, wanted: tuple[Move, ...], at: int) -> int:
        """Return how many of the wanted taps a tap completes; 0 if it matches none of them.

        A tap completes them if it leads to the same events, or to the same table: acts that the engine infers need no
        separate tap.
        """
        position = self.place.position
        tapped = event_texts(_since(self.place.position, result))
        for count, move in enumerate(wanted, 1):
            try:
                position = self._after(position, move, at)
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
        return _state(self._after(result, due, at).table) == _state(result.table)

    def _through(self, position: Position, due: Move, at: int) -> Position:
        """Return the position after the due tap, and after the acts of others if the tap ends the step."""
        step = self.step
        line = self.place.line
        moves = (due, *step.room) if step is not None and line + 1 == len(step.do) else (due,)
        for move in moves:
            position = self._after(position, move, at)
        return position

    def _advance(self, result: Position, count: int, at: int) -> None:
        counts = self.counts
        place = self.place
        counts.right += 1
        counts.wrong_here = 0
        self._end_hands(place.position, result, at)
        self.taken.append(place)
        self.place = Place(result, place.step, place.line + count, len(counts.hands))
        self.shown = result
        step = self.step
        if step is not None and self.place.line >= len(step.do):
            counts.steps.append(at - counts.step_began)
            counts.step_began = at
            self._run_room(at)

    def _run_room(self, at: int) -> None:
        """Play the acts of others after a step, and advance to the next step that needs a tap."""
        step = self.step
        while step is not None and self.place.line >= len(step.do):
            position = self.place.position
            for move in step.room:
                position = self._after(position, move, at)
            if step.room:
                self.taken.clear()  # the dealer cannot take back acts of others
            self._end_hands(self.place.position, position, at)
            hands = len(self.counts.hands)
            self.place = Place(position, self.place.step + 1, hands=hands)
            step = self.step
        self.shown = self.place.position
        if step is None and len(self.counts.hands) < self.exercise.hands:
            self.counts.hands.append(at - self.counts.hand_began)

    def _end_hands(self, before: Position, now: Position, at: int) -> None:
        """Store the time of a hand that ended between two positions."""
        if before.table.hand is not None and now.table.hand is None:
            self.counts.hands.append(at - self.counts.hand_began)
            self.counts.hand_began = at

    def _is_undo_due(self, step: Step) -> bool:
        """Return whether the exercise requires UNDO now. A wrong tap that is still shown must be taken back first."""
        return self.shown is self.place.position and step.do[self.place.line].name == "undo"

    def _undo(self) -> None:
        """Take back a wrong tap that is still shown, or the last right one."""
        if self.shown is not self.place.position:
            self.shown = self.place.position
            self.counts.undone += 1
        elif self.taken:
            before = self.taken.pop()
            self._give_back_time(before)
            if (before.step, before.line) != (self.place.step, self.place.line):
                self.counts.right -= 1  # the tap was right, not just harmless
            self.counts.undone += 1
            self.place = before
            self.shown = before.position

    def _give_back_time(self, before: Place) -> None:
        """Resume the time of a step and of a hand that the undone tap had ended."""
        counts = self.counts
        if before.step < self.place.step and counts.steps:
            counts.step_began -= counts.steps.pop()
        if before.hands < len(counts.hands):
            counts.hand_began -= counts.hands.pop()

    def _mistake(
        self, tap: SchoolTap, move: Move, step: Step, refused: Refusal | None = None
    ) -> None:
        counts = self.counts
        wanted = step.do[self.place.line :]
        wanted = wanted[_deals(wanted) :]
        kind = kind_of(move, wanted, refused=refused is not None)
        tapped = tap.label or self._named(move, tap.at)
        right = wanted[0]
        rules = step.rules or self.exercise.authority
        counts.wrong_here += 1
        counts.mistakes.append(
            Mistake(
                kind=kind,
                step=self.place.step,
                hand=len(counts.hands) + 1,
                tapped=tapped,
                right=self._named(right, tap.at),
                rules=rules,
                cited=cited(rules, self.exercise.sources),
            )
        )
        if not self.tells_at_once:
            return
        why = step.why or (
            refusal(refused) if refused and kind == "not_possible" else REASONS[kind]
        )
        self.feedback = Feedback(
            title=f"You tapped {tapped}.",
            text=why,
            rule=cited(rules[:1], self.exercise.sources),
            tapped={"name": move.name, "args": move.args},
            right={"name": right.name, "args": right.args},
            due=self._named(right, tap.at),
            again=counts.wrong_here >= AGAIN_AFTER,
        )

    def _needless(self, tap: SchoolTap, move: Move, due: Move) -> None:
        """Take back a check or call before a floor call. It is inferred, so it is not a mistake."""
        if self.tells_at_once:
            self.feedback = Feedback(
                title=f"You tapped {tap.label or self._named(move, tap.at)}.",
                text=NEEDLESS,
                rule="",
                tapped={"name": move.name, "args": move.args},
                right={"name": due.name, "args": due.args},
            )

    def _named(self, move: Move, at: int) -> str:
        """Return the text on a tap's key if the key is on the screen, else its text in a result."""
        screen = self._screen(at)
        text = key_text(screen, move) if isinstance(screen, Screen) else ""
        return text or tap_text(move)

    def _screen(self, at: int) -> Screen | NoScreen:
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

"""What every exercise on a tablet has: steps, counts, UNDO, feedback, the score. Each game judges its own taps."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import replace as dataclass_replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from dealer_ui.screen.model import NoScreen, Screen
from poker.currency import set_currency
from poker.refusal import Refusal
from school.rules.rides import hand_of_ride
from school.tablet.mistakes import cited
from school.tablet.model import (
    Begin,
    Exercise,
    Feedback,
    Mistake,
    MistakeKind,
    Move,
    School,
    SchoolAnswer,
    SchoolTap,
    Score,
    Step,
)
from web.messages.refusals import refusal

AGAIN_AFTER = 2  # wrong taps on a line, after which the line is played again slowly


class HandTable(Protocol):
    """A table, with its hand or round in progress."""

    @property
    def hand(self) -> object | None: ...


class TablePosition(Protocol):
    """A table with its log."""

    @property
    def table(self) -> HandTable: ...


P = TypeVar("P", bound=TablePosition)


@dataclass(frozen=True)
class Place(Generic[P]):
    """The progress of the exercise."""

    position: P  # the table without mistakes
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


class ExerciseSession(ABC, Generic[P]):
    """One exercise of one trainee."""

    reasons: Mapping[MistakeKind, str]  # the explanation of a mistake if the lesson has none

    def __init__(self, begin: Begin) -> None:
        """Set up the table and play the moves before the first tap. Raises `Refusal` if that is not possible."""
        set_currency(begin.currency)
        self.exercise: Exercise = begin.exercise
        self.tells_at_once = begin.telling == "at_once"
        self.dealer = begin.dealer
        self.counts = Counts(step_began=begin.at, hand_began=begin.at)
        self.place: Place[P] = Place(self.set_up(begin.at))
        self.shown = self.place.position  # includes a wrong tap that is shown only at the end
        self.taken: list[Place[P]] = []  # the places before the taps that UNDO takes back
        self.feedback: Feedback | None = None
        self.is_over = False
        self._run_room(begin.at)

    @abstractmethod
    def set_up(self, at: int) -> P:
        """Return the table at the start. Raises `Refusal`."""

    @abstractmethod
    def after(self, position: P, move: Move, at: int) -> P:
        """Return the table after a move. Raises `Refusal`."""

    @abstractmethod
    def takes(self, move: Move, result: P, wanted: tuple[Move, ...], at: int) -> bool:
        """Accept a tap that is right or harmless. Return False for a wrong tap. result: the table after the tap."""

    @abstractmethod
    def kind(self, move: Move, wanted: tuple[Move, ...], *, is_refused: bool) -> MistakeKind:
        """Return the kind of a wrong tap."""

    @abstractmethod
    def named(self, move: Move, at: int) -> str:
        """Return the text on a tap's key if the key is on the screen, else its text in a result."""

    @abstractmethod
    def screen(self, at: int) -> Screen | NoScreen:
        """Return the screen, with a wrong tap that is shown only at the end."""

    def due(self, wanted: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the wanted taps from the first one that has a key."""
        return wanted

    def forgives(self, tap: SchoolTap, move: Move, due: Move) -> bool:
        """Take back a wrong tap that is not counted as a mistake. Return False for any other tap."""
        return False

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
            result = self.after(right, move, tap.at)
        except Refusal as reason:
            self._mistake(tap, move, step, refused=reason)
            return
        if self.takes(move, result, wanted, tap.at):
            return
        if self.forgives(tap, move, wanted[0]):
            return
        self._mistake(tap, move, step)
        if not self.tells_at_once:
            self.shown = result

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
            screen=self.screen(at),
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

    def accept(self, result: P) -> None:
        """Go on with a tap that is neither right nor wrong."""
        self.taken.append(self.place)
        self.place = dataclass_replace(self.place, position=result)
        self.shown = result

    def advance(self, result: P, count: int, at: int) -> None:
        """Count a right tap that completes this many wanted ones."""
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
                position = self.after(position, move, at)
            if step.room:
                self.taken.clear()  # the dealer cannot take back acts of others
            self._end_hands(self.place.position, position, at)
            hands = len(self.counts.hands)
            self.place = Place(position, self.place.step + 1, hands=hands)
            step = self.step
        self.shown = self.place.position
        if step is None and len(self.counts.hands) < self.exercise.hands:
            self.counts.hands.append(at - self.counts.hand_began)

    def _end_hands(self, before: P, now: P, at: int) -> None:
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

    def _give_back_time(self, before: Place[P]) -> None:
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
        wanted = self.due(step.do[self.place.line :])
        kind = self.kind(move, wanted, is_refused=refused is not None)
        tapped = tap.label or self.named(move, tap.at)
        right = wanted[0]
        rules = step.rules or self.exercise.authority
        counts.wrong_here += 1
        counts.mistakes.append(
            Mistake(
                kind=kind,
                step=self.place.step,
                hand=len(counts.hands) + 1,
                tapped=tapped,
                right=self.named(right, tap.at),
                rules=rules,
                cited=cited(rules, self.exercise.sources),
            )
        )
        if not self.tells_at_once:
            return
        why = step.why or (
            refusal(refused) if refused and kind == "not_possible" else self.reasons[kind]
        )
        self.feedback = Feedback(
            title=f"You tapped {tapped}.",
            text=why,
            rule=cited(rules[:1], self.exercise.sources),
            tapped={"name": move.name, "args": move.args},
            right={"name": right.name, "args": right.args},
            due=self.named(right, tap.at),
            again=counts.wrong_here >= AGAIN_AFTER,
        )


AnySession: TypeAlias = ExerciseSession[Any]

"""Prepares lessons under the rules of one house, by playing each exercise through the engine.

The result is what the tablet plays (`school.tablet.model`). An exercise that needs another house setting, or a game
that the house does not deal, is left out with the reason. `LessonError` reports an exercise that the engine does not
play as written.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from dealer_ui.engine.session import Position
from poker import commands as c
from poker.cases import CaseError, seats_of
from poker.command_lines import LineError, commands
from poker.formatting import money, smart_quotes
from poker.games import GAMES
from poker.irregularities.evaluate import FactNeeded, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.propose import possible_irregularities
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.rules import HouseRules, read
from poker.stakes import Stakes
from poker.table_event import TableEvent
from poker.view import view
from rulings.calls.call_assessment import CallAssessment, assess_state, dealer_may_carry_out
from rulings.event_rules import rules_at_events
from school.hands.generated import GeneratedHands
from school.hands.table_words import describe_tap, joined
from school.lessons.check_rides import is_table, planned
from school.lessons.reader import (
    Generated,
    LessonError,
    Report,
    WrittenEvent,
    WrittenExercise,
    WrittenLesson,
    WrittenStep,
)
from school.lessons.rule_sources import sources_of
from school.lessons.table_events import changed, event_move, table_event
from school.rules.rides import hands_before
from school.tablet.model import Exercise, Lesson, Move, Ride, Step
from school.tablet.table import after, set_up
from web.messages.facts import spoken
from web.messages.refusals import refusal

ARRIVES = Move("supervisor_arrives")
ACCEPTS = Move("accept")
DEAL = "deal"
OPENS = Move("open_table")  # the tablet adds the plaque and the house rules
INFERRED = ("check", "call")
MOST_REMEDY_STEPS = 20
MOMENT = 1  # Unix milliseconds at a tournament table, whose level depends on the time
_DOLLARS = re.compile(r"\$([0-9][0-9,]*[0-9](?:\.[0-9]{2})?|[0-9](?:\.[0-9]{2})?)")
REPORT_WHY = "Stop the action, call the floor and report what happened. The supervisor rules."
REMEDY_SAYS = "Do what the ruling says, then tap DONE."


class LeftOut(msgspec.Struct, frozen=True):
    """An exercise that this house does not need."""

    lesson: str
    exercise: str  # "" for the whole lesson
    why: str


class Prepared(msgspec.Struct, frozen=True):
    """The lessons of a house, and the exercises left out of them."""

    lessons: tuple[Lesson, ...]
    left_out: tuple[LeftOut, ...]


class NotHere(Exception):
    """The exercise is for a house with another setting or game, which the message names."""


def prepare(
    lessons: Sequence[WrittenLesson],
    house: HouseRules,
    games: Collection[str] | None = None,
    *,
    every: Sequence[WrittenLesson] = (),
) -> Prepared:
    """Return the lessons as this house teaches them.

    games: keys of the games that it deals, None for all; every: the lessons that contain the surprises of check
    rides, by default these. Raises `LessonError` if the engine does not play an exercise as written.
    """
    prepared: list[Lesson] = []
    left_out: list[LeftOut] = []
    for written in lessons:
        exercises: list[Exercise] = []
        for exercise in planned(written, every or lessons):
            try:
                exercises.append(prepare_exercise(exercise, house, games))
            except NotHere as reason:
                left_out.append(LeftOut(written.key, exercise.id, str(reason)))
        if any(written.ride is None or is_table(exercise, written) for exercise in exercises):
            prepared.append(_lesson(written, exercises))
    return Prepared(tuple(prepared), tuple(left_out))


def _lesson(written: WrittenLesson, exercises: Sequence[Exercise]) -> Lesson:
    ride = written.ride
    if ride is not None:
        exercises = _numbered(written, exercises)
    dealt = sum(exercise.hands for exercise in exercises if is_table(exercise, written))
    return Lesson(
        ride=Ride(dealt, ride.mistakes, ride.seconds) if ride else None,
        key=written.key,
        title=smart_quotes(written.title),
        about=smart_quotes(written.about),
        text=smart_quotes(priced(written.text)),
        target=smart_quotes(priced(written.target)),
        exercises=tuple(exercises),
        games=written.games,
    )


def priced(text: str) -> str:
    """Return a text with its amounts in the house's currency. Lessons are written in dollars."""
    return _DOLLARS.sub(lambda match: money(_cents(match[1])), text)


def _in_currency(written: WrittenExercise) -> WrittenExercise:
    steps = tuple(
        msgspec.structs.replace(
            step,
            says=priced(step.says),
            why=priced(step.why),
            report=step.report
            and msgspec.structs.replace(step.report, decision=priced(step.report.decision)),
        )
        for step in written.step
    )
    return msgspec.structs.replace(written, title=priced(written.title), step=steps)


def _cents(number: str) -> int:
    whole, _, rest = number.replace(",", "").partition(".")
    return int(whole) * 100 + int(rest or 0)


def _numbered(written: WrittenLesson, exercises: Sequence[Exercise]) -> list[Exercise]:
    """Return the parts of a ride, each with the number of hands before it."""
    surprises = [not is_table(exercise, written) for exercise in exercises]
    hands = [exercise.hands for exercise in exercises]
    before = hands_before(list(zip(hands, surprises, strict=True)))
    return [
        msgspec.structs.replace(exercise, hands_before=count, is_surprise=is_surprise)
        for exercise, count, is_surprise in zip(exercises, before, surprises, strict=True)
    ]


def prepare_exercise(
    written: WrittenExercise, house: HouseRules, games: Collection[str] | None = None
) -> Exercise:
    """Return an exercise as this house plays it. Raises `NotHere`, or `LessonError` with the file's line number."""
    where = f"line {written.line}, {written.id}"
    if written.event is not None:
        house = rules_at_events(house)
    _check_house(written, house, games)
    try:
        written = _in_currency(written)
        return _Player(written, _set_up(written, house), house).played()
    except Refusal as error:
        raise LessonError(f"{where}: {refusal(error)}") from error
    except (CaseError, LessonError, LineError) as error:
        raise LessonError(f"{where}: {error}") from error


def _check_house(
    written: WrittenExercise, house: HouseRules, games: Collection[str] | None
) -> None:
    game = str(written.stakes["game"])
    if game not in GAMES:
        raise LessonError(f"line {written.line}, {written.id}: there is no game {game}")
    if games is not None and game not in games:
        raise NotHere(f"the house does not deal {GAMES[game].title}")
    for name, option in written.house.items():
        try:
            read({name: option})
        except Refusal as error:
            detail = error.facts["detail"]
            raise LessonError(f"line {written.line}, {written.id}: house: {detail}") from error
        current = getattr(house, name)
        if current != option:
            raise NotHere(f"the house has {name} = {_option(current)}; it is for {_option(option)}")


def _option(option: object) -> str:
    """Return an option in the notation of a lesson."""
    return str(option).lower() if isinstance(option, bool) else str(option)


def _set_up(written: WrittenExercise, house: HouseRules) -> Exercise:
    """Return the exercise without its steps."""
    return Exercise(
        id=written.id,
        title=smart_quotes(written.title),
        stakes=written.stakes,
        steps=(),
        rules=msgspec.to_builtins(house),
        tracking=written.tracking,
        chairs=written.chairs,
        seats=seats_of(written.seats),
        button=written.button,
        is_open=written.open,
        event=_event_of(written),
        before=tuple(move for line in written.before for move in moves_of(line)),
        seconds=written.seconds,
        authority=written.rules,
        irregularities=_numbers(written),
    )


def _event_of(written: WrittenExercise) -> JsonObject | None:
    if written.event is None:
        return None
    event: JsonObject = msgspec.to_builtins(_table_event(written, written.event))
    return event


def _table_event(written: WrittenExercise, event: WrittenEvent) -> TableEvent:
    return table_event(event, msgspec.convert(written.stakes, Stakes))


def _numbers(written: WrittenExercise) -> tuple[int, ...]:
    """Return the numbers of the irregularities that an exercise practices."""
    rows = catalogue().rows
    keys = [*written.irregularities, *(step.report.key for step in written.step if step.report)]
    unknown = [key for key in keys if key not in rows]
    if unknown:
        raise LessonError(f"no irregularity {', '.join(unknown)}")
    return tuple(dict.fromkeys(rows[key].number for key in keys))


def moves_of(line: str) -> Iterator[Move]:
    """Yield the taps of a line. Raises `LineError`, or `Refusal` for invalid arguments."""
    if line.strip() == OPENS.name:
        yield OPENS
        return
    for command in commands(line):
        yield _move(command)


def _move(command: c.Command) -> Move:
    args = msgspec.to_builtins(command)
    name = args.pop("command")
    return Move(str(name), args)


class _Player:
    """Plays an exercise once and collects the steps for the tablet."""

    def __init__(self, written: WrittenExercise, bare: Exercise, house: HouseRules) -> None:
        self.written = written
        self.house = house
        self.exercise = bare
        self.at = MOMENT if written.event else 0
        self.event = _table_event(written, written.event) if written.event else None
        self.position: Position = set_up(bare, at=self.at)
        self.steps: list[Step] = []
        self.hands = 0
        self.ruled = ""  # the supervisor's ruling, until the next step includes it

    def played(self) -> Exercise:
        """Return the exercise with its steps. Raises `LessonError`, `LineError` or `Refusal`."""
        if self.written.generate is not None:
            self._generated(self.written.generate)
        for number, step in enumerate(self.written.step, 1):
            try:
                if step.report is None:
                    self._taps(step)
                else:
                    self._reports(step, step.report)
                self._remedy(step)
            except (LessonError, LineError) as error:
                raise LessonError(f"step {number}: {error}") from error
            except Refusal as error:
                raise LessonError(f"step {number}: {refusal(error)}") from error
        if not self.steps:
            raise LessonError("it has no step")
        cited = [*self.written.rules, *(rule for step in self.steps for rule in step.rules)]
        return msgspec.structs.replace(
            self.exercise,
            steps=tuple(with_implied_deals(self.steps)),
            hands=max(1, self.hands),
            ends=smart_quotes(self.ruled),
            sources=sources_of(cited, self.house),
        )

    def _generated(self, hands: Generated) -> None:
        table = GeneratedHands(self.exercise, self.position, hands.seed)
        self.steps = list(table.steps(hands.hands))
        self.hands = hands.hands
        self.position = table.position

    def _taps(self, step: WrittenStep) -> None:
        do = tuple(move for line in step.do for move in moves_of(line))
        if any(move.name == "act" and move.args["what"] in INFERRED for move in do):
            raise LessonError("a check or a call needs no tap: tell it in `says` only")
        room = (*map(_room_move, step.room), *self._event_moves(step))
        if not do and not room:
            raise LessonError("it has neither taps nor a report")
        suggested = list(self._suggested(do))
        says = step.says or joined(suggested)
        if not says or not (step.says or all(suggested)):
            raise LessonError("it needs `says`: these taps suggest no words")
        self._add(Step(says=says, do=do, room=room, why=step.why, rules=step.rules))

    def _event_moves(self, step: WrittenStep) -> Iterator[Move]:
        if step.event is None:
            return
        if self.event is None:
            raise LessonError("`event` is for an exercise at a tournament table")
        self.event = changed(self.event, step.event)
        yield event_move(self.event)

    def _suggested(self, moves: Sequence[Move]) -> Iterator[str]:
        """Yield the default sentence for each tap, at the table before that tap."""
        position = self.position
        for move in moves:
            yield describe_tap(move, view(position.table))
            position = after(position, move, exercise=self.exercise, at=self.at)

    def _reports(self, step: WrittenStep, report: Report) -> None:
        """Add the steps of a floor call: the call, the report with its facts, and the ruling."""
        if not step.says:
            raise LessonError("a report needs `says`: what happens at the table")
        why = step.why or REPORT_WHY
        possible = {row.key for row in possible_irregularities(self.position.table)}
        if report.key not in possible:
            raise LessonError(f"{report.key} can't happen here: the tablet does not offer it")
        if self.position.table.floor is None:
            call = Move("call_floor")
            self._add(Step(says=step.says, do=(call,), room=(ARRIVES,), why=why, rules=step.rules))
        key = Move("report", {"key": report.key})
        self._add(Step(says=step.says, do=(key,), why=why, rules=step.rules))
        assessment = self._assess()
        while isinstance(assessment.verdict, FactNeeded):
            name = assessment.verdict.fact
            if name not in report.facts:
                raise LessonError(f"the fact {name} decides and is not given")
            fact = Move("report", {"facts": {name: report.facts[name]}})
            self._add(Step(says=step.says, do=(fact,), why=why, rules=step.rules))
            assessment = self._assess()
        proposal = assessment.proposal
        if proposal is None or assessment.problem:
            problem = (
                refusal(assessment.problem) if assessment.problem else "no rule of the row fits"
            )
            raise LessonError(f"{report.key}: {problem}")
        if report.outcome and proposal.outcome != report.outcome:
            raise NotHere(f"the house's rules lead to {proposal.outcome}, not {report.outcome}")
        self._rule(step, assessment, proposal)

    def _rule(self, step: WrittenStep, assessment: CallAssessment, proposal: Proposal) -> None:
        """Add the dealer's own remedy if the house allows it, otherwise the supervisor's ruling."""
        if dealer_may_carry_out(assessment):
            says = f"The house leaves this to you. {spoken(proposal.result)}"
            move = Move("carry_out")
            self._add(Step(says=says, do=(move,), why=step.why, rules=step.rules))
            return
        self._supervisor_rules(step.report.decision if step.report else "", proposal)

    def _supervisor_rules(self, decision: str, proposal: Proposal) -> None:
        if proposal.open and not decision:
            raise LessonError("no rule decides this: give the supervisor's `decision`")
        move = Move("decide", {"result": decision}) if proposal.open else ACCEPTS
        self.position = self._after(move)
        last = self.steps[-1]
        self.steps[-1] = msgspec.structs.replace(last, room=(*last.room, move))
        self.ruled = f"Supervisor: {decision if proposal.open else spoken(proposal.result)}"

    def _remedy(self, step: WrittenStep) -> None:
        """Add the remaining steps of a ruling's remedy."""
        for _ in range(MOST_REMEDY_STEPS):
            due = view(self.position.table).step
            if due.kind != "remedy":
                return
            says = "" if self.ruled else spoken(str(due.facts.get("say") or REMEDY_SAYS))
            self._add(Step(says=says, do=(Move("step_done"),), rules=step.rules))

    def _assess(self) -> CallAssessment:
        return assess_state(self.position.table, self.position.batches)

    def _add(self, step: Step) -> None:
        """Play a step and add it, with a ruling that no step includes yet. Raises `Refusal`."""
        says = smart_quotes(f"{self.ruled} {step.says}".strip())
        step = msgspec.structs.replace(step, says=says, why=smart_quotes(step.why))
        self.ruled = ""
        for move in (*step.do, *step.room):
            before = self.position
            self.position = self._after(move)
            if before.table.hand is not None and self.position.table.hand is None:
                self.hands += 1
        self.steps.append(step)

    def _after(self, move: Move) -> Position:
        return after(self.position, move, exercise=self.exercise, at=self.at)


def _room_move(line: str) -> Move:
    moves = list(moves_of(line))
    if len(moves) != 1:
        raise LessonError(f"{line!r} is more than one command")
    return moves[0]


def with_implied_deals(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps, with each deal moved to the tap that implies it. A deal at the end happens by itself.

    A deal has no key on the tablet: the first tap of the hand implies it.
    """
    text = ""
    deals: tuple[Move, ...] = ()
    for step in steps:
        says = f"{text} {step.says}".strip()
        taps, rest = _split_at_deals((*deals, *step.do))
        if not taps and not step.room:
            text = says
            deals = rest
            continue
        room = (*rest, *step.room) if step.room else ()
        yield replace(step, says=says, do=taps, room=room)
        text = ""
        deals = () if step.room else rest
    if deals:
        yield Step(says=text, room=deals)


def _split_at_deals(moves: tuple[Move, ...]) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Return the moves up to the last one with a key, and the deals after it."""
    last = max((i for i, move in enumerate(moves, 1) if move.name != DEAL), default=0)
    return moves[:last], moves[last:]

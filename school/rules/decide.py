"""Decides commands to a trainee's log: a command results in events and a new state, or is refused as a whole."""

from poker.handlers import DecideOn
from poker.logs.outcome import Draft, Outcome
from poker.refusal import Refusal
from school.rules import commands as c
from school.rules import events as e
from school.rules.evolve import evolve, kind_counts
from school.rules.rides import average_hand, is_passed
from school.rules.state import Choices, Ride, Training

CLOCK_TOLERANCE = 5 * 60_000  # milliseconds that a tablet's clock may be ahead
CLOCK_STEP = 60_000  # milliseconds by which a tablet's clock may be set during an exercise
OLDEST = 366 * 24 * 3_600_000  # milliseconds for which a tablet may keep a result
LONGEST = 24 * 3_600_000  # milliseconds of one exercise at most


_Draft = Draft[Training, e.TrainingEvent]


def run(
    training: Training, command: c.TrainingCommand, *, now: int
) -> Outcome[Training, e.TrainingEvent]:
    """Execute a command. Raises `Refusal`. now: Unix milliseconds."""
    draft = _Draft(training, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def _record(draft: _Draft, command: c.RecordExercise, now: int) -> None:
    """Store an exercise. The first exercise of a check ride begins the ride, and the last one finishes it.

    Raises `Refusal`: `school_future`, `school_impossible`.
    """
    if command.ended > now + CLOCK_TOLERANCE:
        raise Refusal("school_future", "", ended=command.ended)
    fault = _impossible(command, now)
    if fault:
        raise Refusal("school_impossible", "", fault=fault)
    terms = command.ride
    if terms is not None and _begins_ride(draft.state.ride, command, terms):
        draft.record(e.RideBegan(command.lesson, terms.exercises, command.began))
    fields = {name: getattr(command, name) for name in e.ExerciseDealt.__struct_fields__}
    draft.record(e.ExerciseDealt(**fields))
    ride = draft.state.ride
    if terms is not None and ride is not None and len(ride.dealt) == len(ride.exercises):
        draft.record(_finished(ride, command.ended, terms))


def _impossible(command: c.RecordExercise, now: int) -> str:
    """Return why these values are impossible; "" if they are possible."""
    length = command.ended - command.began
    if not 0 <= length <= LONGEST:
        return "its times are out of order"
    if command.ended < now - OLDEST:
        return "it is more than a year old"
    if max(sum(command.steps), sum(command.hands)) > length + CLOCK_STEP:
        return "its steps or hands took longer than the exercise"
    if command.is_finished and not command.steps:
        return "it was dealt to its end without a step"
    return ""


def _begins_ride(ride: Ride | None, command: c.RecordExercise, terms: c.RideTerms) -> bool:
    """Return whether an exercise begins a new run. Each exercise is dealt once in a run."""
    if ride is None or (ride.lesson, ride.exercises) != (command.lesson, terms.exercises):
        return True
    return any(dealt.exercise == command.exercise for dealt in ride.dealt)


def _finished(ride: Ride, ended: int, terms: c.RideTerms) -> e.RideFinished:
    wrong = sum(dealt.wrong for dealt in ride.dealt)
    hands = sum(dealt.hands for dealt in ride.dealt)
    average = average_hand(sum(dealt.milliseconds for dealt in ride.dealt), hands)
    kinds = [kind.kind for dealt in ride.dealt for kind in dealt.kinds for _ in range(kind.count)]
    is_whole = all(dealt.is_finished and dealt.telling == "at_the_end" for dealt in ride.dealt)
    return e.RideFinished(
        lesson=ride.lesson,
        began=ride.began,
        ended=ended,
        exercises=ride.dealt,
        kinds=kind_counts(kinds),
        right=sum(dealt.right for dealt in ride.dealt),
        wrong=wrong,
        undone=sum(dealt.undone for dealt in ride.dealt),
        hands=hands,
        milliseconds=average,
        most_wrong=terms.wrong,
        most_milliseconds=terms.milliseconds,
        is_passed=is_passed(
            is_whole=is_whole,
            wrong=wrong,
            most_wrong=terms.wrong,
            average=average,
            most_average=terms.milliseconds,
        ),
    )


def _sign_off(draft: _Draft, command: c.SignOffGame, now: int) -> None:
    """Sign off a family of games. Raises `Refusal`: `school_signed_off`."""
    if draft.state.sign_off(command.family) is not None:
        raise Refusal("school_signed_off", "", family=command.family)
    draft.record(
        e.GameSignedOff(command.family, command.by, now, command.trainee, command.note.strip())
    )


def _withdraw(draft: _Draft, command: c.WithdrawSignOff, now: int) -> None:
    """Withdraw a sign-off. Raises `Refusal`: `school_not_signed_off`, `school_note_missing`."""
    if draft.state.sign_off(command.family) is None:
        raise Refusal("school_not_signed_off", "", family=command.family)
    if not command.note.strip():
        raise Refusal("school_note_missing")
    draft.record(
        e.SignOffWithdrawn(command.family, command.by, now, command.trainee, command.note.strip())
    )


def _choices(draft: _Draft, command: c.SetChoices, now: int) -> None:
    choices = Choices(command.telling, command.tempo, command.may_choose)
    if choices != draft.state.choices:
        draft.record(e.ChoicesSet(choices))


_DECIDE: dict[type[c.TrainingCommand], DecideOn[_Draft]] = {
    c.RecordExercise: _record,
    c.SignOffGame: _sign_off,
    c.WithdrawSignOff: _withdraw,
    c.SetChoices: _choices,
}

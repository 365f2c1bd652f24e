"""Applies events to a trainee's state. Nothing is refused here."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from poker.handlers import Evolve
from school.rules import events as e
from school.rules.state import KindCount, Ride, RideExercise, SignOff, Training

Step = Evolve[Training]


def evolve(training: Training, event: e.TrainingEvent) -> Training:
    """Return the state after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](training, event)


def ride_exercise(event: e.ExerciseDealt) -> RideExercise:
    """Return the part of a check ride for a dealt exercise."""
    return RideExercise(
        exercise=event.exercise,
        edition=event.edition,
        right=event.taps,
        wrong=len(event.mistakes),
        undone=event.undone,
        hands=len(event.hands),
        milliseconds=sum(event.hands),
        kinds=kind_counts(mistake.kind for mistake in event.mistakes),
        is_finished=event.is_finished,
        telling=event.telling,
    )


def kind_counts(kinds: Iterable[str]) -> tuple[KindCount, ...]:
    """Return how often each kind occurs, by kind."""
    return tuple(KindCount(kind, count) for kind, count in sorted(Counter(kinds).items()))


def _dealt(training: Training, event: e.ExerciseDealt) -> Training:
    ride = training.ride
    if ride is not None and ride.lesson == event.lesson and event.exercise in ride.exercises:
        ride = replace(ride, dealt=(*ride.dealt, ride_exercise(event)))
    return replace(training, dealt=training.dealt + 1, ride=ride)


def _ride_began(training: Training, event: e.RideBegan) -> Training:
    return replace(training, ride=Ride(event.lesson, event.exercises, event.at))


def _ride_finished(training: Training, event: e.RideFinished) -> Training:
    return replace(training, ride=None)


def _signed_off(training: Training, event: e.GameSignedOff) -> Training:
    signed = (*_without(training, event.family), SignOff(event.family, event.by, event.at))
    return replace(training, signed=signed)


def _withdrawn(training: Training, event: e.SignOffWithdrawn) -> Training:
    return replace(training, signed=_without(training, event.family))


def _without(training: Training, family: str) -> tuple[SignOff, ...]:
    return tuple(signed for signed in training.signed if signed.family != family)


def _choices(training: Training, event: e.ChoicesSet) -> Training:
    return replace(training, choices=event.choices)


_STEPS: dict[type[e.TrainingEvent], Step] = {
    e.ExerciseDealt: _dealt,
    e.RideBegan: _ride_began,
    e.RideFinished: _ride_finished,
    e.GameSignedOff: _signed_off,
    e.SignOffWithdrawn: _withdrawn,
    e.ChoicesSet: _choices,
}

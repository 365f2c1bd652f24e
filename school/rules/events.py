"""Events of a trainee's log. The tags are their names in the log and never change."""

import msgspec

from poker.games.model import Family
from poker.logs.versions import Upcasters
from school.rules.state import Choices, KindCount, RideExercise, Telling

UPCASTERS: Upcasters = {}  # convert events written by earlier releases


class TrainingEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a trainee."""


class DealtMistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wrong tap."""

    kind: str
    step: int  # from 0
    hand: int  # number within the exercise, from 1
    tapped: str  # text of the tapped key
    due: str  # text of the right key
    rules: tuple[str, ...] = ()


class ExerciseDealt(TrainingEvent, frozen=True, tag="training.exercise_dealt"):
    """The trainee dealt an exercise, to its end or not."""

    lesson: str
    exercise: str
    edition: str  # hash of the exercise
    began: int  # Unix milliseconds
    ended: int  # Unix milliseconds
    telling: Telling
    tempo: int
    taps: int  # right taps
    undone: int
    mistakes: tuple[DealtMistake, ...]
    steps: tuple[int, ...]  # milliseconds of each finished step
    hands: tuple[int, ...]  # milliseconds of each finished hand
    is_finished: bool


class RideBegan(TrainingEvent, frozen=True, tag="training.ride_began"):
    """A check ride began with its first exercise. An unfinished earlier ride is over."""

    lesson: str
    exercises: tuple[str, ...]
    at: int


class RideFinished(TrainingEvent, frozen=True, tag="training.ride_finished"):
    """A check ride was finished: all its exercises are stored."""

    lesson: str
    began: int
    ended: int
    exercises: tuple[RideExercise, ...]
    kinds: tuple[KindCount, ...]
    right: int  # taps
    wrong: int  # taps
    undone: int  # taps
    hands: int
    milliseconds: int  # milliseconds of an average hand
    most_wrong: int  # limit to pass
    most_milliseconds: int  # limit to pass
    is_passed: bool


class GameSignedOff(TrainingEvent, frozen=True, tag="training.game_signed_off"):
    """The trainee may deal a family of games."""

    family: Family
    by: str
    at: int
    trainee: str
    note: str = ""


class SignOffWithdrawn(TrainingEvent, frozen=True, tag="training.sign_off_withdrawn"):
    """A sign-off was withdrawn."""

    family: Family
    by: str
    at: int
    trainee: str
    note: str = ""


class ChoicesSet(TrainingEvent, frozen=True, tag="training.choices_set"):
    """A trainer set how the trainee practices."""

    choices: Choices


EVENTS: tuple[type[TrainingEvent], ...] = tuple(TrainingEvent.__subclasses__())

"""A trainee's events, in the past tense. Names in the log are the tags and never change."""

import msgspec

from poker.games.model import Family
from poker.logs.versions import Upcasters
from school.rules.state import Choices, KindCount, RideExercise, Telling

UPCASTERS: Upcasters = {}  # of events that earlier releases wrote


class TrainingEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a trainee."""


class DealtMistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tap that was not right. step: from 0; hand: of the exercise, from 1; tapped, due: the keys in words."""

    kind: str
    step: int
    hand: int
    tapped: str
    due: str
    rules: tuple[str, ...] = ()


class ExerciseDealt(TrainingEvent, frozen=True, tag="training.exercise_dealt"):
    """The trainee dealt an exercise, to its end or not.

    edition: hash of the exercise; began, ended: Unix milliseconds; taps: the right ones; steps, hands: milliseconds of
    each finished step and hand.
    """

    lesson: str
    exercise: str
    edition: str
    began: int
    ended: int
    telling: Telling
    tempo: int
    taps: int
    undone: int
    mistakes: tuple[DealtMistake, ...]
    steps: tuple[int, ...]
    hands: tuple[int, ...]
    is_finished: bool


class RideBegan(TrainingEvent, frozen=True, tag="training.ride_began"):
    """A check ride began with its first exercise; an earlier one that was not finished is over."""

    lesson: str
    exercises: tuple[str, ...]
    at: int


class RideFinished(TrainingEvent, frozen=True, tag="training.ride_finished"):
    """All exercises of a check ride are stored.

    right, wrong, undone: taps; milliseconds: of a hand on average; most_wrong, most_milliseconds: to pass.
    """

    lesson: str
    began: int
    ended: int
    exercises: tuple[RideExercise, ...]
    kinds: tuple[KindCount, ...]
    right: int
    wrong: int
    undone: int
    hands: int
    milliseconds: int
    most_wrong: int
    most_milliseconds: int
    is_passed: bool


class GameSignedOff(TrainingEvent, frozen=True, tag="training.game_signed_off"):
    """The trainee may deal a family of games. trainee: whom the note is about, so that it is erased with them."""

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

"""Commands to a trainee's log: results from the tablet, and decisions of a trainer. The tags are the wire names."""

from typing import Annotated

import msgspec

from poker.games.model import Family
from school.rules.events import DealtMistake
from school.rules.state import Telling

MOST_NOTE = 300  # characters
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Note = Annotated[str, msgspec.Meta(max_length=MOST_NOTE)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class TrainingCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to a trainee's log."""


class RideTerms(msgspec.Struct, frozen=True):
    """The exercises of a check ride, and the limits to pass it."""

    exercises: tuple[Name, ...]  # ids
    wrong: Count  # limit of wrong taps
    milliseconds: Moment  # limit for an average hand


class RecordExercise(TrainingCommand, frozen=True, tag="record_exercise"):
    """Store an exercise as it was dealt."""

    lesson: Name
    exercise: Name
    edition: Name
    began: Moment
    ended: Moment
    telling: Telling
    tempo: Count
    taps: Count
    undone: Count
    mistakes: tuple[DealtMistake, ...]
    steps: tuple[Moment, ...]
    hands: tuple[Moment, ...]
    is_finished: bool
    ride: RideTerms | None = None  # if the lesson is a check ride


class SignOffGame(TrainingCommand, frozen=True, tag="sign_off"):
    """A trainer signs off a family of games, which the trainee may then deal."""

    family: Family
    by: Key
    trainee: Key
    note: Note = ""


class WithdrawSignOff(TrainingCommand, frozen=True, tag="withdraw"):
    """A trainer withdraws a sign-off and gives the reason in the note."""

    family: Family
    by: Key
    trainee: Key
    note: Note = ""


class SetChoices(TrainingCommand, frozen=True, tag="set_choices"):
    """A trainer sets how the trainee practices."""

    telling: Telling
    tempo: Count
    may_choose: bool


COMMANDS: tuple[type[TrainingCommand], ...] = tuple(TrainingCommand.__subclasses__())

"""Commands to a trainee's log: results of the tablet, and what a trainer decides. Wire names are the tags."""

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
    """What a check ride consists of, and what passes it.

    exercises: ids; wrong: most wrong taps; milliseconds: most for a hand on average.
    """

    exercises: tuple[Name, ...]
    wrong: Count
    milliseconds: Moment


class RecordExercise(TrainingCommand, frozen=True, tag="record_exercise"):
    """Store an exercise as it was dealt. ride: the terms, if its lesson is a check ride."""

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
    ride: RideTerms | None = None


class SignOffGame(TrainingCommand, frozen=True, tag="sign_off"):
    """A trainer says that the trainee may deal a family of games. trainee: key of the log's person."""

    family: Family
    by: Key
    trainee: Key
    note: Note = ""


class WithdrawSignOff(TrainingCommand, frozen=True, tag="withdraw"):
    """A trainer withdraws a sign-off, with a note that says why."""

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

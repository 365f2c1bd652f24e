"""The state of a trainee's log. Times are Unix milliseconds; staff are referred to by key."""

from typing import Literal

import msgspec

from poker.games.model import Family

Telling = Literal["at_once", "at_the_end"]  # when a mistake is shown
FAMILIES: tuple[Family, ...] = ("flop", "stud", "draw")


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a trainee practices."""

    telling: Telling = "at_once"
    tempo: int = 0  # hands an hour; 0 waits for the dealer
    may_choose: bool = True  # the trainee may change both


class SignOff(msgspec.Struct, frozen=True, omit_defaults=True):
    """A family of games that the trainee may deal."""

    family: Family
    by: str
    at: int


class KindCount(msgspec.Struct, frozen=True):
    """The number of mistakes of one kind."""

    kind: str
    count: int


class RideExercise(msgspec.Struct, frozen=True, omit_defaults=True):
    """One exercise of a check ride as it was dealt."""

    exercise: str
    edition: str  # hash of the exercise
    right: int  # taps
    wrong: int  # taps
    undone: int  # taps
    hands: int  # finished hands
    milliseconds: int  # milliseconds of all finished hands
    kinds: tuple[KindCount, ...] = ()
    is_finished: bool = True
    telling: Telling = "at_the_end"


class Ride(msgspec.Struct, frozen=True, omit_defaults=True):
    """A check ride that has begun."""

    lesson: str
    exercises: tuple[str, ...]  # ids of all exercises
    began: int
    dealt: tuple[RideExercise, ...] = ()  # stored so far, in the order dealt


class Training(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of one trainee."""

    choices: Choices = Choices()
    signed: tuple[SignOff, ...] = ()
    dealt: int = 0  # number of stored exercises
    ride: Ride | None = None  # the unfinished check ride

    def sign_off(self, family: str) -> SignOff | None:
        return next((signed for signed in self.signed if signed.family == family), None)

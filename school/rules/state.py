"""What the school knows of one trainee, as an immutable value. Times are Unix milliseconds; staff by key."""

from typing import Literal

import msgspec

from poker.games.model import Family

Telling = Literal["at_once", "at_the_end"]  # when a mistake is told
FAMILIES: tuple[Family, ...] = ("flop", "stud", "draw")


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a trainee practices. tempo: hands an hour, 0 waits for the dealer; may_choose: the trainee chooses too."""

    telling: Telling = "at_once"
    tempo: int = 0
    may_choose: bool = True


class SignOff(msgspec.Struct, frozen=True, omit_defaults=True):
    """A family of games that the trainee may deal. by: the staff key of who signed it off."""

    family: Family
    by: str
    at: int


class KindCount(msgspec.Struct, frozen=True):
    """How many mistakes of one kind."""

    kind: str
    count: int


class RideExercise(msgspec.Struct, frozen=True, omit_defaults=True):
    """One exercise of a check ride as it was dealt.

    edition: hash of the exercise; right, wrong, undone: taps; hands: that were finished, and their milliseconds.
    """

    exercise: str
    edition: str
    right: int
    wrong: int
    undone: int
    hands: int
    milliseconds: int
    kinds: tuple[KindCount, ...] = ()
    is_finished: bool = True
    telling: Telling = "at_the_end"


class Ride(msgspec.Struct, frozen=True, omit_defaults=True):
    """A check ride that has begun. exercises: the ids of all; dealt: those that are stored, in the order dealt."""

    lesson: str
    exercises: tuple[str, ...]
    began: int
    dealt: tuple[RideExercise, ...] = ()


class Training(msgspec.Struct, frozen=True, omit_defaults=True):
    """One trainee. dealt: how many exercises are stored; ride: the check ride that has begun and is not finished."""

    choices: Choices = Choices()
    signed: tuple[SignOff, ...] = ()
    dealt: int = 0
    ride: Ride | None = None

    def sign_off(self, family: str) -> SignOff | None:
        """Return the sign-off of a family, None if there is none."""
        return next((signed for signed in self.signed if signed.family == family), None)

"""What an exercise is, and what its dealer sees and leaves behind. All of it is JSON."""

from typing import Literal

import msgspec

from dealer_ui.screen.model import NoScreen, Screen
from poker.currency import USD, Currency
from poker.json_types import JsonObject

Telling = Literal["at_once", "at_the_end"]  # when a mistake is told
# The kinds of mistakes, in the order of a result. Their titles are in `school.tablet.mistakes`.
MistakeKind = Literal[
    "wrong_seat",
    "wrong_act",
    "wrong_amount",
    "missed_all_in",
    "street_early",
    "street_late",
    "wrong_count",
    "wrong_pot",
    "wrong_draw",
    "wrong_card",
    "missed_floor",
    "needless_floor",
    "wrong_irregularity",
    "wrong_fact",
    "out_of_order",
    "not_possible",
    "other",
]


class Move(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tap of the dealer, or what someone else does: a command's name and its arguments, as the tablet sends them.

    Four are no commands: `carry_out`, the dealer's own remedy; `supervisor_arrives`; `accept`, the supervisor who rules
    as proposed; and `decide`, with a `result`, the supervisor who rules where no rule decides.
    """

    name: str
    args: JsonObject = {}


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the table does, and the taps that are right then.

    says: in words, as the strip of the screen and the voice say it; do: the right taps in order; room: what others do
    after them, such as a supervisor's ruling; why: told after a mistake; rules: its authority, numbers of the
    catalogue.
    """

    says: str = ""
    do: tuple[Move, ...] = ()
    room: tuple[Move, ...] = ()
    why: str = ""
    rules: tuple[str, ...] = ()


class Exercise(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table and what happens at it, ready to be played under the rules of one house.

    stakes, rules: the plaque and the house rules, in the engine's units; seats: seat -> counted stack, None if its
    chips are not counted; before: what was dealt before the exercise begins; seconds: target for each hand;
    irregularities: rows of the catalogue that it practices; ends: what is said after the last step, "" for nothing;
    sources: those of each rule that it cites, as a mistake names them.
    Of a check ride: hands_before: hands of the ride in its earlier parts; is_surprise: it is at another table.
    """

    id: str
    title: str
    stakes: JsonObject
    steps: tuple[Step, ...]
    rules: JsonObject = {}
    tracking: Literal["actions", "streets"] = "actions"
    chairs: int = 9
    seats: dict[int, int | None] = {}
    button: int = 0
    is_open: bool = True
    before: tuple[Move, ...] = ()
    hands: int = 1
    seconds: int = 100
    authority: tuple[str, ...] = ()
    irregularities: tuple[int, ...] = ()
    ends: str = ""
    sources: dict[str, str] = {}
    hands_before: int = 0
    is_surprise: bool = False


class Ride(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What passes a check ride.

    hands: that are dealt; mistakes: most wrong taps; seconds: most for a hand on average.
    """

    hands: int
    mistakes: int
    seconds: int


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A lesson with the exercises that the house deals.

    about: a few words under its title; text: what the dealer does in it; target: what passes it, in words; games: keys
    of the families in which it counts for a sign-off; ride: for a check ride, whose exercises are dealt in their order.
    """

    key: str
    title: str
    about: str
    text: str
    target: str
    exercises: tuple[Exercise, ...]
    games: tuple[str, ...] = ()
    ride: Ride | None = None


class Mistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tap that was not right.

    step: the number of the step from 0; hand: of the exercise, from 1; tapped, right: in words; rules: the step's;
    cited: the same with their sources, as they are told.
    """

    kind: MistakeKind
    step: int
    hand: int
    tapped: str
    right: str
    rules: tuple[str, ...] = ()
    cited: str = ""


class Feedback(msgspec.Struct, frozen=True):
    """What the felt says of the last tap: what was tapped, what happened, why and by which rule.

    right: the tap that is right, {name, args}, so that its key is lit; due: the same in words, for a key that is not on
    the screen; tapped: the wrong one; again: the line is played again, slowly, after two wrong taps.
    """

    title: str
    text: str
    rule: str
    tapped: JsonObject
    right: JsonObject
    due: str = ""
    again: bool = False


class Score(msgspec.Struct, frozen=True):
    """An exercise as it was dealt.

    taps: the right ones; steps: milliseconds of each finished step; hands: of each finished hand; is_finished: whether
    it was dealt to its end, false for a trainee who left.
    """

    exercise: str
    taps: int
    undone: int
    mistakes: tuple[Mistake, ...]
    steps: tuple[int, ...]
    hands: tuple[int, ...]
    is_finished: bool


class RideCall(msgspec.Struct, frozen=True):
    """The parts of a check ride that are over, in their order."""

    lesson: Lesson
    scores: tuple[Score, ...]


class RideResult(msgspec.Struct, frozen=True):
    """What these parts come to, as one score, and whether the limits were kept. Times are milliseconds.

    hands: of each finished hand; mistakes: with the hand's number among those of the ride; is_finished: no part is
    left.
    """

    taps: int
    undone: int
    mistakes: tuple[Mistake, ...]
    hands: tuple[int, ...]
    is_finished: bool
    wrong: int
    most_wrong: int
    average: int
    most_average: int
    is_passed: bool


class School(msgspec.Struct, frozen=True):
    """The strip of the screen, the felt's answer to the last tap, and the counts.

    number: of the step, from 1; of: how many; ride_hand: number of the hand among those of the check ride; says: what
    the table does now, at the end what is left to say; score: when the exercise is over; so_far: before that, what was
    dealt, None without a tap.
    """

    says: str
    number: int
    of: int
    hand: int
    hands: int
    ride_hand: int
    right: int
    wrong: int
    undone: int
    feedback: Feedback | None
    score: Score | None
    so_far: Score | None


class SchoolAnswer(msgspec.Struct, frozen=True):
    """The screen after a tap, with what the school says of it."""

    screen: Screen | NoScreen
    school: School


class Begin(msgspec.Struct, frozen=True):
    """An exercise begins. `at`: Unix milliseconds."""

    exercise: Exercise
    telling: Telling
    at: int
    dealer: str = ""
    currency: Currency = USD


class SchoolTap(msgspec.Struct, frozen=True):
    """A tap of the trainee: name and arguments as the tablet sends them. `at`: Unix milliseconds."""

    name: str
    args: JsonObject
    at: int
    label: str = ""  # the key's words

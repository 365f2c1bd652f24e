"""Lessons, exercises and their scores, and the messages between the page and the worker. All of them are JSON."""

from typing import Literal

import msgspec

from dealer_ui.screen.model import NoScreen, Screen
from poker.currency import USD, Currency
from poker.json_types import JsonObject

Telling = Literal["at_once", "at_the_end"]  # when a mistake is shown
# The kinds of mistakes. Their titles are in `school.tablet.mistakes`.
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
    "wrong_box",
    "wrong_rank",
    "wrong_decision",
    "out_of_order",
    "not_possible",
    "other",
]


class Move(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tap of the dealer, or an act of someone else: a command's name and arguments, as the tablet sends them.

    Four names are not commands: `carry_out` is the dealer's own remedy; `supervisor_arrives` is a supervisor at the
    table; `accept` is a ruling as proposed; `decide`, with a `result`, is a ruling that no rule decides.
    """

    name: str
    args: JsonObject = {}


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happens at the table, with the right taps."""

    says: str = ""  # the sentence on the strip of the screen, which the voice reads
    do: tuple[Move, ...] = ()  # the right taps in order
    room: tuple[Move, ...] = ()  # acts of others afterwards, such as a supervisor's ruling
    why: str = ""  # the explanation after a mistake
    rules: tuple[str, ...] = ()  # numbers of the rules behind it


class Exercise(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table and its steps, ready to be played under the rules of one house.

    kind: of the table, which has its own session and page (`config.tablet_engine`).
    """

    id: str
    title: str
    stakes: JsonObject  # the plaque, in the engine's units
    steps: tuple[Step, ...]
    rules: JsonObject = {}  # the house rules
    tracking: Literal["actions", "streets"] = "actions"
    chairs: int = 9
    seats: dict[int, int | None] = {}  # counted stack by seat; None if chips are not counted
    button: int = 0
    is_open: bool = True
    event: JsonObject | None = None  # the tournament of the table
    before: tuple[Move, ...] = ()  # dealt before the exercise begins
    hands: int = 1
    seconds: int = 100  # target for each hand
    authority: tuple[str, ...] = ()  # rules for steps that cite none
    irregularities: tuple[int, ...] = ()  # numbers of the practiced rows
    ends: str = ""  # the sentence after the last step
    sources: dict[str, str] = {}  # sources of each cited rule
    hands_before: int = 0  # in a check ride: hands in earlier parts
    is_surprise: bool = False  # in a check ride: whether it is at another table
    kind: str = "poker"


class Ride(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The hands of a check ride, and the limits to pass it."""

    hands: int
    mistakes: int  # limit of wrong taps
    seconds: int  # limit for an average hand


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A lesson with the exercises that the house deals."""

    key: str
    title: str
    about: str  # a few words below the title
    text: str  # the task of the dealer
    target: str  # the goal of the lesson
    exercises: tuple[Exercise, ...]
    games: tuple[str, ...] = ()  # families of games toward whose sign-off the lesson counts
    ride: Ride | None = None  # for a check ride, whose exercises are dealt in order


class Mistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wrong tap."""

    kind: MistakeKind
    step: int  # from 0
    hand: int  # number within the exercise, from 1
    tapped: str  # text of the tapped key
    right: str  # text of the right key
    rules: tuple[str, ...] = ()  # rules of the step
    cited: str = ""  # the rules with their sources, as shown


class Feedback(msgspec.Struct, frozen=True):
    """The feedback on the felt after a wrong tap."""

    title: str
    text: str
    rule: str
    tapped: JsonObject  # the wrong tap: {name, args}
    right: JsonObject  # the right tap, {name, args}, whose key lights up
    due: str = ""  # text of the right tap, for a key that is not on the screen
    again: bool = False  # the line is played again slowly, after two wrong taps


class Score(msgspec.Struct, frozen=True):
    """The result of an exercise."""

    exercise: str
    taps: int  # right taps
    undone: int
    mistakes: tuple[Mistake, ...]
    steps: tuple[int, ...]  # milliseconds of each finished step
    hands: tuple[int, ...]  # milliseconds of each finished hand
    is_finished: bool  # dealt to its end; False if the trainee left


class RideCall(msgspec.Struct, frozen=True):
    """The finished parts of a check ride, in order."""

    lesson: Lesson
    scores: tuple[Score, ...]


class RideResult(msgspec.Struct, frozen=True):
    """The total score of these parts, and whether the ride is passed. Times are milliseconds."""

    taps: int
    undone: int
    mistakes: tuple[Mistake, ...]  # mistakes, with hands numbered within the ride
    hands: tuple[int, ...]  # length of each finished hand
    is_finished: bool  # all parts are finished
    wrong: int
    most_wrong: int
    average: int
    most_average: int
    is_passed: bool


class School(msgspec.Struct, frozen=True):
    """The strip of the screen, the feedback on the last tap, and the counts."""

    says: str  # the sentence of the step, or the last sentence
    number: int  # number of the step, from 1
    of: int  # number of steps
    hand: int
    hands: int
    ride_hand: int  # number of the hand within the check ride
    right: int
    wrong: int
    undone: int
    feedback: Feedback | None
    score: Score | None  # when the exercise is over
    so_far: Score | None  # before that, once there was a tap


class SchoolAnswer(msgspec.Struct, frozen=True):
    """The screen after a tap, and the school's part of it."""

    screen: Screen | NoScreen
    school: School


class Begin(msgspec.Struct, frozen=True):
    """The call that begins an exercise."""

    exercise: Exercise
    telling: Telling
    at: int  # Unix milliseconds
    dealer: str = ""
    currency: Currency = USD


class SchoolTap(msgspec.Struct, frozen=True):
    """A tap of the trainee, with name and arguments as the tablet sends them."""

    name: str
    args: JsonObject
    at: int  # Unix milliseconds
    label: str = ""  # text of the key

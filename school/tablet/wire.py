"""The messages between the school's page and the server. All of them are JSON."""

from hashlib import sha256

import msgspec

from dealer_ui.engine.wire import EncryptedPin, Uuid
from poker.currency import USD, Currency
from school.tablet.model import Exercise, Lesson, Score, Telling

RELAXED = 0  # hands an hour: the table waits for the dealer
TEMPOS = (RELAXED, 20, 25, 30, 35)  # hands an hour that a trainee may choose


class Trainee(msgspec.Struct, frozen=True):
    """The person signed in to the school."""

    key: str
    name: str
    token: str = ""  # proves the sign-in to the server for a day
    done: dict[str, int] = {}  # how often each exercise was finished, by exercise id
    due: list[str] = []  # ids of the exercises to practice next, in order
    telling: Telling = "at_once"  # set by the trainer
    tempo: int = RELAXED  # hands an hour, set by the trainer
    may_choose: bool = True  # the trainee may change both
    hand_times: dict[str, int] = {}  # average milliseconds of a hand, by exercise id
    ride_times: dict[str, int] = {}  # the same for the last check ride, by lesson key


class SchoolPage(msgspec.Struct, frozen=True):
    """The data of the page, which the tablet stores for a start without a network."""

    lessons: list[Lesson]
    editions: dict[str, str]  # hash of each exercise by its id; results include it
    table: str
    is_idle: bool  # no game is open at the tablet's table
    pin_key: str  # as in `SnapshotExtras`
    currency: Currency = USD
    tempos: tuple[int, ...] = TEMPOS
    preparing: list[str] = []  # titles of lessons still being prepared


class SchoolResult(msgspec.Struct, frozen=True):
    """The result of an exercise, stored on the tablet until the room has it. Times are Unix milliseconds.

    The token of a sign-in proves who dealt it or, without a network, badge and encrypted PIN. The PIN is encrypted for
    this result only: its purpose is `pin_use(id, badge)`.
    """

    id: Uuid
    lesson: str
    exercise: str
    edition: str
    began_at: int
    ended_at: int
    telling: Telling
    tempo: int
    score: Score
    token: str = ""
    pin: EncryptedPin | None = None


def edition_of(exercise: Exercise) -> str:
    """Return the hash of an exercise, which identifies what was dealt even after the lesson has changed."""
    return sha256(msgspec.json.encode(exercise)).hexdigest()


def pin_use(result: str, badge: str) -> str:
    """Return the purpose for which a result's PIN is encrypted (`tables.encrypted_pins`). It is valid for nothing
    else.
    """
    return f"school.{result}.{badge}"


class ResultAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The server's answer for one result."""

    id: str
    code: str = ""  # code of the refusal; "" if the result is stored
    message: str = ""


class ResultsAnswer(msgspec.Struct, frozen=True):
    """The answers in order, and the updated trainee."""

    answers: list[ResultAnswer]
    trainee: Trainee | None = None  # None if all results were refused

"""What the school's page and the server exchange. All of it is JSON."""

from hashlib import sha256

import msgspec

from dealer_ui.engine.wire import EncryptedPin, Uuid
from poker.currency import USD, Currency
from school.tablet.model import Exercise, Lesson, Score, Telling

RELAXED = 0  # hands an hour: the table waits for the dealer
TEMPOS = (RELAXED, 20, 25, 30, 35)  # hands an hour that a trainee may choose


class Trainee(msgspec.Struct, frozen=True):
    """Who is signed in to the school.

    token: proves it to the server for a day; done: how often each exercise was finished, by its id; due: ids of the
    exercises to practice next, the first one first; telling, tempo: as the trainer chose; tempo in hands an hour;
    may_choose: whether the trainee may choose them. hand_times: milliseconds of a hand on average when each exercise
    was dealt last, by its id; ride_times: those of the last check ride, by its lesson's key.
    """

    key: str
    name: str
    token: str = ""
    done: dict[str, int] = {}
    due: list[str] = []
    telling: Telling = "at_once"
    tempo: int = RELAXED
    may_choose: bool = True
    hand_times: dict[str, int] = {}
    ride_times: dict[str, int] = {}


class SchoolPage(msgspec.Struct, frozen=True):
    """What the page gets with itself, and keeps for a start without a network.

    editions: the hash of each exercise, by its id; a result names the one it was dealt with. is_idle: whether no game
    is open at this tablet's table; pin_key: as in `SnapshotExtras`.
    """

    lessons: list[Lesson]
    editions: dict[str, str]
    table: str
    is_idle: bool
    pin_key: str
    currency: Currency = USD
    tempos: tuple[int, ...] = TEMPOS
    preparing: list[str] = []  # titles of lessons that follow in a moment


class SchoolResult(msgspec.Struct, frozen=True):
    """One exercise as it was dealt; the tablet keeps it until the room has it. Times are Unix milliseconds.

    Who dealt it is proved by the token of a sign-in, or by badge and PIN, encrypted, if there was no network. The PIN
    is encrypted for one result: its use is `pin_use(id, badge)`.
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
    """Return the hash of an exercise as it is dealt: a result names what was dealt, also after a lesson has changed."""
    return sha256(msgspec.json.encode(exercise)).hexdigest()


def pin_use(result: str, badge: str) -> str:
    """Return what the encrypted PIN of a result is for, as `tables.encrypted_pins` reads it: it opens nothing else."""
    return f"school.{result}.{badge}"


class ResultAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the server says of one result; `code` is "" if it was stored, now or before."""

    id: str
    code: str = ""
    message: str = ""


class ResultsAnswer(msgspec.Struct, frozen=True):
    """The answers in order, and the trainee as the records are now; None if all were refused."""

    answers: list[ResultAnswer]
    trainee: Trainee | None = None

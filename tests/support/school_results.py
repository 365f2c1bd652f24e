"""Results of the school's exercises, as in a tablet or its log."""

from typing import Any
from uuid import uuid4

from journal.unix_time import milliseconds
from school.rules.commands import RecordExercise
from school.rules.events import DealtMistake
from tests.support.room import NOW

MS = milliseconds(NOW)
EDITION = "e" * 64


def dealt(exercise: str = "button", **fields: Any) -> RecordExercise:
    """Return the command of an exercise that was dealt a minute ago, without a mistake."""
    values: dict[str, Any] = {
        "lesson": "opening",
        "exercise": exercise,
        "edition": EDITION,
        "began": MS - 60_000,
        "ended": MS - 10_000,
        "telling": "at_once",
        "tempo": 0,
        "taps": 20,
        "undone": 0,
        "mistakes": (),
        "steps": (4_000, 5_000),
        "hands": (30_000,),
        "is_finished": True,
    }
    return RecordExercise(**values | fields)


def mistake(kind: str = "wrong_seat", *rules: str) -> DealtMistake:
    """Return a mistake at the first step."""
    return DealtMistake(kind, 0, 1, "FOLD seat 4", "FOLD seat 5", rules)


def new_id() -> str:
    return str(uuid4())

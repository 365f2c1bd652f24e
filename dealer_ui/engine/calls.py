"""The worker's calls: JSON text in, JSON text out, so that no object crosses between Python and JavaScript."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, Context, EncryptedPin, StoredEntry, TableData, TapData
from dealer_ui.school.model import Begin, RideCall, SchoolTap
from dealer_ui.school.rides import ride_result
from dealer_ui.school.session import SchoolSession
from poker.irregularities.load import catalogue


class Load(msgspec.Struct, frozen=True):
    """A whole table, and the pending taps of an earlier page. saved: the table comes from the tablet's own storage."""

    table: TableData
    taps: list[TapData]
    now: int
    saved: bool = False


class TapCall(msgspec.Struct, frozen=True):
    tap: TapData
    now: int


class NewEntries(msgspec.Struct, frozen=True):
    """Entries that the room stored after entry `prev`."""

    entries: list[StoredEntry]
    prev: int
    now: int


class Answers(msgspec.Struct, frozen=True):
    answers: list[Answer]
    now: int


class Drop(msgspec.Struct, frozen=True):
    """Taps that the dealer took back."""

    ids: list[str]
    now: int


class NewContext(msgspec.Struct, frozen=True):
    context: Context
    now: int


class Pin(msgspec.Struct, frozen=True):
    """The retyped PIN of a waiting push."""

    id: str
    pin: EncryptedPin
    now: int


class Render(msgspec.Struct, frozen=True):
    """A request for the screen at another time."""

    now: int


class Outbox(msgspec.Struct, frozen=True):
    limit: int


def _load(session: TabletSession, call: Load) -> object:
    return session.load(call.table, call.taps, call.now, saved=call.saved)


State = TypeVar("State")
# name -> the arguments, and the function that applies them to the worker's state
WorkerCalls = dict[str, tuple[type[object], Callable[[State, Any], object]]]

CALLS: WorkerCalls[TabletSession] = {
    "load": (Load, _load),
    "tap": (TapCall, lambda session, call: session.tap(call.tap, call.now)),
    "entries": (
        NewEntries,
        lambda session, call: session.apply_entries(call.entries, call.prev, call.now),
    ),
    "answer": (Answers, lambda session, call: session.answer(call.answers, call.now)),
    "drop": (Drop, lambda session, call: session.drop(call.ids, call.now)),
    "context": (NewContext, lambda session, call: session.set_context(call.context, call.now)),
    "pin": (Pin, lambda session, call: session.set_pin(call.id, call.pin, call.now)),
    "render": (Render, lambda session, call: session.render(call.now)),
    "outbox": (Outbox, lambda session, call: session.outbox(call.limit)),
}


class SchoolRuns:
    """The exercise of the page: at most one at a time, for one trainee."""

    def __init__(self) -> None:
        self.session: SchoolSession | None = None

    def begin(self, call: Begin) -> object:
        """Begin an exercise, which ends the previous one."""
        self.session = SchoolSession(call)
        return self.session.answer(call.at)

    def running(self) -> SchoolSession:
        """Return the current exercise. Raises `LookupError` before the first one."""
        if self.session is None:
            raise LookupError("no exercise was begun")
        return self.session


SCHOOL_CALLS: WorkerCalls[SchoolRuns] = {
    "school_begin": (Begin, lambda runs, call: runs.begin(call)),
    "school_tap": (SchoolTap, lambda runs, call: runs.running().tap(call)),
    "school_leave": (Render, lambda runs, call: runs.running().leave(call.now)),
    "school_ride": (RideCall, lambda _, call: ride_result(call)),
    "school_render": (Render, lambda runs, call: runs.running().answer(call.now)),
}

_session = TabletSession()
_school = SchoolRuns()


def call(name: str, text: str) -> str:
    """Execute a call of the worker and return its result. Raises `msgspec.ValidationError` for malformed JSON."""
    return run_school(_school, name, text) if name in SCHOOL_CALLS else run(_session, name, text)


def run_school(runs: SchoolRuns, name: str, text: str) -> str:
    kind, execute = SCHOOL_CALLS[name]
    return msgspec.json.encode(execute(runs, msgspec.json.decode(text, type=kind))).decode()


def run(session: TabletSession, name: str, text: str) -> str:
    kind, execute = CALLS[name]
    result = execute(session, msgspec.json.decode(text, type=kind))
    return msgspec.json.encode(result).decode()


def warm_up() -> None:
    """Load everything that would otherwise delay the first tap and the first floor call."""
    catalogue()

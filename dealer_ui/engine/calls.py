"""The calls of the worker on a table: JSON text in, JSON as UTF-8 out, so no other object crosses to JavaScript.

`config/tablet_engine.py` has all calls of the worker.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, Context, EncryptedPin, StoredEntry, TableData, TapData
from poker.irregularities.load import catalogue


class Load(msgspec.Struct, frozen=True):
    """A whole table, and the taps that an earlier page left. saved: whether the table comes from the tablet's
    storage.
    """

    table: TableData
    taps: list[TapData]
    now: int
    saved: bool = False


class TapCall(msgspec.Struct, frozen=True):
    """A tap of the dealer."""

    tap: TapData
    now: int


class NewEntries(msgspec.Struct, frozen=True):
    """Entries that the room stored after entry `prev`."""

    entries: list[StoredEntry]
    prev: int
    now: int


class Answers(msgspec.Struct, frozen=True):
    """The server's answers to taps."""

    answers: list[Answer]
    now: int


class Drop(msgspec.Struct, frozen=True):
    """Taps taken back."""

    ids: list[str]
    now: int


class NewContext(msgspec.Struct, frozen=True):
    """What changed outside the log."""

    context: Context
    now: int


class Pin(msgspec.Struct, frozen=True):
    """The PIN of a waiting push, typed again."""

    id: str
    pin: EncryptedPin
    now: int


class Render(msgspec.Struct, frozen=True):
    """The screen at another time."""

    now: int


class Outbox(msgspec.Struct, frozen=True):
    """The next taps to send, at most this many."""

    limit: int


def _load(session: TabletSession, call: Load) -> object:
    return session.load(call.table, call.taps, call.now, saved=call.saved)


State = TypeVar("State")
# name -> the arguments, and what the call does with the worker's state
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


def run(session: TabletSession, name: str, text: str) -> bytes:
    """Execute a call on a session."""
    return execute_call(CALLS, session, name, text)


def execute_call(calls: WorkerCalls[State], state: State, name: str, text: str) -> bytes:
    """Return the result of a call as JSON. Raises `msgspec.ValidationError` for malformed JSON."""
    kind, execute = calls[name]
    result = execute(state, msgspec.json.decode(text, type=kind))
    return msgspec.json.encode(result)


def warm_up() -> None:
    """Load what the first tap and the first floor call would otherwise wait for."""
    catalogue()

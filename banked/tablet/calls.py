"""The calls of the worker on a house-banked table: JSON text in, JSON as UTF-8 out."""

from banked import refusals as refusals  # the sentences of its refusals
from banked.tablet.session import BankedSession
from banked.tablet.wire import Load, NewContext
from dealer_ui.engine.calls import (
    Answers,
    Drop,
    NewEntries,
    Outbox,
    Pin,
    Render,
    TapCall,
    WorkerCalls,
    execute_call,
)

CALLS: WorkerCalls[BankedSession] = {
    "banked_load": (
        Load,
        lambda session, call: session.load(call.table, call.taps, call.now, saved=call.saved),
    ),
    "banked_tap": (TapCall, lambda session, call: session.tap(call.tap, call.now)),
    "banked_entries": (
        NewEntries,
        lambda session, call: session.apply_entries(call.entries, call.prev, call.now),
    ),
    "banked_answer": (Answers, lambda session, call: session.answer(call.answers, call.now)),
    "banked_drop": (Drop, lambda session, call: session.drop(call.ids, call.now)),
    "banked_context": (
        NewContext,
        lambda session, call: session.set_context(call.context, call.now),
    ),
    "banked_pin": (Pin, lambda session, call: session.set_pin(call.id, call.pin, call.now)),
    "banked_render": (Render, lambda session, call: session.render(call.now)),
    "banked_outbox": (Outbox, lambda session, call: session.outbox(call.limit)),
}


def run(session: BankedSession, name: str, text: str) -> bytes:
    """Execute a call on a session."""
    return execute_call(CALLS, session, name, text)

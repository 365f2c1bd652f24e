"""Hands, as the log of their table has them."""

from datetime import datetime
from typing import Any

import msgspec

from floor_ui.timeline import moments
from poker import events as e
from poker.events import Event
from tables.log import Begun, Told
from tables.models import Table

# Of a call and its ruling: read with them. Rules and pushes are not of the hand.
LEFT_OUT = ("floor.", "dealer.", "table.rules")


class HandItem(msgspec.Struct, frozen=True):
    """A hand that was dealt. seq: the number of its first entry."""

    number: int
    seq: int
    began_at: datetime


class EventItem(msgspec.Struct, frozen=True):
    """What happened. data: as poker/events/ has it; chips in the smallest unit."""

    name: str
    data: dict[str, Any]


class Step(msgspec.Struct, frozen=True):
    """One command: its first entry, who sent it, what it did, in words too. undone: it was taken back later."""

    seq: int
    at: datetime
    by: str
    undone: bool
    says: list[str]
    events: list[EventItem]


class HandView(msgspec.Struct, frozen=True):
    """A hand from its start until the next one's."""

    table: int
    number: int
    began_at: datetime
    steps: list[Step]


def hand_item(one: Begun) -> HandItem:
    """Of a start."""
    return HandItem(one.number, one.seq, one.at)


def hand_view(table: Table, number: int, told: list[Told]) -> HandView:
    """What everybody at the table saw."""
    gone = {
        event.command for one in told for event in one.batch.events if isinstance(event, e.Undone)
    }
    steps = [_step(one, one.batch.command_id in gone) for one in told]
    kept = [step for step in steps if step.events]
    return HandView(table.pk, number, told[0].at, kept)


def _step(one: Told, undone: bool) -> Step:
    says = [moment.words for moment in moments([one]) if not moment.floor]
    events = [_event(event) for event in one.batch.events]
    shown = [event for event in events if not event.name.startswith(LEFT_OUT)]
    return Step(one.seq, one.at, one.actor, undone, says if shown else [], shown)


def _event(event: Event) -> EventItem:
    said: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    name = str(said.pop("event"))
    if isinstance(event, e.HandStarted):
        del said["table"]  # all that went before, for the fold
    return EventItem(name, said)

"""Hands from the log of their table."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from floor_ui.hand_timeline import timeline
from poker import events as e
from poker.events import Event
from poker.json_types import JsonObject
from poker.state import HandKind
from poker.withdrawn import withdrawn
from tables.models import HandStart, Table
from tables.table_log import LoggedCommand

# Floor calls and rulings have their own scope. Rules and pushes do not belong to a hand.
LEFT_OUT = ("floor.", "dealer.", "table.rules")


class HandKindItem(msgspec.Struct, frozen=True):
    """What sets a hand apart from an ordinary one.

    kind: bomb_pot, bomb_pot_two_boards, straddle, sleeper, kill, run_twice or run_three_times; versions may add kinds.
    count: boards of a bomb pot, straddles or runs. amount: what everyone posts, or the chips of the last straddle, of
    the sleeper or of the kill's blind; 0 for runs.
    """

    kind: str
    count: int
    amount: int


class HandItem(msgspec.Struct, frozen=True):
    """A hand. seq: number of its first log entry; kinds: empty for an ordinary hand."""

    number: int
    seq: int
    began_at: datetime
    kinds: list[HandKindItem]


class EventItem(msgspec.Struct, frozen=True):
    """An event. data: as in poker/events/; chips in the smallest unit."""

    name: str
    data: JsonObject


class HandStep(msgspec.Struct, frozen=True):
    """One command: first entry, sender and result, also in words. undone: undone later."""

    seq: int
    at: datetime
    by: str
    undone: bool
    says: list[str]
    events: list[EventItem]


class HandView(msgspec.Struct, frozen=True):
    """A hand, from its start to the start of the next. kinds: empty for an ordinary hand."""

    table: int
    number: int
    began_at: datetime
    kinds: list[HandKindItem]
    steps: list[HandStep]


def hand_item(hand_start: HandStart) -> HandItem:
    """Return the item of a hand's start."""
    kinds = _kind_items(hand_start.hand_kinds)
    return HandItem(hand_start.number, hand_start.seq, hand_start.at, kinds)


def hand_view(
    table: Table, number: int, logged_commands: list[LoggedCommand], kinds: Iterable[HandKind]
) -> HandView:
    """Return the hand as everyone at the table saw it."""
    marks = withdrawn(logged_command.batch for logged_command in logged_commands)
    steps = [
        _step(logged_command, logged_command.batch.command_id in marks)
        for logged_command in logged_commands
    ]
    hand_steps = [step for step in steps if step.events]
    began_at = logged_commands[0].at
    return HandView(table.pk, number, began_at, _kind_items(kinds), hand_steps)


def _kind_items(kinds: Iterable[HandKind]) -> list[HandKindItem]:
    return [HandKindItem(kind.kind, kind.count, kind.amount) for kind in kinds]


def _step(logged_command: LoggedCommand, undone: bool) -> HandStep:
    says = [moment.text for moment in timeline([logged_command]) if not moment.floor]
    events = [_event(event) for event in logged_command.batch.events]
    event_items = [event for event in events if not event.name.startswith(LEFT_OUT)]
    return HandStep(
        logged_command.seq,
        logged_command.at,
        logged_command.actor,
        undone,
        says if event_items else [],
        event_items,
    )


def _event(event: Event) -> EventItem:
    data: JsonObject = msgspec.to_builtins(event, str_keys=True)
    name = str(data.pop("event"))
    if isinstance(event, e.HandStarted):
        del data["table"]  # the full state before the hand, needed only to rebuild the log
    return EventItem(name, data)

"""Lookup of a hand and a step from a query."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from floor_ui.replay.hand_query import HandQuery, time_range
from poker.refusal import Refusal
from staff.models import Room
from tables.hand_log import HandRange, find_hand_range, first_entry_at, hand_at, hand_log, hand_of
from tables.models import Table
from tables.table_log import LoggedCommand
from tables.table_names import table_by_name


@dataclass(frozen=True, slots=True)
class HandLocation:
    """A hand, and the number of one of its steps."""

    table: Table
    hand: int
    step: int


def table_named(name: str, room: Room | None) -> Table:
    """Return a table of a room by the name people use, such as T12, t12 or 12, or by a former name.

    Raises `Refusal`: `replay_no_table`.
    """
    for wanted in (name, f"T{name}"):
        table = table_by_name(wanted, room)
        if table is not None:
            return table
    raise Refusal("replay_no_table", "", table=name)


def find_hand(
    query: HandQuery, *, room: Room | None, day: date | None, now: datetime
) -> HandLocation:
    """Return the requested hand and step. day: the form's day, used if the query has none.

    A table without a hand means its last hand. Raises `Refusal`: `replay_no_table`, `replay_no_hand`, `replay_to_come`,
    `replay_before`.
    """
    table = table_named(query.table, room)
    if query.hand is not None:
        place_of(table, query.hand)
        return HandLocation(table, query.hand, 0)
    if query.clock is None:
        return HandLocation(table, hand_at(table.stream, now), 0)
    if day is not None and query.day is None:
        query = HandQuery(query.table, None, day, query.clock, query.seconds)
    return at_time(table, *time_range(query, timezone.localtime(now)))


def at_time(table: Table, first: datetime, until: datetime) -> HandLocation:
    """Return the first step within a time range, or else the last step before it. Raises `Refusal`: `replay_before`."""
    if not hand_at(table.stream, until):
        # Only a time before the first hand needs the first entry, which may be in an archive.
        begun = first_entry_at(table.stream)
        if begun is None or begun >= until:
            at = f"{timezone.localtime(begun):%Y-%m-%d %H:%M}" if begun else ""
            raise Refusal("replay_before", "", table=table.name, began=at)
    for hand in dict.fromkeys((hand_at(table.stream, first), hand_at(table.stream, until))):
        logged_commands = log_of(table, hand)[1]
        within = [
            i
            for i, logged_command in enumerate(logged_commands, start=1)
            if first <= logged_command.at < until
        ]
        if within:
            return HandLocation(table, hand, within[0])
    hand = hand_at(table.stream, first)
    logged_commands = log_of(table, hand)[1]
    return HandLocation(
        table, hand, max(sum(logged_command.at < until for logged_command in logged_commands), 1)
    )


def at_entry(table: Table, seq: int) -> HandLocation:
    """Return the step that stored an entry. Raises `Refusal`: `replay_no_entry`."""
    if not 1 <= seq <= table.stream.seq:
        raise Refusal("replay_no_entry", "", table=table.name, seq=seq)
    hand = hand_of(table.stream, seq)
    logged_commands = log_of(table, hand)[1]
    return HandLocation(table, hand, step_of(logged_commands, seq))


def step_of(logged_commands: Sequence[LoggedCommand], seq: int) -> int:
    """Return the number of the step that stored an entry."""
    return max(sum(logged_command.seq <= seq for logged_command in logged_commands), 1)


def log_of(table: Table, hand: int) -> tuple[HandRange, list[LoggedCommand]]:
    """Return a hand's range in the log and its commands. Raises `Refusal`: `replay_no_hand`."""
    place = place_of(table, hand)
    return place, hand_log(table.stream, place)


def place_of(table: Table, hand: int) -> HandRange:
    """Return a hand's range in the log. Raises `Refusal`: `replay_no_hand`."""
    place = find_hand_range(table.stream, hand)
    if place is None:
        raise Refusal("replay_no_hand", "", table=table.name, hand=hand)
    return place

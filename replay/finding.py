"""From what was asked to a hand and a step of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from poker.refusal import Refusal
from replay.asking import Asked, moment
from tables.hands import Place, began, hand_at, hand_log, hand_of, hand_place
from tables.log import Told
from tables.models import Room, Table


@dataclass(frozen=True, slots=True)
class Found:
    """A hand, and the number of a step of it."""

    table: Table
    hand: int
    step: int


def table_named(name: str, room: Room | None) -> Table:
    """A table as people name it: T12, t12, 12. Refuses `replay_no_table`."""
    tables = Table.objects.select_related("stream", "room")
    tables = tables.filter(room=room) if room else tables
    for wanted in (name, f"T{name}"):
        found = tables.filter(name__iexact=wanted).first()
        if found is not None:
            return found
    raise Refusal("replay_no_table", "", table=name)


def find(said: Asked, *, room: Room | None, day: date | None, now: datetime) -> Found:
    """The hand and the step that were asked for. day: beside the words, where they have none of their own.

    Of a table alone the last hand is meant. Refuses `replay_no_table`, `replay_no_hand`, `replay_to_come`,
    `replay_before`.
    """
    table = table_named(said.table, room)
    if said.hand is not None:
        place_of(table, said.hand)
        return Found(table, said.hand, 0)
    if said.clock is None:
        return Found(table, hand_at(table.stream, now), 0)
    if day is not None and said.day is None:
        said = Asked(said.table, None, day, said.clock, said.seconds)
    return at_time(table, *moment(said, timezone.localtime(now)))


def at_time(table: Table, first: datetime, until: datetime) -> Found:
    """The first step within a while, else the last one before it. Refuses `replay_before`."""
    begun = began(table.stream)
    if begun is None or begun >= until:
        at = f"{timezone.localtime(begun):%Y-%m-%d %H:%M}" if begun else ""
        raise Refusal("replay_before", "", table=table.name, began=at)
    for hand in dict.fromkeys((hand_at(table.stream, first), hand_at(table.stream, until))):
        told = log_of(table, hand)[1]
        within = [i for i, one in enumerate(told, start=1) if first <= one.at < until]
        if within:
            return Found(table, hand, within[0])
    hand = hand_at(table.stream, first)
    told = log_of(table, hand)[1]
    return Found(table, hand, max(sum(one.at < until for one in told), 1))


def at_entry(table: Table, seq: int) -> Found:
    """The step that stored an entry. Refuses `replay_no_entry`."""
    if not 1 <= seq <= table.stream.seq:
        raise Refusal("replay_no_entry", "", table=table.name, seq=seq)
    hand = hand_of(table.stream, seq)
    told = log_of(table, hand)[1]
    return Found(table, hand, step_of(told, seq))


def step_of(told: Sequence[Told], seq: int) -> int:
    """The number of the step that stored an entry."""
    return max(sum(one.seq <= seq for one in told), 1)


def log_of(table: Table, hand: int) -> tuple[Place, list[Told]]:
    """A hand's place and its log. Refuses `replay_no_hand`."""
    place = place_of(table, hand)
    return place, hand_log(table.stream, place)


def place_of(table: Table, hand: int) -> Place:
    """A hand's place. Refuses `replay_no_hand`."""
    place = hand_place(table.stream, hand)
    if place is None:
        raise Refusal("replay_no_hand", "", table=table.name, hand=hand)
    return place

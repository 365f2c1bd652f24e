"""Every table of a room as one value each, from four questions to the database however many tables there are."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zlib import crc32

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from floor_ui.map.ring import ring
from floor_ui.map.short import short
from floor_ui.waiting import what_of
from rulings.calls.models import Call
from rulings.wording.game import game_name
from tables.dealers.asking import dealers_now
from tables.log import hands_begun
from tables.models import Table

HOUR = timedelta(hours=1)
SHORT = 60  # percent of the chairs taken, and no more: a short table


@dataclass(frozen=True, slots=True)
class Called:
    """An open call. at: Unix milliseconds."""

    pk: int
    at: int
    what: str
    how: str  # how far it got, "" where nobody has answered
    escalated: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the map. since, due: Unix milliseconds, 0 without a dealer; pace: hands begun in the last hour."""

    pk: int
    name: str
    is_open: bool
    game: str
    title: str
    chairs: tuple[bool, ...]
    dealer: str
    since: int
    due: int
    pace: int
    call: Called | None

    @property
    def mark(self) -> int:
        """Another one when anything is different."""
        return crc32(repr(self).encode())

    @property
    def taken(self) -> int:
        """How many sit."""
        return sum(self.chairs)

    @property
    def empty(self) -> list[int]:
        """The numbers of the empty chairs of an open table."""
        return [i for i, taken in enumerate(self.chairs, 1) if not taken] if self.is_open else []

    @property
    def is_short(self) -> bool:
        """Whether so few sit that it is named."""
        return self.is_open and self.taken * 100 <= SHORT * len(self.chairs)

    @property
    def word(self) -> str:
        """What is the matter with its chairs, in a word."""
        if self.is_short:
            return f"Short, {self.taken}"
        if len(self.empty) == 1:
            return f"S{self.empty[0]} open"
        return f"{len(self.empty)} open" if self.empty else ""

    @property
    def ring(self) -> SafeString:
        """Its chairs as they stand."""
        return ring(self.chairs)

    def pushed(self, now: datetime) -> bool:
        """Whether the dealer's push is due."""
        return self.is_open and bool(self.due) and self.due <= now.timestamp() * 1000

    def minutes(self, now: datetime) -> int:
        """How long the dealer has been in the box."""
        return max(0, int(now.timestamp() * 1000) - self.since) // 60_000


def tiles(*, room_id: int, now: datetime, only: Collection[int] = ()) -> list[Tile]:
    """All tables of a room, or only these, in the order of their numbers."""
    calls = {call.table_id: call for call in _narrowed(_calls(room_id), "table", only)}
    pace = hands_begun(room_id=room_id, since=now - HOUR, tables=only)
    rows = _narrowed(Table.objects.filter(room=room_id).order_by(), "pk", only)
    asked = ("pk", "name", "seats", *(f"stream__view__{part}" for part in PARTS))
    down = dealers_now(room_id).dealers.policy.down
    found = [
        _tile(row, pace.get(row[0], 0), calls.get(row[0]), down) for row in rows.values_list(*asked)
    ]
    return sorted(found, key=lambda one: place(one.name))


PARTS = ("table__open", "seats", "game", "dealer")


def place(name: str) -> list[tuple[bool, int, str]]:
    """T2 before T10."""
    return [
        (False, int(part), "") if part.isdecimal() else (True, 0, part) for part in _parts(name)
    ]


def _parts(name: str) -> Iterator[str]:
    return (part for part in re.split(r"([0-9]+)", name) if part)


def _narrowed(rows: "QuerySet[Any]", by: str, only: Collection[int]) -> "QuerySet[Any]":
    return rows.filter(**{f"{by}__in": only}) if only else rows


def _calls(room_id: int) -> "QuerySet[Call]":
    return Call.objects.filter(room=room_id, status=Call.Status.OPEN)


def _tile(row: tuple[Any, ...], pace: int, call: Call | None, down: int) -> Tile:
    pk, name, seats, is_open, chairs, game, dealer = row
    since = int(dealer["since"]) if dealer else 0
    return Tile(
        pk=pk,
        name=name,
        is_open=bool(is_open),
        game=short(game) if game else "",
        title=game_name(game) if game else "",
        chairs=tuple(bool(seat["player"]) for seat in chairs or ()) or (False,) * seats,
        dealer=dealer["name"] if dealer else "",
        since=since,
        due=since + down if dealer else 0,
        pace=pace,
        call=_called(call) if call else None,
    )


def _called(call: Call) -> Called:
    how = "at the table" if call.arrived_at else "on the way" if call.coming_at else ""
    at = int(call.called_at.timestamp() * 1000)
    return Called(call.pk, at, what_of(call.key), how, call.escalated_at is not None)

"""Every table of a room as one value each, from six questions to the database however many tables there are."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zlib import crc32

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from floor_ui.map.ring import ring
from floor_ui.map.short import short
from floor_ui.waiting import what_of
from poker.waiting.state import Lists
from rulings.calls.models import Call
from rulings.wording.game import game_name
from tables.chairs import Keeping, keeping, kept_at
from tables.dealers.asking import dealers_now
from tables.lists.asking import lists_now
from tables.lists.games import key_of
from tables.models import Table
from tables.pace import HOUR, Begun, begun, dealt_at, usual

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
    """A table on the map.

    line: the key of its waiting list. chairs: whether somebody sits; kept: numbers of empty chairs that a list keeps
    for somebody, locked: that the table keeps. since, due: Unix milliseconds, 0 without a dealer. pace: hands an
    hour, None while it is too soon to say; usual: of its game in this room, None while there is too little of it.
    silent: when its tablet was last heard, 0 where it is there or has none.
    """

    pk: int
    name: str
    is_open: bool
    game: str
    title: str
    chairs: tuple[bool, ...]
    kept: tuple[int, ...]
    locked: tuple[int, ...]
    line: str
    dealer: str
    since: int
    due: int
    pace: int | None
    usual: float | None
    is_slow: bool
    silent: int
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
    def open_seats(self) -> list[int]:
        """The chairs of an open table that anybody may be given."""
        if not self.is_open:
            return []
        return [
            i
            for i, taken in enumerate(self.chairs, 1)
            if not (taken or i in self.kept or i in self.locked)
        ]

    @property
    def is_short(self) -> bool:
        """Whether so few sit that it is named."""
        return self.is_open and self.taken * 100 <= SHORT * len(self.chairs)

    @property
    def word(self) -> str:
        """What is the matter with its chairs, in a word."""
        if self.is_short:
            return f"Short, {self.taken}"
        return (
            _counted(self.open_seats, "open")
            or _counted(self.kept, "held")
            or _counted(self.locked, "locked")
        )

    @property
    def ring(self) -> SafeString:
        """Its chairs as they stand."""
        return ring(
            tuple(
                "taken"
                if taken
                else "kept"
                if number in self.kept or number in self.locked
                else "open"
                for number, taken in enumerate(self.chairs, 1)
            )
        )

    def pushed(self, now: datetime) -> bool:
        """Whether the dealer's push is due."""
        return self.is_open and bool(self.due) and self.due <= now.timestamp() * 1000

    def minutes(self, now: datetime) -> int:
        """How long the dealer has been in the box."""
        return max(0, int(now.timestamp() * 1000) - self.since) // 60_000


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a room's tables are looked at with."""

    calls: dict[int, Call]
    begun: dict[int, Begun]
    usual: dict[str, float]
    kept: Keeping
    down: int  # milliseconds until a push is due
    now: datetime


def tiles(
    *, room_id: int, now: datetime, only: Collection[int] = (), lists: Lists | None = None
) -> list[Tile]:
    """All tables of a room, or only these, in the order of their numbers; `lists` where they were read already."""
    beside = _Beside(
        calls={call.table_id: call for call in _narrowed(_calls(room_id), "table", only)},
        begun=begun(room_id=room_id, since=now - HOUR, tables=only),
        usual=usual(room_id),
        kept=keeping(lists if lists is not None else lists_now(room_id).lists),
        down=dealers_now(room_id).dealers.policy.down,
        now=now,
    )
    rows = _narrowed(Table.objects.filter(room=room_id).order_by(), "pk", only)
    asked = ("pk", "name", "seats", *PARTS, *(f"stream__view__{part}" for part in PICTURE))
    found = [_tile(row, beside) for row in rows.values_list(*asked)]
    return sorted(found, key=lambda one: place(one.name))


PARTS = ("plaque__name", "heard__at", "heard__silent", "room__slow_percent")
PICTURE = ("table__open", "seats", "game", "dealer", "rotation")


def _counted(chairs: Collection[int], what: str) -> str:
    if len(chairs) == 1:
        return f"S{next(iter(chairs))} {what}"
    return f"{len(chairs)} {what}" if chairs else ""


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


def _tile(row: tuple[Any, ...], beside: _Beside) -> Tile:
    pk, name, seats, plaque, heard, silent, slow, is_open, chairs, game, dealer, rotation = row
    since = int(dealer["since"]) if dealer else 0
    hands = beside.begun.get(pk)
    pace = hands.an_hour(beside.now) if hands else None
    often = beside.usual.get(dealt_at(game, rotation)) if game else None
    call = beside.calls.get(pk)
    kept = kept_at(name, chairs or (), beside.kept) if is_open else {}
    return Tile(
        pk=pk,
        name=name,
        is_open=bool(is_open),
        game=short(game) if game else "",
        title=game_name(game) if game else "",
        chairs=tuple(bool(seat["player"]) for seat in chairs or ()) or (False,) * seats,
        kept=tuple(number for number, one in kept.items() if one.how != "locked"),
        locked=tuple(number for number, one in kept.items() if one.how == "locked"),
        line=key_of(plaque) if plaque else "",
        dealer=dealer["name"] if dealer else "",
        since=since,
        due=since + beside.down if dealer else 0,
        pace=pace,
        usual=often,
        is_slow=pace is not None and often is not None and pace * 100 <= often * (100 - slow),
        silent=int(heard.timestamp() * 1000) if is_open and silent else 0,
        call=_called(call) if call else None,
    )


def _called(call: Call) -> Called:
    how = "at the table" if call.arrived_at else "on the way" if call.coming_at else ""
    at = int(call.called_at.timestamp() * 1000)
    return Called(call.pk, at, what_of(call.key), how, call.escalated_at is not None)

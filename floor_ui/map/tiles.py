"""Every table of a room as a tile, read with a fixed number of database queries regardless of the number of tables."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypedDict, TypeVar
from zlib import crc32

import msgspec
from django.db.models import Model, QuerySet
from django.utils.safestring import SafeString

from absences.away_players import overdue_seats
from floor_ui.map.seat_ring import ring
from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from lineup.next_dealer import pushes_of
from lineup.rules.state import Lineup
from poker.formatting import with_amounts
from poker.game_name import game_name, stakes_said
from poker.state import HandKind
from poker.view.model import DealerView, GameView, RotationView, read_occupants
from rulings.calls.models import Call
from rulings.calls.report_titles import reported_text
from tables.game_keys import list_key
from tables.hand_kind_names import SHORT_NAMES
from tables.models import Table
from tables.natural_order import natural_order
from tables.pace import HOUR, HandsStarted, dealt_at, hands_started, typical_pace
from tables.short_names import short_game
from tournaments.room_events import RoomEvent, of_table
from waitlist.actions import load_waitlists
from waitlist.exclusions import refused_occupants
from waitlist.rules.state import Waitlists
from waitlist.seat_availability import (
    ReservationMap,
    SeatReservation,
    reserved_seats,
    waitlist_reservations,
)

LARGE_TABLES = 10  # a room with at most this many tables has large tiles, which show the last hand
SHORT_PERCENT = 60  # an open table with at most this share of its seats taken is short


@dataclass(frozen=True, slots=True)
class CallSummary:
    pk: int
    at: int  # Unix milliseconds
    title: str
    stage: str  # the last stage reached, "" without an answer
    escalated: bool
    awaits_delivery: bool  # no floor screen has confirmed it yet
    called_by: int | None  # the dealer's primary key; their own screen does not count
    stage_by: str = ""  # who is on the way or at the table
    stage_at: int = 0  # time of that stage, Unix milliseconds


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat held for a called or held player. until: Unix milliseconds; more: number of further such seats."""

    seat: int
    name: str
    until: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class TableTile:
    pk: int
    name: str
    is_open: bool
    game: str
    title: str
    taken_seats: tuple[bool, ...]  # whether each seat is taken
    reserved: tuple[int, ...]  # empty seats reserved by a waitlist
    locked: tuple[int, ...]  # empty seats locked up at the table
    waitlist_key: str
    dealer: str
    since: int  # Unix milliseconds, 0 without a dealer
    due: int  # Unix milliseconds, 0 without a dealer
    pace: int | None  # hands an hour, None until enough have been dealt
    # Hands an hour typical of the game in this room, None with too little data.
    typical_pace: float | None
    is_slow: bool
    offline_since: int  # when its tablet was last seen, 0 if it is online or missing
    call: CallSummary | None
    refused: tuple[int, ...] = ()  # seats of players who may not play
    overdue: tuple[int, ...] = ()  # seats of players away for longer than the room allows
    after_hand: tuple[int, ...] = ()  # empty seats that open when the hand in progress ends
    is_poker: bool = True  # otherwise its places are boxes, which no waitlist fills
    event: int = 0  # number of the tournament that it plays, 0 for a cash table
    event_state: str = ""  # stopped, short, coming or even
    event_note: str = ""  # players who come or are missing, with its sign
    # The following fields are for large tiles only. The last hand is among them, because a room deals
    # several hands a second and each would change a tile.
    down_minutes: int = 0  # length of a down
    next_dealer: str = ""  # who comes with the next push, "" without a planned dealer
    # The held seat whose time ends first.
    kept_seat: KeptSeat | None = None
    hand: int = 0
    hand_at: int = 0  # when it began, Unix milliseconds
    pot: int | None = None  # in the smallest unit, None if it was not counted
    kinds: tuple[HandKind, ...] = ()  # what sets it apart

    @property
    def fingerprint(self) -> int:
        return crc32(repr(self).encode())

    @property
    def taken(self) -> int:
        return sum(self.taken_seats)

    @property
    def is_cash(self) -> bool:
        """Return whether a waitlist may fill its seats."""
        return self.is_poker and not self.event

    @property
    def open_seats(self) -> list[int]:
        """Return the seats of an open cash table that are open to any player."""
        if not (self.is_open and self.is_cash):
            return []
        return [
            i
            for i, taken in enumerate(self.taken_seats, 1)
            if not (taken or i in self.reserved or i in self.locked)
        ]

    @property
    def is_short(self) -> bool:
        is_running = self.is_open and self.is_cash
        return is_running and self.taken * 100 <= SHORT_PERCENT * len(self.taken_seats)

    @property
    def seat_text(self) -> str:
        """Return the state of its seats in a word or two."""
        if self.is_short:
            return f"Short, {self.taken}"
        return (
            _count_label(self.open_seats, "open")
            or _count_label(self.reserved, "held")
            or _count_label(self.locked, "locked")
        )

    @property
    def refused_text(self) -> str:
        """Return the seats of players who may not play, such as "S4 can't play", or ""."""
        return (
            f"{', '.join(f'S{seat}' for seat in self.refused)} can't play" if self.refused else ""
        )

    @property
    def overdue_text(self) -> str:
        """Return the seats of players who are away too long, such as "S4 away too long", or ""."""
        seats = ", ".join(f"S{seat}" for seat in self.overdue)
        return f"{seats} away too long" if seats else ""

    @property
    def open_text(self) -> str:
        """Return the text in the tile's oval: an open seat such as "S7", or a number such as "3 open"."""
        empty = [number for number, taken in enumerate(self.taken_seats, 1) if not taken]
        if not (self.is_open and self.is_cash and empty):
            return ""
        return f"S{empty[0]}" if len(empty) == 1 else str(len(empty))

    @property
    def kind_text(self) -> str:
        """Return what sets the last hand apart, such as "Bomb pot, 2 boards"; "" for an ordinary hand."""
        return ", ".join(SHORT_NAMES[kind.kind] for kind in self.kinds)

    @property
    def is_kept(self) -> bool:
        """Return for each empty seat whether it is reserved or locked up."""
        return self.is_open and not self.open_seats

    @property
    def empty_text(self) -> str:
        """Return the state of its empty seats, such as "S8, S9 open" or "S5 held"."""
        names = ", ".join(f"S{number}" for number in self.open_seats[:4])
        if names:
            return f"{names}{' …' if len(self.open_seats) > 4 else ''} open"
        return self.seat_text

    @property
    def ring(self) -> SafeString:
        return ring(
            tuple(
                "taken"
                if taken
                else "kept"
                if number in self.reserved or number in self.locked
                else "open"
                for number, taken in enumerate(self.taken_seats, 1)
            )
        )

    def is_push_due(self, now: datetime) -> bool:
        return self.is_open and bool(self.due) and self.due <= now.timestamp() * 1000

    def minutes(self, now: datetime) -> int:
        """Return the dealer's minutes in the box."""
        return max(0, milliseconds(now) - self.since) // 60_000


@dataclass(frozen=True, slots=True)
class _TileInputs:
    """Room data for building the tiles."""

    calls: dict[int, Call]
    hands_started: dict[int, HandsStarted]
    typical_pace: dict[str, float]
    reservations: ReservationMap
    down: int  # milliseconds of a down
    next_dealers: Mapping[str, str]  # by table, for large tiles
    overdue: Mapping[int, tuple[int, ...]]  # seats whose players are away too long, by table
    events: Sequence[RoomEvent]
    now: datetime
    is_large: bool


def tiles(
    *,
    room_id: int,
    now: datetime,
    only: Collection[int] = (),
    waitlists: Waitlists | None = None,
    dealers: Lineup | None = None,
    events: Sequence[RoomEvent] = (),
    table_count: int | None = None,
) -> list[TableTile]:
    """Return the tiles of a room, or only of these tables, in numerical order.

    waitlists, dealers: if already loaded; events: running tournaments of the room; table_count: tables of the room,
    None if all are read now.
    """
    rows = _narrowed(Table.every.filter(room=room_id).order_by(), "pk", only)
    columns = (
        "pk",
        "name",
        "seats",
        "kind",
        *COLUMNS,
        *(f"stream__view__{part}" for part in VIEW_PARTS),
    )
    values = list(rows.values_list(*columns))
    is_large = (len(values) if table_count is None else table_count) <= LARGE_TABLES
    dealers = load_lineup(room_id) if dealers is None else dealers
    tile_inputs = _TileInputs(
        calls={call.table_id: call for call in _narrowed(_calls(room_id), "table", only)},
        hands_started=hands_started(room_id=room_id, since=now - HOUR, tables=only),
        typical_pace=typical_pace(room_id),
        reservations=waitlist_reservations(
            waitlists if waitlists is not None else load_waitlists(room_id)
        ),
        down=dealers.policy.down,
        next_dealers=_next_dealers(room_id, dealers, now) if is_large else {},
        overdue=overdue_seats(room_id, now),
        events=events,
        now=now,
        is_large=is_large,
    )
    tiles = [_tile(row, tile_inputs) for row in values]
    return sorted(tiles, key=lambda tile: natural_order(tile.name))


Row = TypeVar("Row", bound=Model)
COLUMNS = ("plaque__name", "hand_plaque__name", "heard__at", "heard__silent", "room__slow_percent")
VIEW_PARTS = (
    "title",
    "occupants",
    "next_game",
    "table__open",
    "seats",
    "game",
    "dealer",
    "rotation",
    "hand__number",
    "money__pot",
    "money__known",
    "kill__kind",
    "hand__kinds",
)


def _count_label(seats: Collection[int], what: str) -> str:
    if len(seats) == 1:
        return f"S{next(iter(seats))} {what}"
    return f"{len(seats)} {what}" if seats else ""


def _narrowed(rows: "QuerySet[Row]", by: str, only: Collection[int]) -> "QuerySet[Row]":
    return rows.filter(**{f"{by}__in": only}) if only else rows


def _calls(room_id: int) -> "QuerySet[Call]":
    return Call.objects.filter(room=room_id, status=Call.Status.OPEN)


def _tile(row: tuple[Any, ...], tile_inputs: _TileInputs) -> TableTile:
    pk, name, seats, kind, posted, of_hand, heard, silent, slow, banked, boxes, *of_view = row
    next_game, *of_view = of_view
    is_open, chairs, *of_view = of_view
    occupants = read_occupants(chairs or boxes)
    game = msgspec.convert(of_view[0], GameView | None)
    dealer = msgspec.convert(of_view[1], DealerView | None)
    rotation = msgspec.convert(of_view[2], RotationView | None)
    number, pot, is_pot_known, kill, hand_kinds = of_view[3:]
    plaque = of_hand if next_game else posted  # a plaque takes effect with the next hand
    since = dealer.since if dealer else 0
    hands = tile_inputs.hands_started.get(pk)
    pace = hands.per_hour(tile_inputs.now) if hands else None
    often = tile_inputs.typical_pace.get(dealt_at(game, rotation)) if game else None
    call = tile_inputs.calls.get(pk)
    reservations = reserved_seats(name, occupants, tile_inputs.reservations) if is_open else {}
    event = of_table(tile_inputs.events, name)
    return TableTile(
        pk=pk,
        name=name,
        is_open=bool(is_open),
        game=_tile_game(game, kill, event) if game else with_amounts(banked or ""),
        title=game_name(game) if game else with_amounts(banked or ""),
        taken_seats=tuple(bool(seat.player) for seat in occupants) or (False,) * seats,
        reserved=tuple(
            number for number, reservation in reservations.items() if reservation.kind != "locked"
        ),
        locked=tuple(
            number for number, reservation in reservations.items() if reservation.kind == "locked"
        ),
        waitlist_key=list_key(plaque) if plaque else "",
        dealer=dealer.name if dealer else "",
        since=since,
        due=since + tile_inputs.down if dealer else 0,
        pace=pace,
        typical_pace=often,
        is_slow=pace is not None and often is not None and pace * 100 <= often * (100 - slow),
        offline_since=milliseconds(heard) if is_open and silent else 0,
        call=_call_summary(call, kind) if call else None,
        is_poker=kind == Table.Kind.POKER,
        after_hand=tuple(seat.seat for seat in occupants if seat.opens_after_hand),
        refused=tuple(refused_occupants(occupants, tile_inputs.now)),
        overdue=tile_inputs.overdue.get(pk, ()),
        **(_event_fields(event, name) if event else {}),
        **(
            _large_fields(tile_inputs, name, reservations)
            | _hand_fields(number, pot if is_pot_known else None, hands, hand_kinds)
            if tile_inputs.is_large
            else {}
        ),
    )


def _tile_game(game: GameView, kill: str | None, event: RoomEvent | None) -> str:
    return f"Event {event.number}" if event else _short_name(game, kill)


class EventFields(TypedDict, total=False):
    """The fields that only tournament tables have."""

    event: int
    event_state: str
    event_note: str


def _event_fields(event: RoomEvent, table: str) -> EventFields:
    row = event.tables[table]
    note = f"+{row.coming}" if row.coming else ""
    return EventFields(
        event=event.number,
        event_state=row.state,
        event_note=f"\N{MINUS SIGN}{row.short}" if row.state in ("short", "stopped") else note,
    )


def _short_name(game: GameView, kill: str | None) -> str:
    """Return the name on the tile, the same as on desk and board. For a rotation it is the current game."""
    named = game.title[:1].upper() + game.title[1:]
    return short_game(game.key, game, kill or "") or f"{named} {stakes_said(game)}"


def _next_dealers(room_id: int, dealers: Lineup, now: datetime) -> dict[str, str]:
    pushes = pushes_of(room_id, dealers, milliseconds(now)).values()
    return {push.table: push.inward.name for push in pushes if push.inward}


class LargeFields(TypedDict, total=False):
    """The fields that only large tiles have."""

    down_minutes: int
    next_dealer: str
    kept_seat: KeptSeat | None
    hand: int
    hand_at: int
    pot: int | None
    kinds: tuple[HandKind, ...]


def _large_fields(
    tile_inputs: _TileInputs, table: str, reservations: Mapping[int, SeatReservation]
) -> LargeFields:
    """Return the length of a down, the next dealer, and the player whose held seat ends first."""
    players = [
        KeptSeat(seat, reservation.name, reservation.until)
        for seat, reservation in reservations.items()
        if reservation.kind != "locked"
    ]
    first = min(players, key=lambda kept_seat: kept_seat.until, default=None)
    return LargeFields(
        down_minutes=tile_inputs.down // 60_000,
        next_dealer=tile_inputs.next_dealers.get(table, ""),
        kept_seat=replace(first, more=len(players) - 1) if first else None,
    )


def _hand_fields(
    number: int | None, pot: int | None, hands: HandsStarted | None, kinds: object
) -> LargeFields:
    """Return the fields of the last hand; empty if none began within the last hour. kinds: as stored in the view."""
    if not hands:
        return LargeFields()
    return LargeFields(
        hand=number or 0,
        hand_at=milliseconds(hands.last),
        pot=pot,
        kinds=msgspec.convert(kinds or (), tuple[HandKind, ...]),
    )


def _call_summary(call: Call, kind: str) -> CallSummary:
    how = "at the table" if call.arrived_at else "on the way" if call.coming_at else ""
    at = milliseconds(call.called_at)
    reached = call.arrived_at or call.coming_at
    return CallSummary(
        pk=call.pk,
        at=at,
        title=reported_text(call.key, kind),
        stage=how,
        escalated=call.escalated_at is not None,
        awaits_delivery=call.awaits_delivery,
        called_by=call.called_by_id,
        stage_by=call.arrived_by or call.coming_by,
        stage_at=milliseconds(reached) if reached else 0,
    )

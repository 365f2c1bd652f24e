"""Tournaments: what the API returns. Money is in the smallest unit, chips are tournament chips, times are in UTC."""

from datetime import datetime

import msgspec

from journal.unix_time import from_milliseconds
from tournaments.models import EventSummary, ScheduledEvent
from tournaments.rules.clock import Reading, read
from tournaments.rules.payouts import amounts_by_entry, fixed_pool, to_the_money
from tournaments.rules.places import places
from tournaments.rules.plan import Level, segments
from tournaments.rules.state import Entry, SeatPosition, Tournament
from web.api.responses import NamedRef


class TournamentItem(msgspec.Struct, frozen=True):
    """An event. status: scheduled, running, day_over, closed or canceled.

    entries: without voided ones; left: players still in.
    """

    id: int
    room: NamedRef
    number: int
    name: str
    series: str
    status: str
    starts_at: datetime
    day: int
    entries: int
    reentries: int
    left: int
    tables: int
    pool: int


class LevelItem(msgspec.Struct, frozen=True):
    """A level, or the break after one.

    small, big: the blinds, or in stud the completion and the upper bet; seconds: its length.
    """

    level: int
    is_break: bool
    seconds: int
    small: int
    big: int
    ante: int
    bring_in: int


class ClockItem(msgspec.Struct, frozen=True):
    """The clock at `at`. position: in `levels`, from 0; left: seconds; to_break: seconds to the next break."""

    at: datetime
    running: bool
    position: int
    level: int
    is_break: bool
    left: int
    to_break: int | None


class TournamentDetail(msgspec.Struct, frozen=True):
    """An event with its clock.

    payouts: by place; final: false while the pool can still grow, then they are what it would pay now;
    to_the_money: players to go out before everyone left is paid, null before the pool is final;
    hand_for_hand: the number of its hand, null if it is off.
    """

    seq: int
    event: TournamentItem
    clock: ClockItem
    levels: list[LevelItem]
    alternates: int
    chips: int
    average: int
    guarantee: int
    overlay: int
    payouts: list[int]
    final: bool
    to_the_money: int | None
    hand_for_hand: int | None
    late_level: int


class TournamentEntryItem(msgspec.Struct, frozen=True):
    """An entry. kind: first, reentry or qualifier; status: alternate, seated, out, void, bagged or winner.

    coming: on the way to the seat; stack: chips at the last count; place: the first of the places it shares, null while
    it is open.
    """

    number: int
    player: str
    name: str
    kind: str
    status: str
    table: str | None
    seat: int | None
    coming: bool
    stack: int | None
    paid: int
    place: int | None
    bought_at: datetime


class TournamentEntries(msgspec.Struct, frozen=True):
    """The entries of an event by number."""

    seq: int
    entries: list[TournamentEntryItem]


class TournamentSeat(msgspec.Struct, frozen=True):
    """A seat: who has it, null for an open one. reserved: kept for special needs; moving: the entry is to leave it."""

    seat: int
    entry: int | None
    name: str
    coming: bool
    moving: bool
    reserved: bool


class TournamentTableItem(msgspec.Struct, frozen=True):
    """A table of an event with its seats."""

    table: str
    seats: list[TournamentSeat]


class TournamentSeats(msgspec.Struct, frozen=True):
    """The tables of an event in their order."""

    seq: int
    tables: list[TournamentTableItem]


class TournamentResultItem(msgspec.Struct, frozen=True):
    """A finishing place. last_place: differs from `place` if it is shared; due: what it won; paid: what was paid."""

    place: int
    last_place: int
    entry: int
    player: str
    name: str
    due: int
    paid: int


class TournamentResults(msgspec.Struct, frozen=True):
    """The places of players who are out, and of the winner, best first. closed: the result is final."""

    seq: int
    closed: bool
    results: list[TournamentResultItem]


def tournament_item(row: EventSummary) -> TournamentItem:
    """Return the item of a summary, whose event and room are loaded."""
    event = row.event
    return TournamentItem(
        id=event.pk,
        room=NamedRef(event.room.pk, event.room.name),
        number=event.number,
        name=row.name,
        series=event.series,
        status=row.status,
        starts_at=row.starts_at,
        day=row.day,
        entries=row.entries,
        reentries=row.reentries,
        left=row.left,
        tables=row.tables,
        pool=row.pool,
    )


def tournament_detail(
    seq: int, row: ScheduledEvent, event: Tournament, now: int
) -> TournamentDetail:
    """Return an event at `now`, in Unix milliseconds."""
    left = sum(1 for _ in event.alive())
    prizes = event.pool or (fixed_pool(event) if event.sold else None)
    return TournamentDetail(
        seq=seq,
        event=tournament_item(row.summary),
        clock=_clock(read(event.plan, event.clock, now), now),
        levels=_levels(event),
        alternates=len(event.alternates()),
        chips=event.chips,
        average=event.chips // left if left else 0,
        guarantee=event.plan.guarantee,
        overlay=prizes.overlay if prizes else 0,
        payouts=list(prizes.payouts) if prizes else [],
        final=event.pool is not None,
        to_the_money=to_the_money(event),
        hand_for_hand=event.hand_for_hand.round if event.hand_for_hand else None,
        late_level=event.plan.late_level,
    )


def entry_items(event: Tournament) -> list[TournamentEntryItem]:
    """Return the entries by number."""
    ranked = places(event)
    return [
        _entry_item(entry, ranked[entry.number].first if entry.number in ranked else None)
        for entry in event.entries
    ]


def table_items(event: Tournament) -> list[TournamentTableItem]:
    """Return the tables with their seats. A player on the way to a seat has it already."""
    leaving = {move.entry for move in event.moves if not move.left}
    by_place = {entry.place: entry for entry in event.seated()}
    return [
        TournamentTableItem(
            table.name,
            [
                _seat(
                    seat,
                    by_place.get(SeatPosition(table.name, seat)),
                    leaving,
                    seat in table.reserved,
                )
                for seat in range(1, table.seats + 1)
            ],
        )
        for table in event.tables
    ]


def result_items(event: Tournament) -> list[TournamentResultItem]:
    """Return the places that are known, best first."""
    due = amounts_by_entry(event)
    paid = {payout.entry: payout.amount for payout in event.paid if not payout.held}
    ranked = sorted(places(event).items(), key=lambda item: (item[1], item[0]))
    return [
        TournamentResultItem(
            place=place.first,
            last_place=place.last,
            entry=number,
            player=event.entries[number - 1].player,
            name=event.entries[number - 1].name,
            due=due[number].amount if number in due else 0,
            paid=paid.get(number, 0),
        )
        for number, place in ranked
    ]


def _levels(event: Tournament) -> list[LevelItem]:
    plan = event.plan
    return [
        _level(
            part.level, plan.levels[part.level - 1], part.length, is_break=part.pause is not None
        )
        for part in segments(plan)
    ]


def _level(number: int, level: Level, length: int, *, is_break: bool) -> LevelItem:
    return LevelItem(
        level=number,
        is_break=is_break,
        seconds=length // 1000,
        small=level.small,
        big=level.big,
        ante=level.ante,
        bring_in=level.bring_in,
    )


def _clock(reading: Reading, now: int) -> ClockItem:
    return ClockItem(
        at=from_milliseconds(now),
        running=reading.runs,
        position=reading.segment,
        level=reading.level,
        is_break=reading.is_break,
        left=reading.left // 1000,
        to_break=None if reading.to_break is None else reading.to_break // 1000,
    )


def _entry_item(entry: Entry, place: int | None) -> TournamentEntryItem:
    return TournamentEntryItem(
        number=entry.number,
        player=entry.player,
        name=entry.name,
        kind=entry.kind,
        status=entry.status,
        table=entry.table or None,
        seat=entry.seat or None,
        coming=entry.coming,
        stack=entry.stack,
        paid=entry.paid,
        place=place,
        bought_at=from_milliseconds(entry.since),
    )


def _seat(seat: int, entry: Entry | None, leaving: set[int], is_reserved: bool) -> TournamentSeat:
    return TournamentSeat(
        seat=seat,
        entry=entry.number if entry else None,
        name=entry.name if entry else "",
        coming=entry.coming if entry else False,
        moving=entry is not None and entry.number in leaving,
        reserved=is_reserved,
    )

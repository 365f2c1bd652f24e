"""Projections of departures, seat sessions and chip movements: compared with a table's log, and rebuilt from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from journal import projections
from journal.projections import EntryRow, LogHead
from players.roster import player_known
from poker import events as e
from poker.codec import decode_event
from tables.models import ChipMovement, Departure, SeatSession, Table, Visit
from tables.seat_sessions import buy_in_movement
from tables.waitlist.departures import CLOSING

REBUILD_ACTOR = "system.rebuild"
MovementRow = tuple[str, int, int, datetime, str, str]  # kind, amount, entry, time, actor, reason


@dataclass(frozen=True, slots=True)
class RebuiltSession:
    """One seat session from the log: the player, the seat and the chips that moved."""

    player: int
    seat: int
    taken: int  # number of the first entry
    taken_at: datetime
    left: int | None = None  # number of the last entry, None while seated
    left_at: datetime | None = None
    moved: tuple[MovementRow, ...] = field(default=())


def _effective_events(log: LogHead) -> Iterator[tuple[EntryRow, Any]]:
    """Yield the events that moved players and chips, without those of undone commands."""
    undone = {
        decode_event(row.name, row.version, row.data).command  # type: ignore[attr-defined]
        for row in log.rows("command.undone")
    }
    for row in log.rows(*EVENT_NAMES):
        if row.command_id not in undone:
            yield row, decode_event(row.name, row.version, row.data)


@dataclass(frozen=True, slots=True)
class RebuiltDeparture:
    """A seat that was left; closing: as in `Departure`."""

    seq: int
    seat: int
    at: datetime
    closing: int | None = None


def _departures_of_log(log: LogHead) -> list[RebuiltDeparture]:
    departures: dict[int, RebuiltDeparture] = {}
    for row, event in _effective_events(log):
        if isinstance(event, e.SeatLeft):
            departures[row.seq] = RebuiltDeparture(row.seq, event.seat, row.at)
        elif isinstance(event, e.TableClosed):
            last = {departure.seat: departure for departure in departures.values()}
            for departure in last.values():
                if departure.at >= row.at - CLOSING:
                    departures[departure.seq] = replace(departure, closing=row.seq)
    return list(departures.values())


def _compare_departures(log: LogHead) -> str:
    freed_seats = Departure.objects.filter(table=log.pk, seq__lte=log.seq)
    rows = freed_seats.values_list("seq", "seat", "at", "closing")
    wrong = set(_departures_of_log(log)) ^ {RebuiltDeparture(*row) for row in rows}
    return f"seats that were left: {len(wrong)} don't match the log" if wrong else ""


def _rebuild_departures(log: LogHead) -> None:
    Departure.objects.filter(table=log.pk).delete()
    Departure.objects.bulk_create(
        Departure(
            table_id=log.pk,
            seq=departure.seq,
            seat=departure.seat,
            at=departure.at,
            closing=departure.closing,
        )
        for departure in _departures_of_log(log)
    )


class _SeatLog:
    """The open and ended seat sessions of a table while its log is read."""

    def __init__(self) -> None:
        self.present: dict[int, RebuiltSession] = {}  # by seat
        self.ended: list[RebuiltSession] = []

    def taken(self, event: e.SeatTaken, row: EntryRow) -> None:
        player = player_known(event.player)
        if player is not None:  # None in a recorded hand
            session = RebuiltSession(player.pk, event.seat, row.seq, row.at)
            self.present[event.seat] = replace(session, moved=_buy_in_movements(event, row))

    def left(self, event: e.SeatLeft | e.SeatChanged, row: EntryRow) -> RebuiltSession | None:
        session = self.present.pop(event.seat, None)
        if session is not None and isinstance(event, e.SeatLeft) and event.counted:
            kind = ChipMovement.Kind.LEFT_WITH
            movement = (kind, event.counted, row.seq, row.at, row.actor, "")
            session = replace(session, moved=(*session.moved, movement))
        if session is not None:
            self.ended.append(replace(session, left=row.seq, left_at=row.at))
        return session

    def changed(self, event: e.SeatChanged, row: EntryRow) -> None:
        before = self.left(event, row)
        if before is not None:
            self.present[event.to] = RebuiltSession(before.player, event.to, row.seq, row.at)

    def moved(self, event: e.ChipsAdded | e.ChipsRemoved, row: EntryRow) -> None:
        session = self.present.get(event.seat)
        if session is not None:
            self.present[event.seat] = replace(
                session, moved=(*session.moved, _movement(event, row))
            )


_STEPS: dict[type[e.Event], Callable[[_SeatLog, Any, EntryRow], object]] = {
    e.SeatTaken: _SeatLog.taken,
    e.SeatLeft: _SeatLog.left,
    e.SeatChanged: _SeatLog.changed,
    e.ChipsAdded: _SeatLog.moved,
    e.ChipsRemoved: _SeatLog.moved,
}
_READ: tuple[type[e.Event], ...] = (*_STEPS, e.TableClosed)
EVENT_NAMES = [str(kind.__struct_config__.tag) for kind in _READ]


def sessions_of_log(log: LogHead) -> list[RebuiltSession]:
    """Return the seat sessions of a table from its log, in the order in which they began."""
    seats = _SeatLog()
    for row, event in _effective_events(log):
        if type(event) in _STEPS:
            _STEPS[type(event)](seats, event, row)
    return sorted([*seats.ended, *seats.present.values()], key=lambda session: session.taken)


def _buy_in_movements(event: e.SeatTaken, row: EntryRow) -> tuple[MovementRow, ...]:
    movement = buy_in_movement(event)
    if movement is None:
        return ()
    kind, amount, reason = movement
    return ((kind, amount, row.seq, row.at, event.by or row.actor, reason),)


def _movement(event: e.ChipsAdded | e.ChipsRemoved, row: EntryRow) -> MovementRow:
    if isinstance(event, e.ChipsAdded):
        return (ChipMovement.Kind.ADD_ON, event.amount, row.seq, row.at, row.actor, "")
    by = event.by or row.actor
    return (ChipMovement.Kind.TAKEN_OFF, event.amount, row.seq, row.at, by, event.reason)


def _stored(log: LogHead) -> list[RebuiltSession]:
    rows = SeatSession.objects.filter(table=log.pk, taken__lte=log.seq)
    return [
        RebuiltSession(
            row.visit.player.merged_into_id or row.visit.player_id,
            row.seat,
            row.taken,
            row.taken_at,
            row.left,
            row.left_at,
            tuple(
                sorted(
                    ((m.kind, m.amount, m.seq, m.at, m.by, m.reason) for m in row.movements.all()),
                    key=lambda moved: moved[2],
                )
            ),
        )
        for row in rows.select_related("visit__player")
        .prefetch_related("movements")
        .order_by("taken")
    ]


def _compare_sessions(log: LogHead) -> str:
    wrong = set(sessions_of_log(log)) ^ set(_stored(log))
    return f"sittings and chips: {len(wrong)} don't match the log" if wrong else ""


def _rebuild_sessions(log: LogHead) -> None:
    SeatSession.objects.filter(table=log.pk).delete()
    table = Table.objects.only("pk", "room_id").get(pk=log.pk)
    for session in sessions_of_log(log):
        sitting = SeatSession.objects.create(
            visit=_visit(session, table),
            table=table,
            seat=session.seat,
            taken=session.taken,
            taken_at=session.taken_at,
            left=session.left,
            left_at=session.left_at,
        )
        ChipMovement.objects.bulk_create(
            ChipMovement(
                sitting=sitting, kind=kind, amount=amount, seq=seq, at=at, by=by, reason=reason
            )
            for kind, amount, seq, at, by, reason in session.moved
        )


def _visit(session: RebuiltSession, table: Table) -> Visit:
    """Return the visit that contains a seat session.

    A check-in is not in a log, so a lost visit is created with the start of the seat session.
    """
    rows = Visit.objects.filter(player=session.player, in_at__lte=session.taken_at)
    until = Q(out_at=None) | Q(out_at__gte=session.taken_at)
    visit = rows.filter(until).order_by("-in_at", "-pk").first()
    if visit is not None:
        return visit
    open_visit = Visit.objects.filter(player=session.player, out_at=None).first()
    if open_visit is not None and session.left_at is None:
        Visit.objects.filter(pk=open_visit.pk).update(in_at=session.taken_at)
        return open_visit
    return Visit.objects.create(
        player_id=session.player,
        room_id=table.room_id,
        in_at=session.taken_at,
        in_by=REBUILD_ACTOR,
        out_at=session.left_at,
        out_by=REBUILD_ACTOR if session.left_at else "",
    )


DEPARTURES = projections.Projection(_compare_departures, _rebuild_departures)
SESSIONS = projections.Projection(_compare_sessions, _rebuild_sessions)

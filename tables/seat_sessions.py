"""Projection of seat sessions and chip movements: who sat where, with which chips, in which visit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TypeAlias

from django.db.models import Q

from journal.projections import (
    BATCH,
    Change,
    Logged,
    Projection,
    Rows,
    RowTable,
    entry_numbers,
)
from players.identity import numbers_of
from players.models import Player
from players.roster import player_known
from poker import events as e
from tables.models import ChipMovement, SeatSession, Table, Visit
from tables.stored_commands import StoredAtTable

PlayerNumber: TypeAlias = Callable[[str], int | None]


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One seat session of a player on file. taken, left: numbers of the first and the last entry."""

    player: int
    seat: int
    taken: int
    taken_at: datetime
    left: int | None = None
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRow:
    """Chips added or removed in a session; taken: the entry that began the session."""

    taken: int
    kind: str
    amount: int
    seq: int
    at: datetime
    by: str
    reason: str = ""


def _reduce(rows: Rows, logged: Logged, *, player_number: PlayerNumber) -> Iterable[Change]:
    """Return the changes of an event. player_number: the player on file by the log's key, None for a recorded hand."""
    event = logged.event
    if isinstance(event, e.Undone):
        return _undone(rows, logged)
    if isinstance(event, e.SeatTaken):
        return _seat_taken(event, logged, player_number(event.player))
    session = rows.latest(SessionRow, "seat", event.seat)
    if session is None or session.left is not None:
        return ()
    movement = _movement(event, session, logged)
    changes: list[Change] = [] if movement is None else [(None, movement)]
    if isinstance(event, e.SeatLeft | e.SeatChanged):
        changes.append((session, replace(session, left=logged.seq, left_at=logged.at)))
    if isinstance(event, e.SeatChanged):
        moved = SessionRow(session.player, event.to, logged.seq, logged.at)
        changes.append((None, moved))
    return changes


def _movement(event: e.Event, session: SessionRow, logged: Logged) -> MovementRow | None:
    """Return the chips that an event adds to a session or takes from it; None if it moves no chips."""
    by = logged.actor
    reason = ""
    match event:
        case e.SeatLeft() if event.counted:
            kind = ChipMovement.Kind.LEFT_WITH
            amount = event.counted
        case e.ChipsAdded():
            kind = ChipMovement.Kind.ADD_ON
            amount = event.amount
        case e.ChipsRemoved():
            kind = ChipMovement.Kind.TAKEN_OFF
            amount = event.amount
            by = event.by or logged.actor
            reason = event.reason
        case _:
            return None
    return MovementRow(
        taken=session.taken,
        kind=kind,
        amount=amount,
        seq=logged.seq,
        at=logged.at,
        by=by,
        reason=reason,
    )


def _seat_taken(event: e.SeatTaken, logged: Logged, player: int | None) -> list[Change]:
    if player is None:
        return []
    changes: list[Change] = [(None, SessionRow(player, event.seat, logged.seq, logged.at))]
    buy_in = buy_in_movement(event)
    if buy_in is not None:
        kind, amount, reason = buy_in
        movement = MovementRow(
            taken=logged.seq,
            kind=kind,
            amount=amount,
            seq=logged.seq,
            at=logged.at,
            by=event.by or logged.actor,
            reason=reason,
        )
        changes.append((None, movement))
    return changes


def _undone(rows: Rows, logged: Logged) -> list[Change]:
    """Remove what an undone command added, and reopen the sessions that it ended."""
    changes: list[Change] = []
    for number in logged.entries_of(logged.event.command):
        movement = rows.get(MovementRow, number)
        if movement is not None:
            changes.append((movement, None))
        begun = rows.get(SessionRow, number)
        if begun is not None:
            changes.append((begun, None))
        for ended in rows.having(SessionRow, "left", number):
            changes.append((ended, replace(ended, left=None, left_at=None)))
    return changes


def buy_in_movement(event: e.SeatTaken) -> tuple[ChipMovement.Kind, int, str] | None:
    """Return kind, amount and reason of a player's buy-in; None without an amount."""
    amount = event.stack if event.stack is not None else event.buy_in
    if not amount:
        return None
    kind = ChipMovement.Kind.BROUGHT if event.reason else ChipMovement.Kind.BUY_IN
    return kind, amount, ": ".join(part for part in (event.reason, event.said) if part)


class SessionTable(RowTable[SessionRow]):
    """Seat sessions in the visits of their players. A check-in is not in a log."""

    def read(self, log_id: int, condition: Q) -> Iterable[SessionRow]:
        """Return the stored sessions in the order of the log, with players as they are after a merger."""
        rows = SeatSession.objects.filter(condition, table=log_id).order_by("taken")
        return [
            SessionRow(
                row.visit.player.merged_into_id or row.visit.player_id,
                row.seat,
                row.taken,
                row.taken_at,
                row.left,
                row.left_at,
            )
            for row in rows.select_related("visit__player")
        ]

    def insert(self, log_id: int, rows: Sequence[SessionRow], *, actor: str) -> None:
        """Store new sessions in visits; the actor checks in a player who has no open visit."""
        room_id = Table.objects.values_list("room_id", flat=True).get(pk=log_id)
        for row in rows:
            SeatSession.objects.create(
                visit=_visit(row, room_id, actor),
                table_id=log_id,
                seat=row.seat,
                taken=row.taken,
                taken_at=row.taken_at,
                left=row.left,
                left_at=row.left_at,
            )


def _visit(session: SessionRow, room_id: int, actor: str) -> Visit:
    """Return the visit that contains a seat session: the open one of a player who sits, else the one at that time."""
    visits = Visit.objects.filter(player=session.player)
    is_over = session.left_at is not None
    if is_over:
        until = Q(out_at=None) | Q(out_at__gte=session.taken_at)
        visit = visits.filter(until, in_at__lte=session.taken_at).order_by("-in_at", "-pk").first()
    else:
        visit = visits.filter(out_at=None).first()
    if visit is None:
        return Visit.objects.create(
            player_id=session.player,
            room_id=room_id,
            in_at=session.taken_at,
            in_by=actor,
            out_at=session.left_at,
            out_by=actor if is_over else "",
        )
    if visit.in_at > session.taken_at:
        Visit.objects.filter(pk=visit.pk).update(in_at=session.taken_at)
    return visit


class MovementTable(RowTable[MovementRow]):
    """Chip movements of seat sessions."""

    def read(self, log_id: int, condition: Q) -> Iterable[MovementRow]:
        """Return the stored movements of a table."""
        rows = ChipMovement.objects.filter(condition, sitting__table=log_id).order_by("seq")
        columns = ("kind", "amount", "seq", "at", "by", "reason")
        for taken, *values in rows.values_list("sitting__taken", *columns):
            yield MovementRow(taken=taken, **dict(zip(columns, values, strict=True)))

    def insert(self, log_id: int, rows: Sequence[MovementRow], *, actor: str) -> None:
        """Store new movements in their sessions."""
        sessions = SeatSession.objects.filter(table=log_id, taken__in={row.taken for row in rows})
        numbers = dict(sessions.order_by().values_list("taken", "pk"))
        ChipMovement.objects.bulk_create(
            (
                ChipMovement(
                    sitting_id=numbers[row.taken],
                    kind=row.kind,
                    amount=row.amount,
                    seq=row.seq,
                    at=row.at,
                    by=row.by,
                    reason=row.reason,
                )
                for row in rows
            ),
            batch_size=BATCH,
        )

    def delete(self, log_id: int, row: MovementRow) -> None:
        ChipMovement.objects.filter(sitting__table=log_id, seq=row.seq).delete()


def _load(stored: StoredAtTable) -> Mapping[type, Q]:
    """Return the open sessions, and what an undone command stored."""
    numbers = [
        number
        for event in stored.events
        if isinstance(event, e.Undone)
        for number in entry_numbers(stored.stream_id, event.command)
    ]
    if not numbers:
        return {SessionRow: Q(left=None)}
    sessions = Q(left=None) | Q(left__in=numbers) | Q(taken__in=numbers)
    return {SessionRow: sessions, MovementRow: Q(seq__in=numbers)}


def _player_number(key: str) -> int | None:
    player = player_known(key)
    return None if player is None else player.pk


PROJECTION = Projection(
    title="sittings and chips",
    events=(
        e.SeatTaken,
        e.SeatLeft,
        e.SeatChanged,
        e.ChipsAdded,
        e.ChipsRemoved,
        e.Undone,
    ),
    tables=(
        SessionTable(
            SessionRow, SeatSession, log="table_id", key=("taken",), indexes=("seat", "left")
        ),
        MovementTable(MovementRow, ChipMovement, log="sitting__table", key=("seq",)),
    ),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    reduce=partial(_reduce, player_number=_player_number),
    load=_load,
)


def sat_there(table_id: int, *, seat: int, player: Player) -> bool:
    """Return whether a player sits or ever sat in a seat. An undone seating does not count."""
    visits = Visit.objects.filter(player__in=numbers_of(player)).order_by()
    sessions = SeatSession.objects.filter(table=table_id, seat=seat, visit__in=visits.values("pk"))
    return sessions.order_by().exists()

"""Projection of visits: seat sessions and chip movements, stored in the transaction of the table command."""

from django.db.models import QuerySet

from players.identity import numbers_of
from players.models import Player
from players.roster import player_known
from poker import events as e
from poker.events import Event
from tables import table_log
from tables.models import ChipMovement, SeatSession, Table, Visit
from tables.stored_commands import StoredAtTable

EVENTS: tuple[type[Event], ...] = (
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.ChipsAdded,
    e.ChipsRemoved,
    e.Undone,
)


def project(stored: StoredAtTable) -> None:
    """Update seat sessions and chip movements to the stored events."""
    for position, event in enumerate(stored.events):
        _apply(event, stored, stored.first + position)


def _apply(event: Event, stored: StoredAtTable, seq: int) -> None:
    match event:
        case e.SeatTaken():
            _seat_taken(event, stored, seq)
        case e.SeatLeft():
            if event.counted:
                _store_movement(stored, event.seat, seq, ChipMovement.Kind.LEFT_WITH, event.counted)
            _open_session(stored, event.seat).update(left=seq, left_at=stored.now)
        case e.SeatChanged():
            _seat_changed(event, stored, seq)
        case e.ChipsAdded():
            _store_movement(stored, event.seat, seq, ChipMovement.Kind.ADD_ON, event.amount)
        case e.ChipsRemoved():
            _store_movement(
                stored,
                event.seat,
                seq,
                ChipMovement.Kind.TAKEN_OFF,
                event.amount,
                event.by,
                event.reason,
            )
        case e.Undone():
            _undone(event, stored)


def _open_session(stored: StoredAtTable, seat: int) -> QuerySet[SeatSession]:
    return SeatSession.objects.filter(table_id=stored.stream_id, seat=seat, left=None).order_by()


def _seat_taken(event: e.SeatTaken, stored: StoredAtTable, seq: int) -> None:
    player = player_known(event.player)
    if player is None:  # a recorded hand
        return
    table = Table.objects.only("pk", "room_id").get(pk=stored.stream_id)
    visit, _ = Visit.objects.get_or_create(
        player=player,
        out_at=None,
        defaults={"room_id": table.room_id, "in_at": stored.now, "in_by": stored.actor},
    )
    SeatSession.objects.create(
        visit=visit, table=table, seat=event.seat, taken=seq, taken_at=stored.now
    )
    if (movement := buy_in_movement(event)) is not None:
        kind, amount, reason = movement
        _store_movement(stored, event.seat, seq, kind, amount, event.by or stored.actor, reason)


def buy_in_movement(event: e.SeatTaken) -> tuple[ChipMovement.Kind, int, str] | None:
    """Return kind, amount and reason of the chips that a player sits down with; None without an amount."""
    amount = event.stack if event.stack is not None else event.buy_in
    if not amount:
        return None
    kind = ChipMovement.Kind.BROUGHT if event.reason else ChipMovement.Kind.BUY_IN
    return kind, amount, ": ".join(part for part in (event.reason, event.said) if part)


def _seat_changed(event: e.SeatChanged, stored: StoredAtTable, seq: int) -> None:
    """Start another seat session of the same visit with the seat change."""
    previous = _open_session(stored, event.seat).first()
    if previous is None:
        return
    _open_session(stored, event.seat).update(left=seq, left_at=stored.now)
    SeatSession.objects.create(
        visit_id=previous.visit_id,
        table_id=stored.stream_id,
        seat=event.to,
        taken=seq,
        taken_at=stored.now,
    )


def _store_movement(
    stored: StoredAtTable,
    seat: int,
    seq: int,
    kind: str,
    amount: int,
    by: str = "",
    reason: str = "",
) -> None:
    sitting = _open_session(stored, seat).first()
    if sitting is None:  # seated before seat sessions were stored
        return
    ChipMovement.objects.create(
        sitting=sitting,
        kind=kind,
        amount=amount,
        seq=seq,
        at=stored.now,
        by=by or stored.actor,
        reason=reason,
    )


def _undone(event: e.Undone, stored: StoredAtTable) -> None:
    """Remove the effects of an undone command."""
    entries = table_log.entries_of(stored.stream_id, event.command)
    ChipMovement.objects.filter(sitting__table_id=stored.stream_id, seq__in=entries).delete()
    sittings = SeatSession.objects.filter(table_id=stored.stream_id)
    sittings.filter(left__in=entries).update(left=None, left_at=None)
    sittings.filter(taken__in=entries).delete()


def sat_there(table_id: int, *, seat: int, player: Player) -> bool:
    """Return whether a player sits or ever sat in a seat; a seating that was undone does not count."""
    visits = Visit.objects.filter(player__in=numbers_of(player)).order_by()
    sessions = SeatSession.objects.filter(table=table_id, seat=seat, visit__in=visits.values("pk"))
    return sessions.order_by().exists()

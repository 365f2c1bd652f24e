"""Seats and chips of visits, kept in the transaction that stores what happened at a table."""

from django.db.models import QuerySet

from players.roster import player_known
from poker import events as e
from poker.events import Event
from tables import log
from tables.models import Movement, Sitting, Table, Visit
from tables.watching import Stored, watch

WATCHED: tuple[type[Event], ...] = (
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.ChipsAdded,
    e.ChipsTaken,
    e.Undone,
)


def begin() -> None:
    """Watch all tables from now on."""
    watch(WATCHED, keep)


def keep(stored: Stored) -> None:
    """Bring sittings and movements up to what was stored."""
    for place, event in enumerate(stored.events):
        _keep(event, stored, stored.first + place)


def _keep(event: Event, stored: Stored, seq: int) -> None:
    match event:
        case e.SeatTaken():
            _taken(event, stored, seq)
        case e.SeatLeft():
            _there(stored, event.seat).update(left=seq, left_at=stored.now)
        case e.SeatChanged():
            _changed(event, stored, seq)
        case e.ChipsAdded():
            _moved(stored, event.seat, seq, Movement.Kind.ADD_ON, event.amount)
        case e.ChipsTaken():
            _moved(
                stored,
                event.seat,
                seq,
                Movement.Kind.TAKEN_OFF,
                event.amount,
                event.by,
                event.reason,
            )
        case e.Undone():
            _undone(event, stored)


def _there(stored: Stored, seat: int) -> QuerySet[Sitting]:
    return Sitting.objects.filter(table_id=stored.table_id, seat=seat, left=None).order_by()


def _taken(event: e.SeatTaken, stored: Stored, seq: int) -> None:
    player = player_known(event.player)
    if player is None:  # of a recorded hand
        return
    table = Table.objects.only("pk", "room_id").get(pk=stored.table_id)
    visit, _ = Visit.objects.get_or_create(
        player=player,
        out_at=None,
        defaults={"room_id": table.room_id, "in_at": stored.now, "in_by": stored.actor},
    )
    Sitting.objects.create(
        visit=visit, table=table, seat=event.seat, taken=seq, taken_at=stored.now
    )
    if (said := brought_kind(event)) is not None:
        kind, amount, why = said
        _moved(stored, event.seat, seq, kind, amount, event.by or stored.actor, why)


def brought_kind(event: e.SeatTaken) -> tuple[Movement.Kind, int, str] | None:
    """What kind of movement a taken seat is, its amount and why; None where no chips were said."""
    amount = event.stack if event.stack is not None else event.buy_in
    if not amount:
        return None
    kind = Movement.Kind.BROUGHT if event.reason else Movement.Kind.BUY_IN
    return kind, amount, ": ".join(part for part in (event.reason, event.said) if part)


def _changed(event: e.SeatChanged, stored: Stored, seq: int) -> None:
    """Another chair is another sitting of the same visit, from the same entry on."""
    before = _there(stored, event.seat).first()
    if before is None:
        return
    _there(stored, event.seat).update(left=seq, left_at=stored.now)
    Sitting.objects.create(
        visit_id=before.visit_id,
        table_id=stored.table_id,
        seat=event.to,
        taken=seq,
        taken_at=stored.now,
    )


def _moved(
    stored: Stored, seat: int, seq: int, kind: str, amount: int, by: str = "", reason: str = ""
) -> None:
    sitting = _there(stored, seat).first()
    if sitting is None:  # sat down before there were sittings
        return
    Movement.objects.create(
        sitting=sitting,
        kind=kind,
        amount=amount,
        seq=seq,
        at=stored.now,
        by=by or stored.actor,
        reason=reason,
    )


def _undone(event: e.Undone, stored: Stored) -> None:
    """What a command that was taken back had moved is as if it had never been."""
    entries = log.entries_of(stored.table_id, event.command)
    Movement.objects.filter(sitting__table_id=stored.table_id, seq__in=entries).delete()
    sittings = Sitting.objects.filter(table_id=stored.table_id)
    sittings.filter(left__in=entries).update(left=None, left_at=None)
    sittings.filter(taken__in=entries).delete()

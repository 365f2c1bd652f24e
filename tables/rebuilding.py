"""Seats that were left, sittings and chips as a table's log has them: compared with the rows, and made anew."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from journal import beside
from journal.beside import Log, Row
from players.roster import player_known
from poker import events as e
from poker.codec import decode_event
from tables.models import FreedSeat, Movement, Sitting, Table, Visit
from tables.sittings import brought_kind

BY = "system.rebuild"
TABLES = "table."  # how the keys of their logs begin
Moved = tuple[str, int, int, datetime, str, str]  # kind, amount, entry, when, by whom, why


@dataclass(frozen=True, slots=True)
class Sat:
    """One sitting: who, where, from which entry until which, and the chips that moved."""

    player: int
    seat: int
    taken: int
    taken_at: datetime
    left: int | None = None
    left_at: datetime | None = None
    moved: tuple[Moved, ...] = field(default=())


def begin() -> None:
    """`verify_journal` and `rebuild_pictures` know of these rows from now on."""
    beside.keep(beside.Beside(TABLES, _freed_compare, _freed_renew))
    beside.keep(beside.Beside(TABLES, _sittings_compare, _sittings_renew))


def _told(log: Log) -> Iterator[tuple[Row, Any]]:
    """What moved players and chips, without what was taken back."""
    undone = {
        decode_event(row.name, row.version, row.data).command  # type: ignore[attr-defined]
        for row in log.rows("command.undone")
    }
    for row in log.rows(*NAMES):
        if row.command_id not in undone:
            yield row, decode_event(row.name, row.version, row.data)


def _freed_of_log(log: Log) -> set[tuple[int, int, datetime]]:
    return {
        (row.seq, event.seat, row.at) for row, event in _told(log) if isinstance(event, e.SeatLeft)
    }


def _freed_compare(log: Log) -> str:
    stored = FreedSeat.objects.filter(table=log.pk, seq__lte=log.seq)
    wrong = _freed_of_log(log) ^ set(stored.values_list("seq", "seat", "at"))
    return f"seats that were left: {len(wrong)} are not what the log says" if wrong else ""


def _freed_renew(log: Log) -> None:
    FreedSeat.objects.filter(table=log.pk).delete()
    FreedSeat.objects.bulk_create(
        FreedSeat(table_id=log.pk, seq=seq, seat=seat, at=at)
        for seq, seat, at in sorted(_freed_of_log(log))
    )


class _Chairs:
    """Who sits where while the log is read, and who sat."""

    def __init__(self) -> None:
        self.there: dict[int, Sat] = {}  # by seat
        self.over: list[Sat] = []

    def taken(self, event: e.SeatTaken, row: Row) -> None:
        player = player_known(event.player)
        if player is not None:  # not of a recorded hand
            sat = Sat(player.pk, event.seat, row.seq, row.at)
            self.there[event.seat] = replace(sat, moved=_brought(event, row))

    def left(self, event: e.SeatLeft | e.SeatChanged, row: Row) -> Sat | None:
        sat = self.there.pop(event.seat, None)
        if sat is not None:
            self.over.append(replace(sat, left=row.seq, left_at=row.at))
        return sat

    def changed(self, event: e.SeatChanged, row: Row) -> None:
        before = self.left(event, row)
        if before is not None:
            self.there[event.to] = Sat(before.player, event.to, row.seq, row.at)

    def moved(self, event: e.ChipsAdded | e.ChipsTaken, row: Row) -> None:
        sat = self.there.get(event.seat)
        if sat is not None:
            self.there[event.seat] = replace(sat, moved=(*sat.moved, _moved(event, row)))


_STEPS: dict[type[e.Event], Callable[[_Chairs, Any, Row], object]] = {
    e.SeatTaken: _Chairs.taken,
    e.SeatLeft: _Chairs.left,
    e.SeatChanged: _Chairs.changed,
    e.ChipsAdded: _Chairs.moved,
    e.ChipsTaken: _Chairs.moved,
}
NAMES = [str(kind.__struct_config__.tag) for kind in _STEPS]


def sittings_of_log(log: Log) -> list[Sat]:
    """Who sat at a table, when and with what chips, in the order in which they sat down."""
    chairs = _Chairs()
    for row, event in _told(log):
        _STEPS[type(event)](chairs, event, row)
    return sorted([*chairs.over, *chairs.there.values()], key=lambda sat: sat.taken)


def _brought(event: e.SeatTaken, row: Row) -> tuple[Moved, ...]:
    said = brought_kind(event)
    if said is None:
        return ()
    kind, amount, why = said
    return ((kind, amount, row.seq, row.at, event.by or row.actor, why),)


def _moved(event: e.ChipsAdded | e.ChipsTaken, row: Row) -> Moved:
    if isinstance(event, e.ChipsAdded):
        return (Movement.Kind.ADD_ON, event.amount, row.seq, row.at, row.actor, "")
    by = event.by or row.actor
    return (Movement.Kind.TAKEN_OFF, event.amount, row.seq, row.at, by, event.reason)


def _stored(log: Log) -> list[Sat]:
    rows = Sitting.objects.filter(table=log.pk, taken__lte=log.seq)
    return [
        Sat(
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


def _sittings_compare(log: Log) -> str:
    wrong = set(sittings_of_log(log)) ^ set(_stored(log))
    return f"sittings and chips: {len(wrong)} are not what the log says" if wrong else ""


def _sittings_renew(log: Log) -> None:
    Sitting.objects.filter(table=log.pk).delete()
    table = Table.objects.only("pk", "room_id").get(pk=log.pk)
    for sat in sittings_of_log(log):
        sitting = Sitting.objects.create(
            visit=_visit(sat, table),
            table=table,
            seat=sat.seat,
            taken=sat.taken,
            taken_at=sat.taken_at,
            left=sat.left,
            left_at=sat.left_at,
        )
        Movement.objects.bulk_create(
            Movement(
                sitting=sitting, kind=kind, amount=amount, seq=seq, at=at, by=by, reason=reason
            )
            for kind, amount, seq, at, by, reason in sat.moved
        )


def _visit(sat: Sat, table: Table) -> Visit:
    """The stay in which it was; a check-in is in no log, so a stay that is lost begins with the seat."""
    rows = Visit.objects.filter(player=sat.player, in_at__lte=sat.taken_at)
    until = Q(out_at=None) | Q(out_at__gte=sat.taken_at)
    found = rows.filter(until).order_by("-in_at", "-pk").first()
    if found is not None:
        return found
    here = Visit.objects.filter(player=sat.player, out_at=None).first()
    if here is not None and sat.left_at is None:
        Visit.objects.filter(pk=here.pk).update(in_at=sat.taken_at)
        return here
    return Visit.objects.create(
        player_id=sat.player,
        room_id=table.room_id,
        in_at=sat.taken_at,
        in_by=BY,
        out_at=sat.left_at,
        out_by=BY if sat.left_at else "",
    )

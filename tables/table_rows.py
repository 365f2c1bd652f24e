"""Name and seat count of the tables' rows: a projection of the tables' logs, with the names that tables had before."""

from collections.abc import Iterator

from django.db import IntegrityError, transaction

from journal import projections
from journal.projections import EntryRow, LogHead
from poker import codec
from poker.events import Event, SeatCountChanged, TableCreated, TableRenamed
from poker.logs.codec import tag
from poker.refusal import Refusal
from tables.dealers.execute import lineup_rename_table
from tables.models import Device, FormerTableName, Table
from tables.stored_commands import StoredAtTable

EVENTS: tuple[type[Event], ...] = (TableRenamed, SeatCountChanged)
_NAMES = (tag(TableCreated), tag(TableRenamed), tag(SeatCountChanged))


def project(stored: StoredAtTable) -> None:
    """Update the table's row, and what takes its name from there: the lineup, and tablets named after the table.

    Raises `Refusal`: `table_name_taken`.
    """
    for seq, event in enumerate(stored.events, stored.first):
        if isinstance(event, SeatCountChanged):
            Table.objects.filter(pk=stored.stream_id).update(seats=event.seats)
        elif isinstance(event, TableRenamed):
            _rename(stored, seq, event.name)


def _rename(stored: StoredAtTable, seq: int, name: str) -> None:
    table = Table.objects.select_related("room").get(pk=stored.stream_id)
    try:
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(name=name)
    except IntegrityError as error:
        raise Refusal("table_name_taken", "", name=name, room=table.room.name) from error
    FormerTableName.objects.create(table=table, name=table.name, seq=seq, until=stored.now)
    for device in Device.objects.filter(table=table, name__startswith=f"Tablet {table.name}"):
        rest = device.name.removeprefix(f"Tablet {table.name}")
        if not rest.strip() or rest[1:].isdecimal():  # "Tablet T1", or its second one "Tablet T1 2"
            Device.objects.filter(pk=device.pk).update(name=f"Tablet {name}{rest}")
    lineup_rename_table(
        room_id=table.room_id,
        table=table.name,
        to=name,
        command_id=f"table.{table.pk}.{seq}",
        actor=stored.actor,
        now=stored.now,
    )


def _events(log: LogHead) -> Iterator[tuple[EntryRow, Event]]:
    for row in log.rows(*_NAMES):
        yield row, codec.decode_event(row.name, row.version, row.data)


def _rows_of_log(log: LogHead) -> tuple[str, int, list[FormerTableName]]:
    """Return name, seats and former names by the log."""
    name, seats = "", 0
    former: list[FormerTableName] = []
    for row, event in _events(log):
        if isinstance(event, TableRenamed):
            former.append(FormerTableName(table_id=log.pk, name=name, seq=row.seq, until=row.at))
            name = event.name
        elif isinstance(event, TableCreated):
            name, seats = event.name, event.seats
        elif isinstance(event, SeatCountChanged):
            seats = event.seats
    return name, seats, former


def _compare(log: LogHead) -> str:
    table = Table.objects.filter(pk=log.pk).first()
    if table is None:  # a log can be verified without its table
        return ""
    name, seats, former = _rows_of_log(log)
    rows = FormerTableName.objects.filter(table=log.pk, seq__lte=log.seq).order_by("seq")
    if list(map(_values, rows)) != list(map(_values, former)):
        return f"table {name}: its former names don't match the log"
    if (table.name, table.seats) != (name, seats):
        return f"table {name}: the row has {table.name}, {table.seats} seats; the log has {seats}"
    return ""


def _values(row: FormerTableName) -> tuple[object, ...]:
    return row.name, row.seq, row.until


def _rebuild(log: LogHead) -> None:
    name, seats, former = _rows_of_log(log)
    Table.objects.filter(pk=log.pk).update(name=name, seats=seats)
    FormerTableName.objects.filter(table=log.pk).delete()
    FormerTableName.objects.bulk_create(former)


PROJECTION = projections.Projection(_compare, _rebuild)

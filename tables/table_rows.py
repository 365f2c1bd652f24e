"""Name and seat count of the tables' rows, and the tables' former names: a projection of the tables' logs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable
from poker.events import SeatCountChanged, TableCreated, TableRenamed
from poker.refusal import Refusal
from tables.models import Device, FormerTableName, Table
from tables.stored_commands import StoredAtTable


@dataclass(frozen=True, slots=True)
class TableRow:
    """The columns of a table's row that come from its log."""

    name: str
    seats: int


@dataclass(frozen=True, slots=True)
class FormerNameRow:
    """A name that a table had; seq: the entry that ended it."""

    name: str
    seq: int
    until: datetime


class TableColumns(RowTable[TableRow]):
    """The columns of the table's own row, which exists before the log."""

    def update(self, log_id: int, before: TableRow, after: TableRow) -> None:
        """Change name and seats. Raises `Refusal`: `table_name_taken`."""
        try:
            with transaction.atomic():
                Table.every.filter(pk=log_id).update(name=after.name, seats=after.seats)
        except IntegrityError as error:
            room = Table.every.select_related("room").get(pk=log_id).room
            raise Refusal("table_name_taken", "", name=after.name, room=room.name) from error


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    before = rows.get(TableRow)
    if isinstance(event, TableCreated):
        return [(before, TableRow(event.name, event.seats))]
    assert before is not None, "a log begins with the table's creation"
    if isinstance(event, SeatCountChanged):
        return [(before, replace(before, seats=event.seats))]
    former = FormerNameRow(before.name, logged.seq, logged.at)
    return [(before, replace(before, name=event.name)), (None, former)]


def _load(_stored: StoredAtTable) -> Mapping[type, Q]:
    return {TableRow: Q()}


PROJECTION = Projection(
    title="the table's name and seats",
    events=(TableCreated, TableRenamed, SeatCountChanged),
    tables=(
        TableColumns(TableRow, Table, log="stream_id", key=()),
        RowTable(FormerNameRow, FormerTableName, log="table_id", key=("seq",)),
    ),
    has_owner=lambda table_id: Table.every.filter(pk=table_id).exists(),
    reduce=_reduce,
    load=_load,
)


def rename_tablets(stored: StoredAtTable) -> None:
    """Rename the tablets that are named after the table."""
    former = stored.before.name
    name = stored.state.name
    for device in Device.objects.filter(
        table=stored.stream_id, name__startswith=f"Tablet {former}"
    ):
        rest = device.name.removeprefix(f"Tablet {former}")
        if not rest.strip() or rest[1:].isdecimal():  # "Tablet T1", or a second "Tablet T1 2"
            Device.objects.filter(pk=device.pk).update(name=f"Tablet {name}{rest}")

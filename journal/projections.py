"""Projections: rows derived from a log for fast queries, verified against the log and rebuilt from it.

A projection is one pure function. It runs for each stored command, for each comparison and for each rebuild.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, make_dataclass
from datetime import datetime
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import Model, Q

from journal.archives import archived_entries, entry_at
from journal.effects import AnyCommand
from journal.log import AnyLog, log_of
from journal.models import Entry, Stream
from journal.partitions import command_keys
from journal.registry import command_effects
from poker.logs.codec import tag

BATCH = 500  # rows of one INSERT
Row: TypeAlias = Any  # a frozen dataclass whose fields are columns of a model
RowT = TypeVar("RowT")
Key: TypeAlias = tuple[object, ...]
# The removed row and the row that replaces it; None for no row.
Change: TypeAlias = tuple[Row | None, Row | None]
Rowset: TypeAlias = dict[Key, Row]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with the fields that projections need."""

    seq: int
    command_id: str
    name: str
    version: int
    data: str
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class LogHead:
    """A log up to its last entry."""

    pk: int  # primary key of the stream, which projection rows refer to
    seq: int

    def rows(self, *names: str) -> Iterator[EntryRow]:
        """Yield the log's entries in order, archived ones first. With `names`, yield only these events."""
        entries = Entry.objects.filter(stream=self.pk, seq__lte=self.seq).order_by("seq")
        if names:
            entries = entries.filter(name__in=names)
        columns = ("seq", "command_id", "name", "version", "data", "at", "actor")
        last = 0
        for row in archived_entries(self.pk, until=self.seq, names=names):
            yield EntryRow(*(getattr(row, column) for column in columns))
            last = row.seq
        # An archived month may still be in the table.
        live = entries.filter(seq__gt=last).values_list(*columns)
        yield from (EntryRow(*row) for row in live.iterator())

    def last_at(self) -> datetime | None:
        """Return when the last entry was stored; None for an empty log."""
        entry = entry_at(self.pk, self.seq) if self.seq else None
        return entry.at if entry else None

    def log(self) -> AnyLog:
        """Return the kind of log."""
        return log_of(Stream.objects.values_list("key", flat=True).get(pk=self.pk))


@dataclass(frozen=True, slots=True)
class Logged:
    """An event of a log during its projection."""

    log_id: int
    seq: int
    command_id: str
    event: Any
    at: datetime
    actor: str
    # Returns the numbers of the entries that an earlier command stored.
    entries_of: Callable[[str], Collection[int]]
    before: Any = None  # the state before the event, for a projection `with_states`
    after: Any = None  # the state after the event, for a projection `with_states`


@dataclass(frozen=True)
class RowTable(Generic[RowT]):
    """The way rows of one type are stored."""

    kind: type[RowT]  # a frozen dataclass whose fields are columns of the model
    model: type[Model]
    log: str  # the column with the log's id
    key: tuple[str, ...]  # the fields that identify a row in its log
    # The fields by which `Rows.latest` and `Rows.having` find rows.
    indexes: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(item.name for item in fields(self.kind))  # type: ignore[arg-type]  # a dataclass

    def key_of(self, row: RowT) -> Key:
        """Return the values that identify a row in its log."""
        return tuple(getattr(row, name) for name in self.key)

    def read(self, log_id: int, condition: Q) -> Iterable[RowT]:
        """Return the stored rows of a log that meet a condition."""
        rows = self.model._base_manager.filter(condition, **{self.log: log_id}).order_by()
        return (self.kind(**values) for values in rows.values(*self.columns))

    def insert(self, log_id: int, rows: Sequence[RowT], *, actor: str) -> None:
        """Store new rows. `actor` caused them; rows that others depend on record it."""
        models = (self.model(**{self.log: log_id}, **self._values(row)) for row in rows)
        self.model._base_manager.bulk_create(models, batch_size=BATCH)

    def update(self, log_id: int, before: RowT, after: RowT) -> None:
        values = {
            name: getattr(after, name)
            for name in self.columns
            if getattr(after, name) != getattr(before, name)
        }
        self._stored(log_id, before).update(**values)

    def delete(self, log_id: int, row: RowT) -> None:
        self._stored(log_id, row).delete()

    def _stored(self, log_id: int, row: RowT) -> Any:
        key = {name: getattr(row, name) for name in self.key}
        return self.model._base_manager.filter(**{self.log: log_id}, **key)

    def _values(self, row: RowT) -> dict[str, object]:
        return {name: getattr(row, name) for name in self.columns}


def row_type(model: type[Model], *, log: str) -> type[Row]:
    """Return a type of rows with all columns of a model except the primary key and the log's id."""
    columns = [item.attname for item in model._meta.concrete_fields]
    names = [name for name in columns if name not in ("id", log)]
    return make_dataclass(f"{model.__name__}Row", names, frozen=True, kw_only=True)


class Rows:
    """The rows of one log in memory, while events are applied to them."""

    def __init__(self, tables: "Iterable[RowTable[Any]]") -> None:
        self._tables = {table.kind: table for table in tables}
        self._rows: dict[type, Rowset] = {kind: {} for kind in self._tables}
        self._keys: dict[tuple[type, str, object], dict[Key, None]] = defaultdict(dict)

    def of(self, kind: type) -> Rowset:
        """Return the rows of a type by key."""
        return self._rows[kind]

    def get(self, kind: type[RowT], *key: object) -> RowT | None:
        return self._rows[kind].get(key)

    def having(self, kind: type[RowT], index: str, value: object) -> list[RowT]:
        """Return the rows of a type that have this value in an indexed field, newest last."""
        return [self._rows[kind][key] for key in self._keys[kind, index, value]]

    def latest(self, kind: type[RowT], index: str, value: object) -> RowT | None:
        """Return the newest row of a type that has this value in an indexed field, or None."""
        key = next(reversed(self._keys[kind, index, value]), None)
        return None if key is None else self._rows[kind][key]

    def apply(self, changes: Iterable[Change]) -> None:
        """Replace the rows of each change."""
        for before, after in changes:
            if before is not None:
                self._remove(before, after)
            if after is not None:
                self._put(after)

    def _remove(self, row: Row, successor: Row | None) -> None:
        """Remove a row. A new row with the same index values keeps the old row's position in those indexes."""
        table = self._tables[type(row)]
        key = table.key_of(row)
        is_same = successor is not None and table.key_of(successor) == key
        if not is_same:
            del self._rows[table.kind][key]
        for name in table.indexes:
            value = getattr(row, name)
            if not is_same or getattr(successor, name) != value:
                del self._keys[table.kind, name, value][key]

    def _put(self, row: Row) -> None:
        table = self._tables[type(row)]
        key = table.key_of(row)
        self._rows[table.kind][key] = row
        for name in table.indexes:
            self._keys[table.kind, name, getattr(row, name)][key] = None


class AnyProjection(Protocol):
    """Rows that `verify_journal` compares with a log and `rebuild_projections` rebuilds."""

    def compare(self, log: LogHead) -> str:
        """Describe the mismatch; "" if there is none. Runs without the lock, and again with it after a mismatch."""

    def rebuild(self, log: LogHead) -> None:
        """Rebuild the rows. The stream's row is locked."""

    def find_gaps(self, log: LogHead) -> str:
        """Describe rows that may be missing but can be rebuilt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRows(ABC):
    """The base of every projection of a log."""

    title: str  # names the projection in messages
    events: tuple[type, ...]
    # The tables of its rows. The first one is written first and deleted from last.
    tables: tuple[RowTable[Any], ...]
    # Whether the table or other subject of the log exists. A log can be verified without it.
    has_owner: Callable[[int], bool]
    is_relevant: Callable[[Any], bool] = lambda event: True

    def may_apply_to(self, events: Collection[type]) -> bool:
        """Return whether a command with these types of events may change rows."""
        return any(issubclass(event, self.events) for event in events)

    def applies_to(self, stored: AnyCommand) -> bool:
        return any(
            isinstance(item, self.events) and self.is_relevant(item) for item in stored.events
        )

    @abstractmethod
    def run(self, stored: AnyCommand) -> None:
        """Update the rows for a stored command, in its transaction."""

    def find_gaps(self, log: LogHead) -> str:
        """Return "", because a missing row is a mismatch."""
        return ""

    @abstractmethod
    def expected(self, log: LogHead) -> Mapping[type, Rowset]:
        """Return the rows that the log should have, by type and key."""

    def compare(self, log: LogHead) -> str:
        """Return how many rows do not match the log; "" if all match."""
        if not self.has_owner(log.pk):
            return ""
        expected = self.expected(log)
        wrong = 0
        for table in self.tables:
            stored = list(table.read(log.pk, Q()))
            by_key = {table.key_of(row): row for row in stored}
            expected_rows = expected[table.kind]
            keys = by_key.keys() | expected_rows.keys()
            wrong += sum(by_key.get(key) != expected_rows.get(key) for key in keys)
            wrong += len(stored) - len(by_key)
        if not wrong:
            return ""
        rows = "1 row doesn't" if wrong == 1 else f"{wrong} rows don't"
        return f"{self.title}: {rows} match the log"

    def rebuild(self, log: LogHead) -> None:
        """Make the stored rows match the log. Rows that already match stay unchanged."""
        stored: dict[type, Rowset] = {table.kind: {} for table in self.tables}
        for table in self.tables:
            for row in table.read(log.pk, Q()):
                stored[table.kind][table.key_of(row)] = row
        self.store(log.pk, stored, self.expected(log), REBUILD)

    def store(
        self, log_id: int, before: Mapping[type, Rowset], after: Mapping[type, Rowset], actor: str
    ) -> None:
        """Write the difference between the stored rows and the new rows."""
        for table in reversed(self.tables):
            former = before[table.kind]
            new_rows = after[table.kind]
            for key in former.keys() - new_rows.keys():
                table.delete(log_id, former[key])
        for table in self.tables:
            former = before[table.kind]
            new_rows = after[table.kind]
            for key in former.keys() & new_rows.keys():
                if former[key] != new_rows[key]:
                    table.update(log_id, former[key], new_rows[key])
            new = [row for key, row in new_rows.items() if key not in former]
            if new:
                table.insert(log_id, new, actor=actor)


REBUILD = "system.rebuild"  # the actor of rows that a rebuild adds outside the projection


def _nothing(_stored: AnyCommand) -> Mapping[type, Q]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection(StoredRows):
    """Rows that follow from the events of a log."""

    reduce: Callable[[Rows, Logged], Iterable[Change]]  # returns the changes of one event
    # Returns which stored rows a command may change, by type. Without it, a command only adds rows.
    load: Callable[[Any], Mapping[type, Q]] = _nothing
    with_states: bool = False  # whether `reduce` gets the states before and after each event

    def run(self, stored: AnyCommand) -> None:
        conditions = self.load(stored)
        before = Rows(self.tables)
        rows = Rows(self.tables)
        for table in self.tables:
            if table.kind in conditions:
                stored_rows = [
                    (None, row) for row in table.read(stored.stream_id, conditions[table.kind])
                ]
                before.apply(stored_rows)
                rows.apply(stored_rows)
        for logged in self._events_of_command(stored):
            rows.apply(self.reduce(rows, logged))
        kinds = [table.kind for table in self.tables]
        self.store(
            stored.stream_id,
            {kind: before.of(kind) for kind in kinds},
            {kind: rows.of(kind) for kind in kinds},
            stored.actor,
        )

    def expected(self, log: LogHead) -> Mapping[type, Rowset]:
        rows = Rows(self.tables)
        for logged in self._events_of_log(log):
            rows.apply(self.reduce(rows, logged))
        return {table.kind: rows.of(table.kind) for table in self.tables}

    def _events_of_command(self, stored: AnyCommand) -> Iterator[Logged]:
        state = stored.before
        for seq, event in enumerate(stored.events, stored.first):
            before = state
            if self.with_states:
                state = stored.log.evolve(before, event)
            if isinstance(event, self.events):
                yield Logged(
                    log_id=stored.stream_id,
                    seq=seq,
                    command_id=stored.command_id,
                    event=event,
                    at=stored.now,
                    actor=stored.actor,
                    entries_of=lambda command_id: entry_numbers(stored.stream_id, command_id),
                    before=before,
                    after=state,
                )

    def _events_of_log(self, log: LogHead) -> Iterator[Logged]:
        kind = log.log()
        names = () if self.with_states else tuple(map(tag, self.events))
        numbers: dict[str, list[int]] = defaultdict(list)
        state = kind.codec.empty
        for row in log.rows(*names):
            event = kind.codec.decode_event(row.name, row.version, row.data)
            before = state
            if self.with_states:
                state = kind.evolve(before, event)
            numbers[row.command_id].append(row.seq)
            if isinstance(event, self.events):
                yield Logged(
                    log_id=log.pk,
                    seq=row.seq,
                    command_id=row.command_id,
                    event=event,
                    at=row.at,
                    actor=row.actor,
                    entries_of=lambda command_id: numbers.get(command_id, ()),
                    before=before,
                    after=state,
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class StateProjection(StoredRows):
    """Rows that follow from the state after the last event."""

    rows_of: Callable[[Any], Iterable[Row]]  # returns the rows of a state

    def run(self, stored: AnyCommand) -> None:
        before = Rows(self.tables)
        for table in self.tables:
            before.apply((None, row) for row in table.read(stored.stream_id, Q()))
        kinds = [table.kind for table in self.tables]
        self.store(
            stored.stream_id,
            {kind: before.of(kind) for kind in kinds},
            self._by_key(stored.state),
            stored.actor,
        )

    def expected(self, log: LogHead) -> Mapping[type, Rowset]:
        stream = Stream.objects.get(pk=log.pk)
        return self._by_key(log_of(stream.key).state_of(stream))

    def _by_key(self, state: object) -> Mapping[type, Rowset]:
        rows = Rows(self.tables)
        rows.apply((None, row) for row in self.rows_of(state))
        return {table.kind: rows.of(table.kind) for table in self.tables}


def _no_gaps(_log: LogHead) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class ScheduledProjection:
    """Rows that a scheduled task computes from a log, such as hands by the hour."""

    compare: Callable[[LogHead], str]
    rebuild: Callable[[LogHead], None]
    find_gaps: Callable[[LogHead], str] = _no_gaps


def entry_numbers(log_id: int, command_id: str) -> list[int]:
    """Return the numbers of the entries that a command stored in a log."""
    rows = Entry.objects.filter(pk__in=command_keys(log_id, command_id), stream=log_id)
    return list(rows.order_by("seq").values_list("seq", flat=True))


def find_mismatches(stream: Stream) -> Iterator[str]:
    """Yield a message for each projection that disagrees with this log, confirmed under a row lock."""
    for projection in projections_of(stream):
        if projection.compare(LogHead(stream.pk, stream.seq)):
            with transaction.atomic():
                message = projection.compare(_locked_head(stream))
            if message:
                yield message


def rebuild(stream: Stream) -> list[str]:
    """Rebuild the projections of this log; return the corrected mismatches."""
    corrections = []
    with transaction.atomic():
        head = _locked_head(stream)
        for projection in projections_of(stream):
            if message := projection.compare(head) or projection.find_gaps(head):
                projection.rebuild(head)
                corrections.append(message)
    return corrections


def projections_of(stream: Stream) -> list[AnyProjection]:
    """Return the projections of a log in the order of its effects."""
    effects = command_effects().EFFECTS[log_of(stream.key).name]
    live_projections = [item for item in effects.in_transaction if isinstance(item, StoredRows)]
    return [*live_projections, *effects.scheduled]


def _locked_head(stream: Stream) -> LogHead:
    rows = Stream.objects.filter(pk=stream.pk).order_by().select_for_update()
    return LogHead(stream.pk, rows.values_list("seq", flat=True).get())

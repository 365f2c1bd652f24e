"""Projections of a tournament's log: its summary and its entries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable, StateProjection
from journal.unix_time import from_milliseconds
from tournaments.models import EventSummary, EventTable, ScheduledEvent, TournamentEntry
from tournaments.rules import events as e
from tournaments.rules.places import places
from tournaments.rules.state import Entry, Tournament
from tournaments.stored_commands import StoredInTournament


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A row of `EventSummary`."""

    name: str
    status: str
    starts_at: datetime
    day: int
    entries: int
    reentries: int
    left: int
    tables: int
    pool: int
    house: int
    staff: int
    overlay: int
    paid: int
    chips: int


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of `TournamentEntry`."""

    number: int
    player: str
    kind: str
    status: str
    table: str
    seat: int
    paid: int
    won: int
    place: int
    bought_at: datetime
    token: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of `EventTable`."""

    name: str
    seats: int


def _has_event(log_id: int) -> bool:
    return ScheduledEvent.objects.filter(pk=log_id).exists()


def _summary(event: Tournament) -> list[SummaryRow]:
    if not event.status:
        return []
    collected = event.collected
    counted = [entry for entry in event.entries if entry.status != "void"]
    return [
        SummaryRow(
            name=event.plan.name,
            status=event.status,
            starts_at=from_milliseconds(event.starts_at),
            day=event.day,
            entries=len(counted),
            reentries=sum(entry.kind == "reentry" for entry in counted),
            left=sum(entry.is_alive for entry in counted),
            tables=len(event.tables),
            pool=event.pool.pool if event.pool else event.pool_collected,
            house=collected.house,
            staff=collected.staff,
            overlay=event.pool.overlay if event.pool else 0,
            paid=sum(payout.amount for payout in event.paid if not payout.held),
            chips=event.chips,
        )
    ]


SUMMARY = StateProjection(
    title="summary of the event",
    events=(e.TournamentEvent,),
    tables=(RowTable(SummaryRow, EventSummary, log="event_id", key=()),),
    has_owner=_has_event,
    rows_of=_summary,
)


TABLES = StateProjection(
    title="tables of the event",
    events=(
        e.TableAdded,
        e.TableRemoved,
        e.TableBroken,
        e.BreakUndone,
        e.SeatsRedrawn,
        e.DayEnded,
        e.ResultClosed,
        e.EventCanceled,
    ),
    tables=(RowTable(TableRow, EventTable, log="event_id", key=("name",)),),
    has_owner=_has_event,
    rows_of=lambda event: [TableRow(table.name, table.seats) for table in event.tables],
)


def _entry_row(event: Tournament, entry: Entry, place: int) -> EntryRow:
    won = next(
        (
            payout.amount
            for payout in event.paid
            if payout.entry == entry.number and not payout.held
        ),
        0,
    )
    return EntryRow(
        number=entry.number,
        player=entry.player,
        kind=entry.kind,
        status=entry.status,
        table=entry.table,
        seat=entry.seat,
        paid=entry.paid,
        won=won,
        place=place,
        bought_at=from_milliseconds(entry.since),
        token=entry.token,
    )


def _entries_changed(before: Tournament, after: Tournament) -> set[int]:
    """Return the numbers of the entries whose row may differ: changed ones, and those with a new place or payout."""
    changed = {
        entry.number
        for index, entry in enumerate(after.entries)
        if index >= len(before.entries) or before.entries[index] is not entry
    }
    changed.update(payout.entry for payout in {*before.paid} ^ {*after.paid})
    if after.status == "closed" != before.status:
        changed.update(entry.number for entry in after.entries)
    return changed


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.after
    ranked = places(event) if event.status == "closed" else {}
    for number in sorted(_entries_changed(logged.before, event)):
        entry = event.entries[number - 1]
        place = ranked[number].first if number in ranked else 0
        yield rows.get(EntryRow, number), _entry_row(event, entry, place)


def _load(stored: StoredInTournament) -> Mapping[type, Q]:
    numbers = _entries_changed(stored.before, stored.state)
    return {EntryRow: Q(number__in=numbers)}


ENTRIES = Projection(
    title="entries of the event",
    events=(e.TournamentEvent,),
    tables=(RowTable(EntryRow, TournamentEntry, log="event_id", key=("number",)),),
    has_owner=_has_event,
    reduce=_reduce,
    load=_load,
    with_states=True,
)

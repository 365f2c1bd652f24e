"""Floor calls as facts, refreshed while a call is open and when a record about its ruling is added."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Q

from reports.models import CallFact
from reports.rollups.gaming_days import Calendar
from reports.rollups.log_reducer import CallMade
from rulings.models import Call, Ruling
from staff.models import Room
from tables.models import Table

CHANGES = (
    "key",
    "seen_s",
    "here_s",
    "closed_s",
    "status",
    "decision",
    "proposal",
    "reason",
    "by",
    "appeals",
)


def calls_begun(table: Table, calls: Iterable[CallMade], calendar: Calendar) -> None:
    """Store the calls of a range of a table's log in their current state."""
    calls = list(calls)
    if not calls:
        return
    rows = {
        row.seq: row for row in _calls(table=table, seq__in=[call_made.seq for call_made in calls])
    }
    facts = []
    for call_made in calls:
        row = rows.get(call_made.seq)
        if row is None:  # a call from before the projection of calls existed
            continue
        shift = calendar.at(call_made.at)
        fact = CallFact(
            room_id=table.room_id,
            table=table,
            seq=call_made.seq,
            day=shift.day,
            shift=shift.name,
            at=datetime.fromtimestamp(call_made.at, tz=UTC),
            game=call_made.game,
            family=call_made.family,
            dealer=call_made.dealer,
            hand=row.hand,
        )
        _stands(fact, row)
        facts.append(fact)
    CallFact.objects.bulk_create(facts)


def calls_refresh(room: Room) -> None:
    """Refresh the facts that may have changed: open calls, and calls with a new record about their ruling."""
    about = Ruling.objects.filter(room=room, about__call__isnull=False).order_by()
    records = Counter(about.values_list("about__call__table", "about__call__seq"))
    tables = {table for table, _ in records}
    seqs = {seq for _, seq in records}
    stale = Q(status=Call.Status.OPEN) | Q(table__in=tables, seq__in=seqs)
    for fact in CallFact.objects.filter(stale, room=room):
        if fact.status != Call.Status.OPEN and (
            fact.appeals == records.get((fact.table_id, fact.seq), fact.appeals)
        ):
            continue
        row = _calls(table=fact.table_id, seq=fact.seq).get()
        before = [getattr(fact, name) for name in CHANGES]
        _stands(fact, row)
        if before != [getattr(fact, name) for name in CHANGES]:
            fact.save(update_fields=CHANGES)


def _calls(**filters: object) -> Any:
    rows = Call.objects.filter(**filters).select_related("ruling__by")
    return rows.annotate(later=Count("ruling__records"))


def _stands(fact: CallFact, row: Any) -> None:
    ruling: Ruling | None = getattr(row, "ruling", None)
    fact.key = row.key
    fact.status = row.status
    fact.by = row.ended_by
    fact.seen_s = _after(row, row.seen_at)
    fact.here_s = _after(row, row.arrived_at)
    fact.closed_s = _after(row, row.ended_at)
    fact.decision = "none"
    fact.reason = row.reason
    fact.proposal = False
    fact.appeals = row.later
    if ruling is not None:
        fact.key = ruling.key or fact.key
        fact.decision = ruling.decision
        fact.reason = ruling.reason
        fact.proposal = bool(ruling.proposal)
        fact.by = ruling.by.alias


def _after(row: Call, moment: datetime | None) -> int | None:
    return None if moment is None else max(0, int((moment - row.called_at).total_seconds()))

"""Projection of the starts of hands: a row for each, so that finding a hand doesn't depend on the log's length.

A row also has the kinds of its hand, so that bomb pots, straddles and runs are found without reading hands.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Max, Min, Q, QuerySet

from journal.projections import Change, Logged, Projection, Rows, RowTable, entry_numbers
from poker import events as e
from poker.hand_kinds import EVENTS, fact_of
from poker.state import HandKind
from tables.models import HandStart, Table
from tables.models.hands import KindFact, decode_facts, encode_facts, kind_keys
from tables.stored_commands import StoredAtTable


@dataclass(frozen=True, slots=True)
class StartRow:
    """The start of a hand. After an undone start, the next one has the same number.

    facts: what later events told about the kind of the hand, as `HandStart` stores it.
    """

    seq: int
    number: int
    at: datetime
    undone: bool = False
    facts: str = ""
    kinds: str = ""


class StartTable(RowTable[StartRow]):
    """Starts of hands, read in the order of the log."""

    def read(self, log_id: int, condition: Q) -> Iterable[StartRow]:
        return sorted(RowTable.read(self, log_id, condition), key=lambda row: row.seq)


def _reduce(rows: Rows, logged: Logged) -> list[Change]:
    """Add the start of a hand, or a fact about its kind, or take back those of an undone command.

    An undo removes no row: the entries of an undone start stay readable.
    """
    event = logged.event
    if isinstance(event, e.HandStarted):
        return [(None, StartRow(logged.seq, event.number, logged.at))]
    if isinstance(event, e.Undone):
        return list(_without(rows, set(logged.entries_of(event.command))))
    fact = fact_of(event)
    start = next((row for row in _newest_first(rows) if not row.undone), None)
    if fact is None or start is None:
        return []
    return [(start, _with_facts(start, (*decode_facts(start.facts), KindFact(logged.seq, fact))))]


def _without(rows: Rows, numbers: Collection[int]) -> Iterator[Change]:
    """Yield the starts without the facts of these entries; a start among them is undone."""
    oldest = min(numbers, default=0)
    for start in list(_newest_first(rows)):
        facts = decode_facts(start.facts)
        kept = tuple(fact for fact in facts if fact.seq not in numbers)
        undone = start.undone or start.seq in numbers
        if (undone, len(kept)) != (start.undone, len(facts)):
            yield start, _with_facts(replace(start, undone=undone), kept)
        if start.seq <= oldest and not start.undone:
            return


def _newest_first(rows: Rows) -> Iterator[StartRow]:
    return reversed(rows.of(StartRow).values())


def _with_facts(start: StartRow, facts: tuple[KindFact, ...]) -> StartRow:
    return replace(start, facts=encode_facts(facts), kinds=kind_keys(facts))


def _load(stored: StoredAtTable) -> Mapping[type, Q]:
    """Return the start of the hand in progress, and those that an undone command may concern."""
    undone = [event.command for event in stored.events if isinstance(event, e.Undone)]
    if isinstance(stored.events[0], e.HandStarted):
        return {}
    numbers = [number for command in undone for number in entry_numbers(stored.stream_id, command)]
    standing = hand_starts(stored.stream_id).filter(undone=False).order_by("-seq")
    newest = standing.values_list("seq", flat=True)[: 2 if undone else 1]
    return {StartRow: Q(seq__in=[*newest, *numbers])}


def _is_relevant(event: e.Event) -> bool:
    return isinstance(event, e.HandStarted | e.Undone) or fact_of(event) is not None


PROJECTION = Projection(
    title="starts of hands",
    events=(e.HandStarted, *EVENTS, e.Undone),
    is_relevant=_is_relevant,
    tables=(StartTable(StartRow, HandStart, log="table_id", key=("seq",)),),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    reduce=_reduce,
    load=_load,
)


def hand_starts(table_id: int) -> QuerySet[HandStart]:
    """Return the starts of a table's hands, in no order."""
    return HandStart.objects.filter(table=table_id)


def kinds_of_hand(table_id: int, number: int) -> tuple[HandKind, ...]:
    """Return the kinds of the hand with this number; () for an ordinary hand, and for none."""
    start = hand_starts(table_id).filter(number=number).order_by("-seq").first()
    return start.hand_kinds if start else ()


def hands_begun(
    *, room_id: int, since: datetime, until: datetime | None = None, tables: Collection[int] = ()
) -> dict[int, tuple[int, datetime, datetime]]:
    """Return hands started after `since` by table: the count, and the times of the first and the last.

    Only for `tables`, or for all tables of the room. Does not depend on the length of the logs. Undone hands are
    counted, too.
    """
    rows = HandStart.objects.filter(table__room=room_id, at__gt=since)
    rows = rows.filter(at__lte=until) if until else rows
    rows = rows.filter(table__in=tables) if tables else rows
    counts = rows.order_by().values_list("table").annotate(Count("pk"), Min("at"), Max("at"))
    return {pk: (hands, first, last) for pk, hands, first, last in counts}

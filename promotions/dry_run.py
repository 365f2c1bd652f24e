"""The dry run of a draft: how the hands of the last month would have been decided, by the version in effect and by it.

It reads hands in which someone showed a hand. Play that a higher or a lower jackpot would have changed stays as it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec.structs import replace

from journal.models import Entry
from poker.events import HandShown
from poker.formatting import smart_quotes
from poker.logs.codec import tag
from poker.promotion_terms import TablePromotion
from poker.promotions import Asks, Decision, Eligible, NotEligible, eligible
from poker.state import Table as TableState
from promotions.hand_replay import showdown_states
from promotions.rules.terms import PromotionTerms, at_table
from staff.models import Room
from tables.hand_log import hand_of
from tables.models import Table

MONTH = timedelta(days=30)
MOST_SHOWN = 4000  # shown hands that are read, the newest
MOST_HANDS = 600  # hands replayed for one dry run, a few milliseconds each
REASONS = {
    "game": "another game",
    "period": "outside the period",
    "kind": "excluded kind of hand",
    "run": "run again",
    "board": "another board",
    "players": "too few dealt in",
    "pot": "pot too small",
    "hands": "hands too low",
    "both_cards": "a hole card doesn't play",
    "pocket_pair": "quads without a pocket pair",
    "shown": "a hand wasn't shown",
}
UNKNOWN = {"pot": "pot not counted", "shown": "a hand wasn't shown"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand is decided: hit, asks or no, with seats or the reason."""

    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class DryRunRow:
    """A hand that wins, or that people must judge, under one of both. before: None without a version in effect."""

    at: datetime
    table: Table
    hand: int
    before: Outcome | None
    after: Outcome


@dataclass(frozen=True, slots=True)
class DryRun:
    """The hands of the last month. is_cut: there were more hands than one dry run reads."""

    since: datetime
    hands: int
    is_cut: bool
    rows: list[DryRunRow]

    def count(self, kind: str, *, before: bool) -> int:
        """Return how many hands have this outcome."""
        outcomes = (row.before if before else row.after for row in self.rows)
        return sum(outcome is not None and outcome.kind == kind for outcome in outcomes)

    @property
    def hits_before(self) -> int:
        return self.count("hit", before=True)

    @property
    def hits_after(self) -> int:
        return self.count("hit", before=False)

    @property
    def asks_after(self) -> int:
        return self.count("asks", before=False)


def dry_run(
    room: Room, base: PromotionTerms | None, draft: PromotionTerms, now: datetime
) -> DryRun | None:
    """Return the dry run of a draft; None for a kind that no table decides."""
    after = _promotion(draft)
    if after is None:
        return None
    before = _promotion(base) if base is not None else None
    since = now - MONTH
    hands = list(_shown_hands(room, since))
    rows = []
    for table, number, at in hands[:MOST_HANDS]:
        states = list(showdown_states(table, number, after))
        row = DryRunRow(
            at,
            table,
            number,
            _outcome(before, states) if before is not None else None,
            _outcome(after, states),
        )
        if row.after.kind != "no" or (row.before is not None and row.before.kind != "no"):
            rows.append(row)
    return DryRun(since, min(len(hands), MOST_HANDS), len(hands) > MOST_HANDS, rows)


def _promotion(terms: PromotionTerms) -> TablePromotion | None:
    """Return terms without their questions to people: the log can't answer them for any hand."""
    promotion = at_table(terms, "dry-run.1")
    return replace(promotion, asks=()) if promotion is not None else None


def _shown_hands(room: Room, since: datetime) -> Iterator[tuple[Table, int, datetime]]:
    """Yield table, number and time of each hand in which someone showed, newest first."""
    tables = {table.pk: table for table in Table.objects.filter(room=room).select_related("stream")}
    rows = Entry.objects.filter(name=tag(HandShown), stream__in=tables, at__gte=since)
    seen: set[tuple[int, int]] = set()
    columns = rows.order_by("-at").values_list("stream", "seq", "at")
    for table_id, seq, at in columns[:MOST_SHOWN]:
        table = tables[table_id]
        number = hand_of(table.stream, seq)
        if (table_id, number) not in seen:
            seen.add((table_id, number))
            yield table, number, at


def _outcome(promotion: TablePromotion, states: list[TableState]) -> Outcome:
    """Return the best outcome of a hand on any of its boards, at any moment of its showdown."""
    decisions = [
        eligible(promotion, table, board)
        for table in states
        for board in range(len(table.hand.boards) if table.hand is not None else 0)
    ]
    for kind in (Eligible, Asks):
        for decision in reversed(decisions):
            if isinstance(decision, kind):
                return _outcome_of(decision)
    return _outcome_of(decisions[-1]) if decisions else Outcome("no")


def _outcome_of(decision: Decision) -> Outcome:
    match decision:
        case Eligible():
            return Outcome("hit", _seats(decision))
        case Asks(facts=facts, claim=claim):
            unknown = ", ".join(sorted(UNKNOWN.get(fact, fact) for fact in facts))
            return Outcome("asks", smart_quotes(f"{_seats(claim)}: {unknown}"))
        case NotEligible(rule=rule):
            return Outcome("no", smart_quotes(REASONS[rule]))


def _seats(claim: Eligible) -> str:
    winning = " and ".join(f"S{seat}" for seat in claim.winning)
    losing = " and ".join(f"S{seat}" for seat in claim.losing)
    return f"{losing} beaten by {winning}" if losing else winning

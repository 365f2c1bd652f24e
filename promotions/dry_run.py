"""The dry run of a draft: how the hands of the last month would have been decided, by the version in effect and by it.

It reads hands in which someone showed a hand, and the fund's ledger of that month. Play that a higher or a lower
jackpot would have changed stays as it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from datetime import datetime, timedelta

from msgspec.structs import replace

from journal.models import Entry
from poker.events import HandShown
from poker.formatting import smart_quotes
from poker.logs.codec import tag
from poker.promotion_terms import TablePromotion
from poker.promotions import Asks, Decision, Eligible, NotEligible, eligible, high_hand
from poker.reading.five_cards import HandValue
from poker.state import Table as TableState
from promotions.at_tables import period_of
from promotions.dry_fund import DryFund
from promotions.hand_replay import showdown_states
from promotions.models import Promotion
from promotions.rules.fund_state import Pool
from promotions.rules.terms import PromotionTerms, at_table, award_terms
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


HandKey = tuple[int, int]  # table and number of the hand


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand is decided: hit, asks or no, with seats or the reason. value: of a high hand, to compare it."""

    kind: str
    note: str = ""
    tier: str = ""
    value: HandValue = ()


@dataclass(frozen=True, slots=True)
class DryPayment:
    """What a hand would have paid, with jackpot and reserve after it; both None where people must judge first."""

    amount: int
    jackpot: int | None = None
    reserve: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class DryRunRow:
    """A hand that wins, or that people must judge, under one of both. before: None without a version in effect."""

    at: datetime
    table: Table
    hand: int
    before: Outcome | None
    after: Outcome
    payment: DryPayment | None = None

    @property
    def key(self) -> HandKey:
        return self.table.pk, self.hand


@dataclass(frozen=True, slots=True)
class DryRun:
    """The hands of the last month. is_cut: there were more hands than one dry run reads.

    is_expected: the amounts are the average prize of a mystery board; fund: after the month, None without a fund.
    """

    since: datetime
    hands: int
    is_cut: bool
    rows: list[DryRunRow]
    fund: DryFund | None = None
    is_expected: bool = False

    @property
    def paid(self) -> int:
        """Return what the hits would have paid together."""
        payments = (row.payment for row in self.rows if row.after.kind == "hit")
        return sum(payment.amount for payment in payments if payment is not None)

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


@dataclass(frozen=True, slots=True)
class SplashRun:
    """The splash pots of the last month under a draft. short: periods for which the fund had too little."""

    since: datetime
    pots: int
    amount: int
    short: int
    fund: DryFund


def splash_run(promotion: Promotion, draft: PromotionTerms, now: datetime) -> SplashRun | None:
    """Return the splash pots of the month, one for each period, as if a table was open in all of them."""
    if draft.schedule is None or promotion.fund is None or draft.prize <= 0:
        return None
    since = now - MONTH
    fund = DryFund.of_month(promotion.fund, promotion.key, since)
    pots = 0
    short = 0
    for starts in _periods(draft, since, now):
        fund.advance(starts)
        if fund.pools["primary"] < draft.prize:
            short += 1
        else:
            fund.pay(starts, "primary", 0, draft.prize)
            pots += 1
    fund.advance(now)
    return SplashRun(since, pots, pots * draft.prize, short, fund)


def _periods(terms: PromotionTerms, since: datetime, now: datetime) -> Iterator[datetime]:
    """Yield the starts of the periods of a schedule."""
    moment = since
    while moment < now:
        running = period_of(terms, moment)
        if running is not None and since <= running[0]:
            yield running[0]
        moment = running[1] if running is not None else _next_minute(moment)


def _next_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0) + timedelta(minutes=1)


def dry_run(
    room: Room,
    base: PromotionTerms | None,
    draft: PromotionTerms,
    now: datetime,
    promotion: Promotion | None = None,
) -> DryRun | None:
    """Return the dry run of a draft; None for a kind that no table decides. promotion: whose fund pays."""
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
    fund = None
    if promotion is not None and promotion.fund is not None:
        fund = DryFund.of_month(promotion.fund, promotion.key, since)
        rows = _with_payments(rows, draft, fund)
        fund.advance(now)
    return DryRun(
        since,
        min(len(hands), MOST_HANDS),
        len(hands) > MOST_HANDS,
        rows,
        fund,
        is_expected=draft.kind == "mystery",
    )


def _with_payments(rows: list[DryRunRow], draft: PromotionTerms, fund: DryFund) -> list[DryRunRow]:
    """Return the rows with what each hand would have paid, computed from the oldest on."""
    leaders = _leaders(rows, draft)
    return [_with_payment(row, draft, fund, leaders) for row in reversed(rows)][::-1]


def _with_payment(
    row: DryRunRow, draft: PromotionTerms, fund: DryFund, leaders: set[HandKey] | None
) -> DryRunRow:
    if row.after.kind == "no":
        return row
    fund.advance(row.at)
    pool, percent, prize = _award(draft, row.after.tier)
    if leaders is not None and row.key not in leaders:
        note = "not the highest of its period" if row.after.kind == "hit" else ""
        return dataclass_replace(row, payment=DryPayment(0, note=note))
    if row.after.kind == "asks":
        return dataclass_replace(row, payment=DryPayment(fund.worth(pool, percent, prize)))
    amount = fund.pay(row.at, pool, percent, prize)
    payment = DryPayment(amount, fund.pools[pool], fund.pools["reserve"])
    return dataclass_replace(row, payment=payment)


def _award(draft: PromotionTerms, tier: str) -> tuple[Pool, int, int]:
    """Return pool, percentage and prize of a hit. A box of a mystery board pays the average prize."""
    if draft.kind == "mystery":
        return "primary", 0, sum(draft.prizes) // max(1, len(draft.prizes))
    terms = award_terms(draft, tier)
    return terms.pool, terms.percent, terms.prize


def _leaders(rows: list[DryRunRow], draft: PromotionTerms) -> set[HandKey] | None:
    """Return the rows that lead their period; None for a kind that pays every hit. Of equal hands the first leads."""
    if draft.kind != "high_hand":
        return None
    best: dict[datetime, DryRunRow] = {}
    for row in reversed(rows):
        running = period_of(draft, row.at)
        if running is None or row.after.kind != "hit":
            continue
        leader = best.get(running[0])
        if leader is None or row.after.value > leader.after.value:
            best[running[0]] = row
    return {row.key for row in best.values()}


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
    highs = [high.value for table in states if (high := high_hand(promotion, table)) is not None]
    for kind in (Eligible, Asks):
        for decision in reversed(decisions):
            if isinstance(decision, kind):
                return dataclass_replace(_outcome_of(decision), value=max(highs, default=()))
    return _outcome_of(decisions[-1]) if decisions else Outcome("no")


def _outcome_of(decision: Decision) -> Outcome:
    match decision:
        case Eligible():
            return Outcome("hit", _seats(decision), decision.tier)
        case Asks(facts=facts, claim=claim):
            unknown = ", ".join(sorted(UNKNOWN.get(fact, fact) for fact in facts))
            return Outcome("asks", smart_quotes(f"{_seats(claim)}: {unknown}"), claim.tier)
        case NotEligible(rule=rule):
            return Outcome("no", smart_quotes(REASONS[rule]))


def _seats(claim: Eligible) -> str:
    winning = " and ".join(f"S{seat}" for seat in claim.winning)
    losing = " and ".join(f"S{seat}" for seat in claim.losing)
    return f"{losing} beaten by {winning}" if losing else winning

"""Floor calls over a range: the rate per hand dealt, response times and overridden proposals."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from django.db.models import Count, Q, QuerySet

from reports.figures.group_concat import GroupConcat, numbers
from reports.figures.intervals import Percentiles, Rate, percentiles, poisson, wilson
from reports.figures.ranges import ReportRange
from reports.models import CallFact
from rulings.calls.override_reasons import reason_of
from rulings.models import Call, Ruling

TARGET_SECONDS = (
    60  # target in seconds for a supervisor to reach the table: a house choice, in no guide
)
LAST_DAYS = (4, 32)  # days at the end of a range that are searched first for its newest calls
MAX_ROWS = 200  # calls listed one by one
REMEDY = Ruling.Decision.DEALER.value  # corrected by the dealer without a call to the floor


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStats:
    """Calls of one irregularity, game or table (`key`), or all calls."""

    key: object = None
    n: int = 0
    hands: int = 0  # hands dealt in the same group
    proposals: int = 0
    overridden: int = 0  # rulings that did not follow a proposal
    against: int = 0  # overridden rulings that had a proposal
    here: tuple[int, ...] = ()  # seconds from the call until a supervisor arrived, sorted
    closed: tuple[int, ...] = ()  # seconds from the call until it ended, sorted

    @property
    def per_1000(self) -> Rate:
        """Calls per thousand hands with an exact Poisson interval. n: calls."""
        return poisson(self.n, self.hands, scale=1000)

    @property
    def here_s(self) -> Percentiles:
        """Seconds until a supervisor arrived at the table."""
        return percentiles(self.here)

    @property
    def closed_s(self) -> Percentiles:
        """Seconds until the call was ruled or canceled."""
        return percentiles(self.closed)

    @property
    def soon(self) -> Rate:
        """The share of answered calls where a supervisor reached the table within a minute."""
        return wilson(sum(seconds <= TARGET_SECONDS for seconds in self.here), len(self.here))

    @property
    def override_share(self) -> Rate:
        """The share of proposals that were overridden. n: rulings that had a proposal."""
        return wilson(self.against, self.proposals)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """One floor call, or one dealer's remedy. Fields without a comment are as in `CallFact`."""

    at: datetime
    table: str
    hand: int
    entry: int | None  # position in the table's log, None without a log
    key: str
    status: str
    decision: str
    reason: str
    by: str
    here_s: int | None
    closed_s: int | None
    ruling: int | None  # primary key of its ruling, if any
    number: str  # the number of its ruling, "" without a ruling


def calls_by(
    report_range: ReportRange, hands: Mapping[str, Mapping[object, int]]
) -> dict[str, tuple[CallStats, ...]]:
    """Return calls by columns, the most frequent first: key, game, table, dealer, family, day or shift.

    Dealers' remedies are not included. hands: hands dealt by column and group; a group without its own number, such as
    an irregularity, uses the number under None.
    """
    return {name: _grouped(report_range, name, dealt) for name, dealt in hands.items()}


def _grouped(
    report_range: ReportRange, name: str, dealt: Mapping[object, int]
) -> tuple[CallStats, ...]:
    call_facts = facts_of(report_range).exclude(decision=REMEDY)
    rows = call_facts.order_by().values_list(f"{name}_id" if name == "table" else name)
    counted = rows.annotate(
        calls=Count("pk"),
        proposals=Count("pk", filter=Q(proposal=True)),
        overridden=Count("pk", filter=Q(decision="overridden")),
        against=Count("pk", filter=Q(decision="overridden", proposal=True)),
        here=GroupConcat("here_s"),
        closed=GroupConcat("closed_s"),
    )
    calls = [
        CallStats(
            key=key,
            n=n,
            hands=dealt.get(key, dealt.get(None, 0)),
            proposals=proposals,
            overridden=overridden,
            against=against,
            here=numbers(here),
            closed=numbers(closed),
        )
        for key, n, proposals, overridden, against, here, closed in counted
    ]
    return tuple(sorted(calls, key=lambda stats: (-stats.n, str(stats.key))))


def calls_all(groups: Iterable[CallStats], hands: int) -> CallStats:
    groups = list(groups)
    return CallStats(
        n=sum(stats.n for stats in groups),
        hands=hands,
        proposals=sum(stats.proposals for stats in groups),
        overridden=sum(stats.overridden for stats in groups),
        against=sum(stats.against for stats in groups),
        here=tuple(sorted(chain.from_iterable(stats.here for stats in groups))),
        closed=tuple(sorted(chain.from_iterable(stats.closed for stats in groups))),
    )


def facts_of(report_range: ReportRange) -> QuerySet[CallFact]:
    """Return the calls and dealers' remedies of a range, one by one."""
    chosen = {
        "shift": report_range.shift,
        "table": report_range.table,
        "game": report_range.game,
        "dealer": report_range.dealer,
    }
    rows = CallFact.objects.filter(
        room=report_range.room,
        **{name: value for name, value in chosen.items() if value not in ("", None)},
    )
    if report_range.by_days:
        return rows.filter(day__range=(report_range.first, report_range.last))
    return rows.filter(at__gte=report_range.since, at__lt=report_range.until)


def overrides(report_range: ReportRange, most: int = MAX_ROWS) -> tuple[CallRow, ...]:
    rows = facts_of(report_range).filter(decision="overridden")
    return _each(rows, report_range, most)


def each_call(report_range: ReportRange, most: int = MAX_ROWS) -> tuple[CallRow, ...]:
    return _each(facts_of(report_range), report_range, most)


def remedies(report_range: ReportRange) -> int:
    """Return how often dealers corrected a mistake themselves, as the house rule allows."""
    return facts_of(report_range).filter(decision=REMEDY).count()


def _each(rows: QuerySet[CallFact], report_range: ReportRange, most: int) -> tuple[CallRow, ...]:
    facts = _newest(rows, report_range, most)
    tables = {call_fact.table_id for call_fact in facts}
    seqs = {call_fact.seq for call_fact in facts}
    calls = Call.objects.filter(table__in=tables, seq__in=seqs)
    stats = {
        (table, seq): (pk, number)
        for table, seq, pk, number in calls.values_list(
            "table", "seq", "ruling__pk", "ruling__number"
        )
    }
    return tuple(_one(fact, stats.get((fact.table_id, fact.seq))) for fact in facts)


def _newest(rows: QuerySet[CallFact], report_range: ReportRange, most: int) -> list[CallFact]:
    """Return the newest rows. The last days usually have enough of them, so the database need not sort a year of rows.

    No call has an earlier gaming day than an older call.
    """
    rows = rows.select_related("table").order_by("-at", "-pk")
    if report_range.last is not None:
        for days in LAST_DAYS:
            if days >= report_range.days:
                break
            since = report_range.last - timedelta(days=days - 1)
            newest = list(rows.filter(day__gte=since)[:most])
            if len(newest) == most:
                return newest
    return list(rows[:most])


def _one(fact: CallFact, ruling: tuple[int | None, str | None] | None) -> CallRow:
    """Return a row of a call fact.

    ruling: primary key and number, each None without a ruling. The whole result is None for a fact without a call.
    """
    pk, number = ruling or (None, None)
    return CallRow(
        at=fact.at,
        table=fact.table.name,
        hand=fact.hand,
        entry=fact.seq if ruling else None,
        key=fact.key,
        status=fact.status,
        decision=fact.decision,
        reason=fact.reason,
        by=fact.by,
        here_s=fact.here_s,
        closed_s=fact.closed_s,
        ruling=pk,
        number=number or "",
    )


def override_reasons(report_range: ReportRange) -> dict[str, int]:
    """Return the number of overridden rulings of a range by the floor's reason, the most frequent first."""
    rows = facts_of(report_range).filter(decision="overridden").order_by()
    counts = Counter[str]()
    for reason, n in rows.values_list("reason").annotate(Count("pk")):
        counts[reason_of(reason)] += n
    return dict(sorted(counts.items(), key=lambda reason: (-reason[1], reason[0])))

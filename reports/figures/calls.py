"""Floor calls over a range: how many for the hands dealt, how quickly a supervisor stood there, what was overridden."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Count, Q, QuerySet

from reports.figures.intervals import Percentiles, Rate, percentiles, poisson, wilson
from reports.figures.joined import Joined, numbers
from reports.figures.ranges import Range
from reports.models import CallFact
from rulings.calls.reasons import chosen
from rulings.models import Call, Ruling

SOON = 60  # seconds in which a supervisor should stand at the table: the house's own measure, no guide's
MOST = 200  # calls that are listed one by one
REMEDY = (
    Ruling.Decision.DEALER.value
)  # what a dealer put right himself: nobody was called to the table


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Calls of one irregularity, game or table (`key`), or all. hands: those that were dealt meanwhile.

    overridden: rulings of a supervisor's own; against: those of them that had a proposal to override.
    here and closed: seconds from the call to the supervisor at the table, and to its end, in order.
    """

    key: Any = None
    n: int = 0
    hands: int = 0
    proposals: int = 0
    overridden: int = 0
    against: int = 0
    here: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()

    @property
    def per_1000(self) -> Rate:
        """Calls for a thousand hands, exact Poisson interval; n: calls."""
        return poisson(self.n, self.hands, scale=1000)

    @property
    def here_s(self) -> Percentiles:
        """Seconds until a supervisor stood at the table."""
        return percentiles(self.here)

    @property
    def closed_s(self) -> Percentiles:
        """Seconds until it was ruled or cancelled."""
        return percentiles(self.closed)

    @property
    def soon(self) -> Rate:
        """Which part of those at which somebody came had him there within a minute."""
        return wilson(sum(seconds <= SOON for seconds in self.here), len(self.here))

    @property
    def override_share(self) -> Rate:
        """Which part of the proposals was overridden; n: rulings that had a proposal."""
        return wilson(self.against, self.proposals)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCall:
    """One floor call, or one remedy of a dealer. entry: of the table's log, None where there is no log behind it;
    ruling and number: of its ruling, None and "" where there is none; other fields as in `CallFact`.
    """

    at: datetime
    table: str
    hand: int
    entry: int | None
    key: str
    status: str
    decision: str
    reason: str
    by: str
    here_s: int | None
    closed_s: int | None
    ruling: int | None
    number: str


def calls_by(asked: Range, hands: Mapping[str, Mapping[Any, int]]) -> dict[str, tuple[Calls, ...]]:
    """Calls by some columns, each the most frequent first: key, game, table, dealer, family, day or shift.

    Without what dealers put right themselves.

    hands: for each column those that were dealt in its groups; where there is none of a group, as of an irregularity,
    those under None count.
    """
    return {name: _grouped(asked, name, dealt) for name, dealt in hands.items()}


def _grouped(asked: Range, name: str, dealt: Mapping[Any, int]) -> tuple[Calls, ...]:
    called = facts_of(asked).exclude(decision=REMEDY)
    rows = called.order_by().values_list(f"{name}_id" if name == "table" else name)
    found = rows.annotate(
        calls=Count("pk"),
        proposals=Count("pk", filter=Q(proposal=True)),
        overridden=Count("pk", filter=Q(decision="overridden")),
        against=Count("pk", filter=Q(decision="overridden", proposal=True)),
        here=Joined("here_s"),
        closed=Joined("closed_s"),
    )
    calls = [
        Calls(
            key=key,
            n=n,
            hands=dealt.get(key, dealt.get(None, 0)),
            proposals=proposals,
            overridden=overridden,
            against=against,
            here=numbers(here),
            closed=numbers(closed),
        )
        for key, n, proposals, overridden, against, here, closed in found
    ]
    return tuple(sorted(calls, key=lambda one: (-one.n, str(one.key))))


def calls_all(groups: Iterable[Calls], hands: int) -> Calls:
    """All groups together."""
    groups = list(groups)
    return Calls(
        n=sum(one.n for one in groups),
        hands=hands,
        proposals=sum(one.proposals for one in groups),
        overridden=sum(one.overridden for one in groups),
        against=sum(one.against for one in groups),
        here=tuple(sorted(chain.from_iterable(one.here for one in groups))),
        closed=tuple(sorted(chain.from_iterable(one.closed for one in groups))),
    )


def facts_of(asked: Range) -> QuerySet[CallFact]:
    """The calls of a range and the remedies of dealers, one by one."""
    chosen = {
        "shift": asked.shift,
        "table": asked.table,
        "game": asked.game,
        "dealer": asked.dealer,
    }
    rows = CallFact.objects.filter(
        room=asked.room,
        **{name: value for name, value in chosen.items() if value not in ("", None)},
    )
    if asked.by_days:
        return rows.filter(day__range=(asked.first, asked.last))
    return rows.filter(at__gte=asked.since, at__lt=asked.until)


def overrides(asked: Range, most: int = MOST) -> tuple[OneCall, ...]:
    """The rulings of a range that were overridden, the newest first."""
    return _each(facts_of(asked).filter(decision="overridden"), most)


def each_call(asked: Range, most: int = MOST) -> tuple[OneCall, ...]:
    """Calls and remedies, the newest first."""
    return _each(facts_of(asked), most)


def remedies(asked: Range) -> int:
    """How often a dealer put something right himself, as the house's rule lets him."""
    return facts_of(asked).filter(decision=REMEDY).count()


def _each(rows: QuerySet[CallFact], most: int) -> tuple[OneCall, ...]:
    facts = list(rows.select_related("table").order_by("-at", "-pk")[:most])
    tables, seqs = {one.table_id for one in facts}, {one.seq for one in facts}
    calls = Call.objects.filter(table__in=tables, seq__in=seqs)
    found = {
        (table, seq): (pk, number)
        for table, seq, pk, number in calls.values_list(
            "table", "seq", "ruling__pk", "ruling__number"
        )
    }
    return tuple(_one(fact, found.get((fact.table_id, fact.seq))) for fact in facts)


def _one(fact: CallFact, ruling: tuple[int | None, str | None] | None) -> OneCall:
    """ruling: pk and number, None each where there is none; None of a fact that has no call behind it."""
    pk, number = ruling or (None, None)
    return OneCall(
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


def override_reasons(asked: Range) -> dict[str, int]:
    """How many rulings of a range were overridden for which of the floor's reasons, the most frequent first."""
    rows = facts_of(asked).filter(decision="overridden").order_by()
    found = Counter[str]()
    for reason, n in rows.values_list("reason").annotate(Count("pk")):
        found[chosen(reason)] += n
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))

"""Floor calls over a range: how many for the hands dealt, how quickly a supervisor stood there, what was overridden."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import IntegerField, QuerySet
from django.db.models.functions import Cast

from reports.figures.intervals import Percentiles, Rate, percentiles, poisson, wilson
from reports.figures.ranges import Range
from reports.models import CallFact

SOON = 60  # seconds in which a supervisor should stand at the table: the house's own measure, no guide's


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Calls of one irregularity, game or table (`key`), or all. hands: those that were dealt meanwhile.

    here and closed: seconds from the call to the supervisor at the table, and to its end, in order.
    """

    key: Any = None
    n: int = 0
    hands: int = 0
    proposals: int = 0
    overridden: int = 0
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
        return wilson(self.overridden, self.proposals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A ruling that differs from what the house's rule proposed."""

    at: datetime
    table: str
    key: str
    reason: str
    by: str


def calls_by(asked: Range, hands: Mapping[str, Mapping[Any, int]]) -> dict[str, tuple[Calls, ...]]:
    """Calls by some columns at once, each the most frequent first: key, game, table, dealer, family, day or shift.

    hands: for each column those that were dealt in its groups; where there is none of a group, as of an irregularity,
    those under None count.
    """
    columns = [f"{name}_id" if name == "table" else name for name in hands]
    # As a number: the database's own value, which nothing converts for each of many rows.
    rows = facts_of(asked).order_by().annotate(proposed=Cast("proposal", IntegerField()))
    found = list(rows.values_list("proposed", "decision", "here_s", "closed_s", *columns))
    made = {}
    for place, (name, dealt) in enumerate(hands.items(), 4):
        groups: dict[Any, list[tuple[Any, ...]]] = defaultdict(list)
        for row in found:
            groups[row[place]].append(row)
        calls = [
            _added(group, key=key, hands=dealt.get(key, dealt.get(None, 0)))
            for key, group in groups.items()
        ]
        made[name] = tuple(sorted(calls, key=lambda one: (-one.n, str(one.key))))
    return made


def calls_all(groups: Iterable[Calls], hands: int) -> Calls:
    """All groups together."""
    groups = list(groups)
    return Calls(
        n=sum(one.n for one in groups),
        hands=hands,
        proposals=sum(one.proposals for one in groups),
        overridden=sum(one.overridden for one in groups),
        here=tuple(sorted(chain.from_iterable(one.here for one in groups))),
        closed=tuple(sorted(chain.from_iterable(one.closed for one in groups))),
    )


def facts_of(asked: Range) -> QuerySet[CallFact]:
    """The calls of a range, one by one."""
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


def overrides(asked: Range, most: int = 200) -> tuple[Override, ...]:
    """The rulings of a range that were overridden, the newest first."""
    rows = facts_of(asked).filter(decision="overridden").order_by("-at", "-pk")
    columns = ("at", "table__name", "key", "reason", "by")
    return tuple(
        Override(at=at, table=table, key=key, reason=reason, by=by)
        for at, table, key, reason, by in rows.values_list(*columns)[:most]
    )


def _added(rows: list[tuple[Any, ...]], *, key: Any, hands: int) -> Calls:
    return Calls(
        key=key,
        n=len(rows),
        hands=hands,
        proposals=sum([row[0] for row in rows]),
        overridden=[row[1] for row in rows].count("overridden"),
        here=tuple(sorted([row[2] for row in rows if row[2] is not None])),
        closed=tuple(sorted([row[3] for row in rows if row[3] is not None])),
    )

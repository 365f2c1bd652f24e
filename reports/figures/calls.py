"""Floor calls over a range: how many for the hands dealt, how quickly a supervisor stood there, what was overridden."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from reports.figures.intervals import Percentiles, Rate, percentiles, poisson, wilson
from reports.figures.ranges import Range
from reports.models import CallDay, CallFact

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


def calls_by(asked: Range, name: str, hands: dict[Any, int]) -> tuple[Calls, ...]:
    """Calls by key, game, table, dealer, family, day or shift, the most frequent first.

    hands: by the same groups; where there is none of a group, as of an irregularity, those under None count.
    """
    rows = _cells(asked, name)
    groups: dict[Any, list[tuple[Any, ...]]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    made = [
        _added(group, key=key, hands=hands.get(key, hands.get(None, 0)))
        for key, group in groups.items()
    ]
    return tuple(sorted(made, key=lambda one: (-one.n, str(one.key))))


def calls_all(groups: Iterable[Calls], hands: int) -> Calls:
    """All groups together."""
    groups = list(groups)
    return Calls(
        n=sum(one.n for one in groups),
        hands=hands,
        proposals=sum(one.proposals for one in groups),
        overridden=sum(one.overridden for one in groups),
        here=tuple(sorted(seconds for one in groups for seconds in one.here)),
        closed=tuple(sorted(seconds for one in groups for seconds in one.closed)),
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
    rows = facts_of(asked).filter(Q(decision="overridden")).order_by("-at", "-pk")
    columns = ("at", "table__name", "key", "reason", "by")
    return tuple(
        Override(at=at, table=table, key=key, reason=reason, by=by)
        for at, table, key, reason, by in rows.values_list(*columns)[:most]
    )


def _cells(asked: Range, name: str) -> Iterable[tuple[Any, ...]]:
    """(group, n, proposals, overridden, seconds until there, until closed)."""
    if asked.by_days and asked.table is None and not asked.dealer and name in _OF_DAYS:
        rows = CallDay.objects.filter(room=asked.room, day__range=(asked.first, asked.last))
        rows = rows.filter(shift=asked.shift) if asked.shift else rows
        rows = rows.filter(game=asked.game) if asked.game else rows
        yield from rows.values_list(name, "n", "proposals", "overridden", "here_s", "closed_s")
        return
    column = "table_id" if name == "table" else name
    columns = (column, "proposal", "decision", "here_s", "closed_s")
    for key, proposal, decision, here, closed in facts_of(asked).order_by().values_list(*columns):
        over = decision == "overridden"
        yield key, 1, int(proposal), int(over), _one(here), _one(closed)


_OF_DAYS = ("key", "game", "day", "shift")


def _one(seconds: int | None) -> Sequence[int]:
    return () if seconds is None else (seconds,)


def _added(rows: list[tuple[Any, ...]], *, key: Any, hands: int) -> Calls:
    return Calls(
        key=key,
        n=sum(row[1] for row in rows),
        hands=hands,
        proposals=sum(row[2] for row in rows),
        overridden=sum(row[3] for row in rows),
        here=tuple(sorted(seconds for row in rows for seconds in row[4])),
        closed=tuple(sorted(seconds for row in rows for seconds in row[5])),
    )

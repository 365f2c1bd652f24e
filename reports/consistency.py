"""The same irregularity ruled differently: final rulings of a range, alike in what decides, unlike in their outcome."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.db.models import Case, Exists, OuterRef, TextField, When
from django.db.models.functions import Cast

from poker.irregular.load import catalogue
from reports.figures.calls import facts_of
from reports.figures.joined import Joined, numbers
from reports.figures.ranges import Range
from reports.figures.sheets import Column, Sheet, irregularity
from rulings.models import Ruling

_FACTS = msgspec.json.Decoder(dict[str, Any])
AT_ONCE = 500  # rulings in one question
DECIDING = (
    "bool",
    "choice",
    "int",
)  # which seat, card or sum it was decides nothing between two hands
Facts = tuple[tuple[str, Any], ...]


class Most(NamedTuple):
    """How much is listed: groups, and of each outcome in a group the newest rulings. Counts are always of all."""

    groups: int
    each: int


# The house's own measures: a year of a large room has tens of thousands of rulings.
PAGE = Most(groups=25, each=4)
FILE = Most(groups=100, each=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What came after a ruling: an appeal or a correction."""

    pk: int
    number: str
    kind: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """One final ruling. outcome: of the decision table, else the result in words; book: rulebook with its version."""

    pk: int
    number: str
    at: datetime
    table: str
    outcome: str
    result: str
    decision: str
    reason: str
    by: str
    book: str
    records: tuple[Record, ...] = ()


class Alike(NamedTuple):
    """Rulings on one irregularity with the same deciding facts that came out alike under one version. pks: of them."""

    key: str
    facts: Facts
    outcome: str
    book: str
    pks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Rulings on one irregularity with the same deciding facts, of which not all came out alike.

    counts: of each outcome how many, the most frequent first; otherwise: whether two of one rulebook version differ;
    where only versions differ, the rulebook is the reason. newest: of each outcome, in the same order, from the
    newest on; rulings: those of them that are listed, in the order of time.
    """

    key: str
    facts: Facts
    counts: tuple[tuple[str, int], ...]
    otherwise: bool
    newest: tuple[tuple[int, ...], ...]
    rulings: tuple[Ruled, ...] = ()

    @property
    def n(self) -> int:
        """How many rulings it is of."""
        return sum(n for _, n in self.counts)

    @property
    def outcomes(self) -> tuple[tuple[str, int], ...]:
        """Each outcome in words and how often, the most frequent first."""
        words = {one.outcome: one.result for one in reversed(self.rulings)}
        return tuple((words.get(outcome, outcome), n) for outcome, n in self.counts)

    @property
    def title(self) -> str:
        """As the catalogue calls it."""
        return irregularity(self.key)

    @property
    def told(self) -> str:
        """The deciding facts in words."""
        return ", ".join(f"{name.replace('_', ' ')}: {_word(value)}" for name, value in self.facts)


@dataclass(frozen=True, slots=True)
class Found:
    """What differs in a range. more: groups that are not listed."""

    groups: tuple[Group, ...]
    more: int
    most: Most


def consistency(asked: Range, most: Most = FILE) -> Found:
    """Of the calls of a range: groups whose rulings differ; those within one version first, then the largest."""
    found = groups(_alike(asked))
    listed = found[: most.groups]
    known = _ruled([pk for one in listed for pks in one.newest for pk in pks[: most.each]])
    return Found(
        tuple(_listed(one, known, most.each) for one in listed), len(found) - len(listed), most
    )


def groups(rulings: Iterable[Alike]) -> tuple[Group, ...]:
    """Pure; in any order. Nothing is listed yet."""
    alike: dict[tuple[str, Facts], list[Alike]] = {}
    for one in rulings:
        alike.setdefault((one.key, one.facts), []).append(one)
    found = [
        _group(key, facts, of)
        for (key, facts), of in alike.items()
        if len({one.outcome for one in of}) > 1
    ]
    return tuple(sorted(found, key=lambda one: (not one.otherwise, -one.n, one.key, one.told)))


def _group(key: str, facts: Facts, of: Iterable[Alike]) -> Group:
    pks: dict[str, list[int]] = {}
    books: dict[str, set[str]] = {}
    for one in of:
        pks.setdefault(one.outcome, []).extend(one.pks)
        books.setdefault(one.book, set()).add(one.outcome)
    order = sorted(pks, key=lambda outcome: (-len(pks[outcome]), outcome))
    return Group(
        key,
        facts,
        counts=tuple((outcome, len(pks[outcome])) for outcome in order),
        otherwise=any(len(outcomes) > 1 for outcomes in books.values()),
        newest=tuple(tuple(sorted(pks[outcome], reverse=True)) for outcome in order),
    )


def _listed(group: Group, known: Mapping[int, Ruled], each: int) -> Group:
    found = [known[pk] for pks in group.newest for pk in pks[:each]]
    return replace(group, rulings=tuple(sorted(found, key=lambda one: (one.at, one.pk))))


def sheet(found: Found) -> Sheet:
    """Each ruling that is listed, a row."""
    columns = (
        Column("irregularity", "Irregularity", "text"),
        Column("facts", "With", "text"),
        Column("why", "Differs by", "text"),
        Column("n", "Rulings, n"),
        Column("number", "Ruling", "text"),
        Column("at", "At", "moment"),
        Column("table", "Table", "text"),
        Column("by", "Ruled by", "text"),
        Column("result", "Result", "text"),
        Column("decision", "Decision", "text"),
        Column("reason", "Reason", "text"),
        Column("book", "Rulebook", "text"),
        Column("records", "After it", "text"),
    )
    rows = tuple(
        (
            group.title, group.told, "ruling" if group.otherwise else "rulebook version", group.n, one.number, one.at,
            one.table, one.by, one.result, one.decision, one.reason, one.book,
            "; ".join(f"{record.kind} {record.number}: {record.result}" for record in one.records),
        )
        for group in found.groups
        for one in group.rulings
    )  # fmt: skip
    note = (
        "Final rulings only. The same irregularity with the same deciding facts, ruled differently."
        f" Of each outcome the newest {found.most.each}; n is of all."
    )
    if found.more:
        note += f" Groups that are not here: {found.more:,}; ask for fewer days, or one table."
    return Sheet("consistency", "Ruled differently", columns, rows, None, note)


def deciding(key: str, facts: Mapping[str, Any]) -> Facts:
    """The facts of a ruling that its decision table asks for, and that can be alike at two tables."""
    kept = _kept(key)
    return tuple((name, value) for name, value in sorted(facts.items()) if name in kept)


@cache
def _kept(key: str) -> frozenset[str]:
    known = catalogue()
    row = known.rows.get(key)
    asked = {name for rule in row.rule for name in rule.condition} if row else set()
    return frozenset(
        name for name in asked if name in known.facts and known.facts[name].type in DECIDING
    )


def _alike(asked: Range) -> Iterator[Alike]:
    """Of the calls that were ruled in the range; what is of no irregularity of the catalogue is like nothing."""
    called = facts_of(asked).filter(table=OuterRef("call__table"), seq=OuterRef("call__seq"))
    rows = Ruling.objects.filter(
        Exists(called.order_by()), kind=Ruling.Kind.RULING, room=asked.room
    )
    told = Case(When(outcome="", then="result"), default="outcome")
    columns = ("key", "told", "book", "version", "said")
    ruled = rows.exclude(key="").annotate(told=told, said=Cast("facts", TextField())).order_by()
    for key, outcome, book, version, said, pks in ruled.values_list(*columns).annotate(
        pks=Joined("pk")
    ):
        facts = deciding(key, _FACTS.decode(said))
        yield Alike(key, facts, outcome, _book(book, version), numbers(pks))


def _ruled(pks: Sequence[int]) -> dict[int, Ruled]:
    found: dict[int, Ruled] = {}
    for first in range(0, len(pks), AT_ONCE):
        rows = Ruling.objects.filter(pk__in=pks[first : first + AT_ONCE]).order_by()
        for row in rows.select_related("table", "by").prefetch_related("records"):
            found[row.pk] = _of(row)
    return found


def _of(row: Ruling) -> Ruled:
    return Ruled(
        pk=row.pk,
        number=row.number,
        at=row.at,
        table=row.table.name,
        outcome=row.outcome or row.result,
        result=row.result,
        decision=row.get_decision_display(),
        reason=row.reason,
        by=row.by.alias,
        book=_book(row.book, row.version),
        records=tuple(
            Record(pk=one.pk, number=one.number, kind=one.get_kind_display(), result=one.result)
            for one in reversed(row.records.all())
        ),
    )


def _book(book: str, version: int) -> str:
    return f"{book or 'House rules'}, version {version}"


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")

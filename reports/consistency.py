"""Inconsistent rulings: final rulings of a range on the same irregularity, with equal deciding facts and different
outcomes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

import msgspec
from django.db.models import Case, Exists, OuterRef, TextField, When
from django.db.models.functions import Cast

from poker.irregularities.load import catalogue
from reports.figures.call_figures import irregularity
from reports.figures.calls import facts_of
from reports.figures.figure import Figure, Sheet, SheetLayout
from reports.figures.ranges import ReportRange
from rulings.models import Ruling

_FACTS = msgspec.json.Decoder(dict[str, object])
BATCH_SIZE = 500  # rulings in one query
# Types of facts that can be equal in two hands. A seat, card or amount can't be compared.
DECIDING = ("bool", "choice", "int")
Facts = tuple[tuple[str, object], ...]


class ListLimits(NamedTuple):
    """How many groups and newest rulings of each outcome are listed. Counts always include all."""

    groups: int
    per_outcome: int


# House choices: a year of a large room has tens of thousands of rulings.
PAGE = ListLimits(groups=25, per_outcome=4)
FILE = ListLimits(groups=100, per_outcome=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    pk: int
    number: str
    kind: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """One final ruling."""

    pk: int
    number: str
    at: datetime
    table: str
    outcome: str  # from the decision table, else the result as text
    result: str
    decision: str
    reason: str
    by: str
    book: str  # rulebook with its version
    records: tuple[FollowUp, ...] = ()


class OutcomeGroup(NamedTuple):
    """Rulings on one irregularity with equal deciding facts, outcome and rulebook version."""

    key: str
    facts: Facts
    outcome: str
    book: str
    pks: tuple[int, ...]  # primary keys of the rulings


@dataclass(frozen=True, slots=True)
class Group:
    """Rulings on one irregularity with equal deciding facts and more than one outcome."""

    key: str
    facts: Facts
    counts: tuple[tuple[str, int], ...]  # outcome and number of rulings, the most frequent first
    # Whether two rulings under one rulebook version differ; if not, the new rulebook is the reason.
    differs_within_version: bool
    newest: tuple[tuple[int, ...], ...]  # primary keys by outcome in the same order, newest first
    rulings: tuple[RulingRow, ...] = ()  # the listed rulings, in order of time

    @property
    def n(self) -> int:
        return sum(n for _, n in self.counts)

    @property
    def outcomes(self) -> tuple[tuple[str, int], ...]:
        words = {ruling_row.outcome: ruling_row.result for ruling_row in reversed(self.rulings)}
        return tuple((words.get(outcome, outcome), n) for outcome, n in self.counts)

    @property
    def title(self) -> str:
        return irregularity(self.key)

    @property
    def facts_text(self) -> str:
        return ", ".join(f"{name.replace('_', ' ')}: {_word(value)}" for name, value in self.facts)


@dataclass(frozen=True, slots=True)
class ConsistencyResult:
    """The inconsistent groups of a range."""

    groups: tuple[Group, ...]
    unlisted: int  # number of groups that are not listed
    limits: ListLimits


def consistency(report_range: ReportRange, most: ListLimits = FILE) -> ConsistencyResult:
    """Return the groups of a range whose rulings differ: first those that differ within one rulebook version, then the
    largest.
    """
    inconsistent = groups(_alike(report_range))
    listed = inconsistent[: most.groups]
    rows_by_ruling = _ruled(
        [pk for group in listed for pks in group.newest for pk in pks[: most.per_outcome]]
    )
    return ConsistencyResult(
        tuple(_listed(group, rows_by_ruling, most.per_outcome) for group in listed),
        len(inconsistent) - len(listed),
        most,
    )


def groups(rulings: Iterable[OutcomeGroup]) -> tuple[Group, ...]:
    """Group rulings by irregularity and facts, and return the inconsistent groups. Pure.

    The groups list no rulings yet.
    """
    alike: dict[tuple[str, Facts], list[OutcomeGroup]] = {}
    for outcome_group in rulings:
        alike.setdefault((outcome_group.key, outcome_group.facts), []).append(outcome_group)
    groups = [
        _group(key, facts, outcome_groups)
        for (key, facts), outcome_groups in alike.items()
        if len({outcome_group.outcome for outcome_group in outcome_groups}) > 1
    ]
    return tuple(
        sorted(
            groups,
            key=lambda outcome_group: (
                not outcome_group.differs_within_version,
                -outcome_group.n,
                outcome_group.key,
                outcome_group.facts_text,
            ),
        )
    )


def _group(key: str, facts: Facts, outcome_groups: Iterable[OutcomeGroup]) -> Group:
    pks: dict[str, list[int]] = {}
    books: dict[str, set[str]] = {}
    for outcome_group in outcome_groups:
        pks.setdefault(outcome_group.outcome, []).extend(outcome_group.pks)
        books.setdefault(outcome_group.book, set()).add(outcome_group.outcome)
    order = sorted(pks, key=lambda outcome: (-len(pks[outcome]), outcome))
    return Group(
        key,
        facts,
        counts=tuple((outcome, len(pks[outcome])) for outcome in order),
        differs_within_version=any(len(outcomes) > 1 for outcomes in books.values()),
        newest=tuple(tuple(sorted(pks[outcome], reverse=True)) for outcome in order),
    )


def _listed(group: Group, known: Mapping[int, RulingRow], each: int) -> Group:
    ruling_rows = [known[pk] for pks in group.newest for pk in pks[:each]]
    return replace(group, rulings=tuple(sorted(ruling_rows, key=lambda row: (row.at, row.pk))))


@dataclass(frozen=True, slots=True)
class ListedRuling:
    group: Group
    ruling: RulingRow

    @property
    def differs_by(self) -> str:
        return "ruling" if self.group.differs_within_version else "rulebook version"

    @property
    def records_text(self) -> str:
        return "; ".join(
            f"{record.kind} {record.number}: {record.result}" for record in self.ruling.records
        )


def _listed_rulings(result: ConsistencyResult) -> list[ListedRuling]:
    return [ListedRuling(group, ruling) for group in result.groups for ruling in group.rulings]


def _note(result: ConsistencyResult) -> str:
    note = (
        "Final rulings only. Same irregularity, same deciding facts, different ruling."
        f" Newest {result.limits.per_outcome} of each outcome; n counts all."
    )
    if result.unlisted:
        groups = "group" if result.unlisted == 1 else "groups"
        note += f" {result.unlisted:,} more {groups} not shown; choose fewer days or one table."
    return note


RulingFigure = Figure[ListedRuling]
RULED_DIFFERENTLY = SheetLayout[ConsistencyResult, ListedRuling](
    key="consistency",
    title="Ruled differently",
    figures=(
        RulingFigure("irregularity", "Irregularity", "text", lambda row: row.group.title),
        RulingFigure("facts", "With", "text", lambda row: row.group.facts_text),
        RulingFigure("why", "Differs by", "text", lambda row: row.differs_by),
        RulingFigure("n", "Rulings, n", "int", lambda row: row.group.n),
        RulingFigure("number", "Ruling", "text", lambda row: row.ruling.number),
        RulingFigure("at", "At", "moment", lambda row: row.ruling.at),
        RulingFigure("table", "Table", "text", lambda row: row.ruling.table),
        RulingFigure("by", "Ruled by", "text", lambda row: row.ruling.by),
        RulingFigure("result", "Result", "text", lambda row: row.ruling.result),
        RulingFigure("decision", "Decision", "text", lambda row: row.ruling.decision),
        RulingFigure("reason", "Reason", "text", lambda row: row.ruling.reason),
        RulingFigure("book", "Rulebook", "text", lambda row: row.ruling.book),
        RulingFigure("records", "Later records", "text", lambda row: row.records_text),
    ),
    rows=_listed_rulings,
    note=_note,
)


def sheet(result: ConsistencyResult) -> Sheet:
    """Return the listed rulings as a sheet, one row each."""
    return RULED_DIFFERENTLY.sheet(result)


def deciding_facts(key: str, facts: Mapping[str, object]) -> Facts:
    """Return the facts of a ruling that its decision table uses and that can be equal at two tables."""
    names = _deciding_names(key)
    return tuple((name, value) for name, value in sorted(facts.items()) if name in names)


@cache
def _deciding_names(key: str) -> frozenset[str]:
    catalog = catalogue()
    row = catalog.rows.get(key)
    condition_facts = {name for rule in row.rule for name in rule.condition} if row else set()
    return frozenset(
        name
        for name in condition_facts
        if name in catalog.facts and catalog.facts[name].type in DECIDING
    )


def _alike(report_range: ReportRange) -> Iterator[OutcomeGroup]:
    """Yield the outcome groups of the range's calls. A ruling without a cataloged irregularity is left out."""
    call_facts = facts_of(report_range).filter(
        table=OuterRef("call__table"), seq=OuterRef("call__seq")
    )
    rows = Ruling.objects.filter(
        Exists(call_facts.order_by()), kind=Ruling.Kind.RULING, room=report_range.room
    )
    case = Case(When(outcome="", then="result"), default="outcome")
    columns = ("key", "result_text", "book", "version", "facts_text", "pk")
    ruled = (
        rows.exclude(key="")
        .annotate(result_text=case, facts_text=Cast("facts", TextField()))
        .order_by()
    )
    # Sorting the facts of a year as texts in the database would take three times as long.
    pks: dict[tuple[str, str, str, int, str], list[int]] = {}
    for key, outcome, book, version, text, pk in ruled.values_list(*columns):
        pks.setdefault((key, outcome, book, version, text), []).append(pk)
    for (key, outcome, book, version, text), alike in pks.items():
        facts = deciding_facts(key, _FACTS.decode(text))
        yield OutcomeGroup(key, facts, outcome, _book(book, version), tuple(alike))


def _ruled(pks: Sequence[int]) -> dict[int, RulingRow]:
    rows_by_ruling: dict[int, RulingRow] = {}
    for first in range(0, len(pks), BATCH_SIZE):
        rows = Ruling.objects.filter(pk__in=pks[first : first + BATCH_SIZE]).order_by()
        for row in rows.select_related("table", "by").prefetch_related("records"):
            rows_by_ruling[row.pk] = _of(row)
    return rows_by_ruling


def _of(row: Ruling) -> RulingRow:
    return RulingRow(
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
            FollowUp(
                pk=ruling.pk,
                number=ruling.number,
                kind=ruling.get_kind_display(),
                result=ruling.result,
            )
            for ruling in reversed(row.records.all())
        ),
    )


def _book(book: str, version: int) -> str:
    return f"{book or 'House rules'}, version {version}"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")

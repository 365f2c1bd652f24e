"""The same irregularity ruled differently: final rulings of a range, alike in what decides, unlike in their outcome."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from poker.irregular.load import catalogue
from reports.figures.calls import facts_of
from reports.figures.ranges import Range
from reports.figures.sheets import Column, Sheet, irregularity
from rulings.models import Ruling

DECIDING = (
    "bool",
    "choice",
    "int",
)  # which seat, card or sum it was decides nothing between two hands
MOST = 20_000  # rulings of one range
Facts = tuple[tuple[str, Any], ...]


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
    key: str
    facts: Facts
    outcome: str
    result: str
    decision: str
    reason: str
    by: str
    book: str
    records: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Rulings on one irregularity with the same deciding facts, of which not all came out alike.

    otherwise: whether two of one rulebook version differ; where only versions differ, the rulebook is the reason.
    """

    key: str
    facts: Facts
    rulings: tuple[Ruled, ...]
    otherwise: bool

    @property
    def outcomes(self) -> tuple[tuple[str, int], ...]:
        """Each outcome in words and how often, the most frequent first."""
        words: dict[str, list[str]] = {}
        for one in self.rulings:
            words.setdefault(one.outcome, []).append(one.result)
        rows = ((results[0], len(results)) for results in words.values())
        return tuple(sorted(rows, key=lambda row: (-row[1], row[0])))

    @property
    def title(self) -> str:
        """As the catalogue calls it."""
        return irregularity(self.key)

    @property
    def told(self) -> str:
        """The deciding facts in words."""
        return ", ".join(f"{name.replace('_', ' ')}: {_word(value)}" for name, value in self.facts)


def consistency(asked: Range) -> tuple[Group, ...]:
    """Of the calls of a range: groups whose rulings differ; those within one version first, then the largest."""
    return groups(_ruled(asked))


def groups(rulings: Iterable[Ruled]) -> tuple[Group, ...]:
    """Pure; rulings in any order."""
    alike: dict[tuple[str, Facts], list[Ruled]] = {}
    for one in rulings:
        alike.setdefault((one.key, one.facts), []).append(one)
    found = [
        Group(key, facts, tuple(sorted(of, key=lambda one: (one.at, one.pk))), _otherwise(of))
        for (key, facts), of in alike.items()
        if len({one.outcome for one in of}) > 1
    ]
    return tuple(
        sorted(found, key=lambda one: (not one.otherwise, -len(one.rulings), one.key, one.told))
    )


def sheet(found: Sequence[Group]) -> Sheet:
    """Each ruling of the groups, a row."""
    columns = (
        Column("irregularity", "Irregularity", "text"),
        Column("facts", "With", "text"),
        Column("why", "Differs by", "text"),
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
            group.title, group.told, "ruling" if group.otherwise else "rulebook version", one.number, one.at,
            one.table, one.by, one.result, one.decision, one.reason, one.book,
            "; ".join(f"{record.kind} {record.number}: {record.result}" for record in one.records),
        )
        for group in found
        for one in group.rulings
    )  # fmt: skip
    note = (
        "Final rulings only. The same irregularity with the same deciding facts, ruled differently."
    )
    return Sheet("consistency", "Ruled differently", columns, rows, None, note)


def deciding(key: str, facts: dict[str, Any]) -> Facts:
    """The facts of a ruling that its decision table asks for, and that can be alike at two tables."""
    known = catalogue()
    row = known.rows.get(key)
    if row is None:
        return ()
    asked = {name for rule in row.rule for name in rule.condition}
    return tuple(
        (name, value)
        for name, value in sorted(facts.items())
        if name in asked and name in known.facts and known.facts[name].type in DECIDING
    )


def _otherwise(rulings: Iterable[Ruled]) -> bool:
    outcomes: dict[str, set[str]] = {}
    for one in rulings:
        outcomes.setdefault(one.book, set()).add(one.outcome)
    return any(len(found) > 1 for found in outcomes.values())


def _ruled(asked: Range) -> Iterable[Ruled]:
    """Of the calls that were ruled in the range; what is of no irregularity of the catalogue is like nothing."""
    facts = facts_of(asked).filter(status="ruled").exclude(key="").order_by()
    seqs: dict[int, list[int]] = {}
    for table, seq in facts.values_list("table_id", "seq")[:MOST]:
        seqs.setdefault(table, []).append(seq)
    for table, called in seqs.items():
        rows = Ruling.objects.filter(
            kind=Ruling.Kind.RULING, call__table=table, call__seq__in=called
        ).exclude(key="")
        yield from map(_of, rows.select_related("table", "by").prefetch_related("records"))


def _of(row: Ruling) -> Ruled:
    return Ruled(
        pk=row.pk,
        number=row.number,
        at=row.at,
        table=row.table.name,
        key=row.key,
        facts=deciding(row.key, row.facts),
        outcome=row.outcome or row.result,
        result=row.result,
        decision=row.get_decision_display(),
        reason=row.reason,
        by=row.by.alias,
        book=f"{row.book or 'House rules'}, version {row.version}",
        records=tuple(
            Record(pk=one.pk, number=one.number, kind=one.get_kind_display(), result=one.result)
            for one in reversed(row.records.all())
        ),
    )


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")

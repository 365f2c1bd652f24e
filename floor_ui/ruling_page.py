"""Data for the page about a final ruling. It is read-only, because rulings are never edited."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from floor_ui.call_queue import HeldPotRow, held_pots
from floor_ui.facts import ALWAYS, COUNTED, LABELS
from floor_ui.hand_timeline import TimelineEntry, timeline
from floor_ui.messages import KINDS, LATER, decision_text
from floor_ui.proposal_basis import title
from poker.formatting import as_sentence, smart_quotes, street_word
from poker.irregularities.evaluate import OBJECTION
from poker.irregularities.load import catalogue
from poker.irregularities.report_checks import HEARD
from rulings.calls.models import Call, Ruling
from rulings.calls.report_titles import reported_text
from staff.models import Staff
from staff.permissions import may
from tables.table_log import hand_commands
from web.messages.facts import LABELS as WORDED
from web.messages.facts import fact_label, fact_value, spoken

SHARES = "shares"  # the fact that shows who got a held pot


@dataclass(frozen=True)
class RulingFact:
    label: str
    value: str


@dataclass(frozen=True)
class OrderedStep:
    text: str
    when: str  # "" for immediately


class RulingPage:
    def __init__(self, ruling: Ruling, staff: Staff) -> None:
        self.ruling = ruling
        self.staff = staff
        self.records = list(ruling.records.select_related("by").order_by("at", "id"))

    @property
    def call(self) -> Call | None:
        return self.ruling.call

    @property
    def kind(self) -> str:
        return KINDS.get(self.ruling.kind, self.ruling.kind)

    @property
    def decision(self) -> str:
        """Return the decision: accepted, overridden, the dealer's, or pot held."""
        return decision_text(self.ruling.decision, self.ruling.steps)

    @property
    def irregularity(self) -> str:
        return reported_text(self.ruling.key)

    @property
    def result(self) -> str:
        """Return the ruling in one sentence."""
        return spoken(self.ruling.result)

    @property
    def proposed(self) -> str:
        """Return the result of the rule if it was overridden."""
        if self.ruling.decision != Ruling.Decision.OVERRIDDEN:
            return ""
        return spoken(str(self.ruling.proposal.get("result", "")))

    @property
    def clause(self) -> str:
        return title(self.ruling.book, self.ruling.version, self.ruling.clause)

    @property
    def text(self) -> str:
        """Return the clause's text at the time of the ruling, or the current text if none was stored."""
        if self.ruling.words:
            return str(self.ruling.words["text"])
        row = catalogue().rows.get(self.ruling.key)
        return row.text if row and row.clause == self.ruling.clause else ""

    @property
    def steps(self) -> tuple[OrderedStep, ...]:
        return tuple(
            OrderedStep(spoken(step["say"]), timing_text(step.get("when", "now")))
            for step in self.ruling.steps
            if step.get("say") and step.get("when") != "lies"
        )

    @property
    def open_steps(self) -> int | None:
        """Return how many of the shown steps are still open at the table.

        None if a ruling or a hand came later and no step of this ruling is left.
        """
        remedy = self.ruling.table.view.remedy
        if not remedy:
            return None
        number = self.ruling.number
        open_steps = sum(bool(step.say) and step.ruling == number for step in remedy.steps)
        return open_steps if open_steps or remedy.ruling == number else None

    @property
    def facts(self) -> tuple[RulingFact, ...]:
        """Return the facts of the ruling: the state of the hand, the row's facts, and reported facts."""
        return tuple(self._facts(self._named()))

    @property
    def other_facts(self) -> tuple[RulingFact, ...]:
        named = self._named()
        names = [name for name in self.ruling.facts if name not in named and _has_label(name)]
        return tuple(self._facts(names))

    def _named(self) -> list[str]:
        row = catalogue().rows.get(self.ruling.key)
        reported = self.call.facts if self.call else {}
        row_facts = row.facts if row else ()
        names = [
            *ALWAYS,
            *row_facts,
            *reported,
            *self._deciding(),
            HEARD,
            SHARES,
            OBJECTION,
            *COUNTED,
        ]
        return [
            fromkey
            for fromkey in dict.fromkeys(names)
            if fromkey in self.ruling.facts and _has_label(fromkey)
        ]

    def _deciding(self) -> list[str]:
        """Return the facts used by the row of the decision table."""
        row = catalogue().rows.get(self.ruling.key)
        lines = row.rule if row else ()
        return [
            name
            for decision_rule in lines
            if decision_rule.id == self.ruling.outcome
            for name in decision_rule.condition
        ]

    def _facts(self, names: list[str]) -> Iterator[RulingFact]:
        fact_rows = catalogue().facts
        for name in names:
            value = self.ruling.facts[name]
            fact = fact_rows.get(name)
            if name in (HEARD, SHARES):
                yield RulingFact("Heard" if name == HEARD else "Paid", _listed(value))
                continue
            label = LABELS.get(name) or smart_quotes(fact_label(name, fact))
            yield RulingFact(label, as_sentence(fact_value(name, value, fact)))

    @property
    def timeline(self) -> tuple[TimelineEntry, ...]:
        return timeline(hand_commands(self.ruling.table.stream, self.ruling.hand))

    @property
    def held_pot(self) -> HeldPotRow | None:
        pots = held_pots(self.ruling.room)
        return next((pot for pot in pots if pot.ruling and pot.ruling.pk == self.ruling.pk), None)

    @property
    def may_record(self) -> bool:
        is_ruling = self.ruling.kind == Ruling.Kind.RULING
        return is_ruling and may(self.staff, "rulings.appeal_ruling")

    @property
    def may_pay(self) -> bool:
        return may(self.staff, "tables.supervise")


def _has_label(name: str) -> bool:
    """Return whether a fact has a label for people; internal facts are in the log only."""
    return name in (HEARD, SHARES) or name in WORDED or name in LABELS or name in catalogue().facts


def _listed(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"seat {seat} {spoken(f'¤{chips}')}" for seat, chips in value.items())
    return ", ".join(f"seat {item}" if str(item).isdecimal() else str(item) for item in value)


def timing_text(when: str) -> str:
    """Return when a step is due; "" for immediately."""
    kind, _, street = when.partition(":")
    return f"before the {street_word(street)}" if kind == "street" else LATER.get(kind, "")

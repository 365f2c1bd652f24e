"""Data of the page of a final ruling. It is read-only: a ruling is never edited."""

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

SHARES = "shares"  # fact that names who got a held pot


@dataclass(frozen=True)
class RulingFact:
    """A fact of the ruling."""

    label: str
    value: str


@dataclass(frozen=True)
class OrderedStep:
    """An ordered step."""

    text: str
    when: str  # "" for at once


class RulingPage:
    """Everything the page of a final ruling shows."""

    def __init__(self, ruling: Ruling, staff: Staff) -> None:
        self.ruling, self.staff = ruling, staff
        self.records = list(ruling.records.select_related("by").order_by("at", "id"))

    @property
    def call(self) -> Call | None:
        """Return the call that it decided."""
        return self.ruling.call

    @property
    def kind(self) -> str:
        """Return the kind: ruling, appeal, correction or payment."""
        return KINDS.get(self.ruling.kind, self.ruling.kind)

    @property
    def decision(self) -> str:
        """Return the decision: accepted, overridden, the dealer's, or that the pot is held."""
        return decision_text(self.ruling.decision, self.ruling.steps)

    @property
    def irregularity(self) -> str:
        """Return what had happened."""
        return reported_text(self.ruling.key)

    @property
    def result(self) -> str:
        """Return the ruling in one sentence."""
        return spoken(self.ruling.result)

    @property
    def proposed(self) -> str:
        """Return what the rule had proposed, if it was overridden."""
        if self.ruling.decision != Ruling.Decision.OVERRIDDEN:
            return ""
        return spoken(str(self.ruling.proposal.get("result", "")))

    @property
    def clause(self) -> str:
        """Return the rulebook, version and clause."""
        return title(self.ruling.book, self.ruling.version, self.ruling.clause)

    @property
    def text(self) -> str:
        """Return the clause's text at the time of the ruling, or the current one if it was not stored."""
        if self.ruling.words:
            return str(self.ruling.words["text"])
        row = catalogue().rows.get(self.ruling.key)
        return row.text if row and row.clause == self.ruling.clause else ""

    @property
    def steps(self) -> tuple[OrderedStep, ...]:
        """Return the steps ordered for the dealer."""
        return tuple(
            OrderedStep(spoken(step["say"]), timing_text(step.get("when", "now")))
            for step in self.ruling.steps
            if step.get("say") and step.get("when") != "lies"
        )

    @property
    def open_steps(self) -> int | None:
        """Return how many of the steps shown are still open at the table.

        None if a ruling or a hand came since and no step of this one is left.
        """
        remedy = self.ruling.table.view.remedy
        if not remedy:
            return None
        number = self.ruling.number
        left = sum(bool(step.say) and step.ruling == number for step in remedy.steps)
        return left if left or remedy.ruling == number else None

    @property
    def facts(self) -> tuple[RulingFact, ...]:
        """Return the facts of the ruling: where the hand was, the row's facts, what people reported."""
        return tuple(self._facts(self._named()))

    @property
    def other_facts(self) -> tuple[RulingFact, ...]:
        """Return the other known facts that have a label."""
        named = self._named()
        left = [name for name in self.ruling.facts if name not in named and _has_label(name)]
        return tuple(self._facts(left))

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
        """Return the facts that the row of the decision table looked at."""
        row = catalogue().rows.get(self.ruling.key)
        lines = row.rule if row else ()
        return [
            name
            for decision_rule in lines
            if decision_rule.id == self.ruling.outcome
            for name in decision_rule.condition
        ]

    def _facts(self, names: list[str]) -> Iterator[RulingFact]:
        known = catalogue().facts
        for name in names:
            value, fact = self.ruling.facts[name], known.get(name)
            if name in (HEARD, SHARES):
                yield RulingFact("Heard" if name == HEARD else "Paid", _listed(value))
                continue
            label = LABELS.get(name) or smart_quotes(fact_label(name, fact))
            yield RulingFact(label, as_sentence(fact_value(name, value, fact)))

    @property
    def timeline(self) -> tuple[TimelineEntry, ...]:
        """Return the timeline of the hand."""
        return timeline(hand_commands(self.ruling.table.stream, self.ruling.hand))

    @property
    def held_pot(self) -> HeldPotRow | None:
        """Return the pot that this ruling holds."""
        pots = held_pots(self.ruling.room)
        return next((pot for pot in pots if pot.ruling and pot.ruling.pk == self.ruling.pk), None)

    @property
    def may_record(self) -> bool:
        """Return whether an appeal or a correction can be recorded here."""
        is_ruling = self.ruling.kind == Ruling.Kind.RULING
        return is_ruling and may(self.staff, "rulings.appeal_ruling")

    @property
    def may_pay(self) -> bool:
        """Return whether a held pot can be paid here."""
        return may(self.staff, "tables.supervise")


def _has_label(name: str) -> bool:
    """Return whether a fact has a label for people; the engine's own facts are for the log alone."""
    return name in (HEARD, SHARES) or name in WORDED or name in LABELS or name in catalogue().facts


def _listed(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"seat {seat} {spoken(f'¤{chips}')}" for seat, chips in value.items())
    return ", ".join(f"seat {item}" if str(item).isdecimal() else str(item) for item in value)


def timing_text(when: str) -> str:
    """Return when a step is done, "" for at once."""
    kind, _, street = when.partition(":")
    return f"before the {street_word(street)}" if kind == "street" else LATER.get(kind, "")

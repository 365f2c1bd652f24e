"""A final ruling as it was made, to read: nothing of it is ever edited."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from floor_ui.basis import title
from floor_ui.facts import ALWAYS, COUNTED, LABELS
from floor_ui.timeline import Moment, moments
from floor_ui.waiting import Held, held_pots, what_of
from floor_ui.words import KINDS, LATER, decided
from poker.irregular.evaluate import OBJECTION
from poker.irregular.load import catalogue
from poker.irregular.reported import HEARD
from rulings.calls.models import Call, Ruling
from rulings.calls.roles import may
from rulings.wording.facts import LABELS as WORDED
from rulings.wording.facts import fact_label, fact_value, spoken
from rulings.wording.sayings import sentence, street_word, typeset
from tables.log import hand_told
from tables.models import Staff

PAID = "shares"  # who got a held pot


@dataclass(frozen=True)
class Given:
    """A fact as it was taken."""

    label: str
    value: str


@dataclass(frozen=True)
class Ordered:
    """A step as it was ordered. when: "" for at once."""

    say: str
    when: str


class RulingPage:
    """All that the page of a final ruling shows."""

    def __init__(self, ruling: Ruling, staff: Staff) -> None:
        self.ruling, self.staff = ruling, staff
        self.records = list(ruling.records.select_related("by").order_by("at", "id"))

    @property
    def call(self) -> Call | None:
        """The call that it answered."""
        return self.ruling.call

    @property
    def kind(self) -> str:
        """Ruling, appeal, correction or payment."""
        return KINDS.get(self.ruling.kind, self.ruling.kind)

    @property
    def decision(self) -> str:
        """Accepted, overridden, the dealer's, or that the pot is held."""
        return decided(self.ruling.decision, self.ruling.steps)

    @property
    def what(self) -> str:
        """What had happened."""
        return what_of(self.ruling.key)

    @property
    def result(self) -> str:
        """The ruling in one sentence."""
        return spoken(self.ruling.result)

    @property
    def proposed(self) -> str:
        """What the house's rule had said, where it was overridden."""
        if self.ruling.decision != Ruling.Decision.OVERRIDDEN:
            return ""
        return spoken(str(self.ruling.proposal.get("result", "")))

    @property
    def clause(self) -> str:
        """By which rulebook, version and clause."""
        return title(self.ruling.book, self.ruling.version, self.ruling.clause)

    @property
    def text(self) -> str:
        """The clause in words, as it was when it was ruled; as the program has it today where that was not kept."""
        if self.ruling.words:
            return str(self.ruling.words["text"])
        row = catalogue().rows.get(self.ruling.key)
        return row.text if row and row.clause == self.ruling.clause else ""

    @property
    def steps(self) -> tuple[Ordered, ...]:
        """What the dealer was told to do."""
        return tuple(
            Ordered(spoken(step["say"]), when_words(step.get("when", "now")))
            for step in self.ruling.steps
            if step.get("say") and step.get("when") != "lies"
        )

    @property
    def left(self) -> int | None:
        """Steps that are still open at the table, None where another ruling or hand came since."""
        remedy = self.ruling.table.view.get("remedy")
        if not remedy or remedy["ruling"] != self.ruling.number:
            return None
        return len(remedy["steps"])

    @property
    def facts(self) -> tuple[Given, ...]:
        """The facts that the ruling is about: where the hand was, what the row looks at, what people said."""
        return tuple(self._facts(self._named()))

    @property
    def others(self) -> tuple[Given, ...]:
        """What else was known then and has a name that people use."""
        named = self._named()
        left = [name for name in self.ruling.facts if name not in named and _has_words(name)]
        return tuple(self._facts(left))

    def _named(self) -> list[str]:
        row = catalogue().rows.get(self.ruling.key)
        said = self.call.facts if self.call else {}
        asked = row.facts if row else ()
        names = [*ALWAYS, *asked, *said, *self._deciding(), HEARD, PAID, OBJECTION, *COUNTED]
        return [one for one in dict.fromkeys(names) if one in self.ruling.facts and _has_words(one)]

    def _deciding(self) -> list[str]:
        """What the line of the decision table looked at."""
        row = catalogue().rows.get(self.ruling.key)
        lines = row.rule if row else ()
        return [name for one in lines if one.id == self.ruling.outcome for name in one.condition]

    def _facts(self, names: list[str]) -> Iterator[Given]:
        known = catalogue().facts
        for name in names:
            value, fact = self.ruling.facts[name], known.get(name)
            if name in (HEARD, PAID):
                yield Given("Heard" if name == HEARD else "Paid", _listed(value))
                continue
            label = LABELS.get(name) or typeset(fact_label(name, fact))
            yield Given(label, sentence(fact_value(name, value, fact)))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The hand's log."""
        return moments(hand_told(self.ruling.table.stream, self.ruling.hand))

    @property
    def held(self) -> Held | None:
        """The pot that this ruling holds."""
        pots = held_pots(self.ruling.room)
        return next((pot for pot in pots if pot.ruling and pot.ruling.pk == self.ruling.pk), None)

    @property
    def may_record(self) -> bool:
        """Whether an appeal or a correction can be recorded here."""
        ours = self.ruling.kind == Ruling.Kind.RULING
        return ours and may(self.staff, "appeal")

    @property
    def may_pay(self) -> bool:
        """Whether a held pot can be paid here."""
        return may(self.staff, "rule")


def _has_words(name: str) -> bool:
    """Whether people know a fact by a name; the engine's own ones are for the log alone."""
    return name in (HEARD, PAID) or name in WORDED or name in LABELS or name in catalogue().facts


def _listed(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"seat {seat} {spoken(f'¤{chips}')}" for seat, chips in value.items())
    return ", ".join(f"seat {one}" if str(one).isdecimal() else str(one) for one in value)


def when_words(when: str) -> str:
    """When a step is done, "" for at once."""
    kind, _, street = when.partition(":")
    return f"before the {street_word(street)}" if kind == "street" else LATER.get(kind, "")

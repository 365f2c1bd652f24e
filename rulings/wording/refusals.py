"""A refusal as a sentence that a dealer understands: what is wrong, then what to do."""

from collections.abc import Mapping
from typing import Protocol

from rulings.wording.refusal_table import SENTENCES
from rulings.wording.sayings import card, listed, money, sentence, typeset

# Facts that are sums of money; all others are said as they are.
SUMS = frozenset(
    [
        "amount",
        "bet",
        "blind",
        "call",
        "committed",
        "full",
        "has",
        "least",
        "most",
        "owed",
        "smallest",
        "stack",
        "to",
        "ante",
        "bring_in",
        "small",
        "big",
    ]
)
CARDS = frozenset({"card", "cards"})
ITS_OWN = {
    ("pot_known", "pot"),
    ("shares_do_not_add_up", "paid"),
    ("shares_do_not_add_up", "pot"),
    ("more_than_put_in", "asked"),
}
COUNTS = {
    (code, "most") for code in ("too_many_seats", "seat_count", "draw_too_many", "too_many_facts")
}


class Refused(Protocol):
    """What a sentence needs of `poker.refusal.Refusal`."""

    @property
    def code(self) -> str:
        """Stable word for the reason."""

    @property
    def rule(self) -> str:
        """Clause that says so, or nothing."""

    @property
    def facts(self) -> Mapping[str, object]:
        """Seats and amounts."""


class _Said(dict[str, str]):
    """Facts in words; one that is missing leaves a gap instead of an error at the table."""

    def __missing__(self, name: str) -> str:
        return "?"


def citation(rule: str) -> str:
    """ "Rule S-081", "House rule H-03"."""
    if not rule:
        return ""
    return f"House rule {rule}" if rule.startswith("H-") else f"Rule {rule}"


def refusal(refused: Refused) -> str:
    """The sentence, its rule in brackets; a code without one gets a general sentence, never an error."""
    template = SENTENCES.get(refused.code)
    if template is None:
        told = refused.code.replace("_", " ")
        template = f"Not recorded: {told}. Look at the table and try again, or call the floor."
    facts = {name: _said(refused.code, name, value) for name, value in refused.facts.items()}
    text = sentence(template.format_map(_Said(facts)))
    rule = citation(refused.rule)
    return typeset(f"{text} ({rule})" if rule else text)


def _said(code: str, name: str, value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    is_sum = name in SUMS and (code, name) not in COUNTS
    if isinstance(value, int) and (is_sum or (code, name) in ITS_OWN):
        return money(value)
    if isinstance(value, list | tuple):
        return listed([_said(code, name, item) for item in value], "and")
    return card(str(value)) if name in CARDS else str(value)

"""Refusals as messages for the dealer: what is wrong, then what to do."""

from collections.abc import Mapping
from typing import Protocol

from poker.formatting import as_sentence, card, listed, money, smart_quotes
from poker.irregularities.templates import singular
from rulings.messages.refusal_table import MESSAGES

# Facts that are amounts of money; all others are shown unchanged.
AMOUNT_FACTS = frozenset(
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
AMOUNTS_BY_CODE = {
    ("pot_known", "pot"),
    ("shares_do_not_add_up", "paid"),
    ("shares_do_not_add_up", "pot"),
    ("more_than_put_in", "asked"),
}
COUNTS_BY_CODE = {
    (code, "most") for code in ("too_many_seats", "seat_count", "draw_too_many", "too_many_facts")
}


class RefusalLike(Protocol):
    """The part of `poker.refusal.Refusal` that a message needs."""

    @property
    def code(self) -> str:
        """Return the stable code of the reason."""

    @property
    def rule(self) -> str:
        """Return the clause, "" if there is none."""

    @property
    def facts(self) -> Mapping[str, object]:
        """Return the facts, such as seats and amounts."""


class _FactTexts(dict[str, str]):
    """Facts as text; a missing one appears as "?" instead of raising an error at the table."""

    def __missing__(self, name: str) -> str:
        return "?"


def citation(rule: str) -> str:
    """Return a citation: "Rule S-081", "House rule H-03"."""
    if not rule:
        return ""
    return f"House rule {rule}" if rule.startswith("H-") else f"Rule {rule}"


def refusal(refused: RefusalLike) -> str:
    """Return the message with its rule in parentheses; an unknown code gets a general message, never an error."""
    template = MESSAGES.get(refused.code)
    if template is None:
        message = refused.code.replace("_", " ")
        template = f"Not logged: {message}. Check the table and try again, or call the floor."
    facts = {name: _fact_text(refused.code, name, value) for name, value in refused.facts.items()}
    text = singular(as_sentence(template.format_map(_FactTexts(facts))))
    rule = citation(refused.rule)
    return smart_quotes(f"{text} ({rule})" if rule else text)


def _fact_text(code: str, name: str, value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    is_sum = name in AMOUNT_FACTS and (code, name) not in COUNTS_BY_CODE
    if isinstance(value, int) and (is_sum or (code, name) in AMOUNTS_BY_CODE):
        return money(value)
    if isinstance(value, list | tuple):
        return listed([_fact_text(code, name, item) for item in value], "and")
    return card(str(value)) if name in CARDS else str(value)

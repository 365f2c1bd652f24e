"""Refusals as messages: what is wrong, what to do, and the rule. The sentences are in the catalogue."""

from collections.abc import Mapping
from typing import Protocol

from poker.currency import amounts_of
from poker.formatting import as_sentence, card, listed, money, smart_quotes
from poker.irregularities.templates import singular
from web.messages.catalogue import ADVICE, FIELD, MESSAGES, STATUS, UNDERSTOOD_AND_REFUSED, Reader
from web.messages.refusal_floor import CONDITIONS

LONGEST = 200  # characters of a typed fact that are shown


class RefusalLike(Protocol):
    """The part of `poker.refusal.Refusal` that a message needs."""

    @property
    def code(self) -> str:
        pass

    @property
    def rule(self) -> str:
        """Return the clause of the rule, "" if there is none."""

    @property
    def in_chips(self) -> bool:
        """Return whether the amounts are tournament chips."""

    @property
    def facts(self) -> Mapping[str, object]:
        """Return the facts by name, such as seats and amounts."""


class _Fact:
    """A fact in a sentence. `{amount:money}` formats it as money, `{cards:card}` as card faces,
    `{why:condition}` a promotion's condition."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, kind: str) -> str:
        value = self.value
        if isinstance(value, list | tuple):
            return listed([format(_Fact(item), kind) for item in value], "and")
        if isinstance(value, bool) or value is None:
            return ""
        if kind == "money" and isinstance(value, int):
            return money(value)
        if kind == "condition":
            return CONDITIONS.get(str(value), str(value))
        if kind == "card":
            return card(str(value))
        return str(value)[:LONGEST]


class _Facts(dict[str, _Fact]):
    """The facts of a refusal. A missing fact is shown as "?", so that no error stops the table."""

    def __missing__(self, name: str) -> _Fact:
        return _Fact("?")


def citation(rule: str) -> str:
    """Return a citation such as "Rule S-081" or "House rule H-03"."""
    if not rule:
        return ""
    return f"House rule {rule}" if rule.startswith("H-") else f"Rule {rule}"


def refusal_message(refused: RefusalLike, reader: Reader = "") -> str:
    """Return the message with its rule in parentheses. An unknown code gets a general message, never an error.

    Amounts of a tournament's table are written in chips.
    """
    with amounts_of(in_chips=refused.in_chips):
        return _message(refused, reader)


def _message(refused: RefusalLike, reader: Reader) -> str:
    template = MESSAGES.get(refused.code)
    if template is None:
        message = refused.code.replace("_", " ")
        template = f"Not logged: {message}. Check the table and try again, or call the floor."
    if advice := ADVICE[reader].get(refused.code):
        template = f"{template} {advice}"
    facts = _Facts({name: _Fact(value) for name, value in refused.facts.items()})
    text = singular(as_sentence(template.format_map(facts)))
    rule = citation(refused.rule)
    return smart_quotes(f"{text} ({rule})" if rule else text)


def refusal(refused: RefusalLike) -> str:
    """Return the message for a dealer, who has UNDO and FLOOR."""
    return refusal_message(refused, "dealer")


def http_status(refused: RefusalLike) -> int:
    """Return the HTTP status of a refusal, the same on every page and in the API."""
    return STATUS.get(refused.code, UNDERSTOOD_AND_REFUSED)


def field_of(refused: RefusalLike) -> str | None:
    """Return the form field that a refusal is about; None if it is about the whole form."""
    return FIELD.get(refused.code)


# Another person has to sign. The message names that person.
ABOUT_ROLE = (
    "not_allowed",
    "own_call",
    "same_agent",
    "no_supervisor",
    "other_agent",
)


def is_about_role(refusal: RefusalLike | None) -> bool:
    """Return whether a refusal concerns the signer's role, so that retyping the same PIN can't help."""
    return refusal is not None and refusal.code in ABOUT_ROLE

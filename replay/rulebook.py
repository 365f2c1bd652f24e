"""The house rules that a hand was dealt under, in the rulebook's words: for who reads evidence elsewhere."""

from typing import Any

from poker.irregular.load import catalogue
from poker.rules import HouseRules
from rulings.calls.models import Ruling
from rulings.rulebook import rulebook


def rules_said(rules: HouseRules, rulings: list[Ruling]) -> dict[str, Any]:
    """Version and book, every setting with its clause and words, and the clauses that rulings rest on."""
    return {
        "book": rules.book or "of the room",
        "version": rules.version,
        "settings": [
            {
                "clause": setting.clause,
                "number": setting.number,
                "question": setting.question,
                "value": getattr(rules, setting.field),
                "text": option.text if option else "",
            }
            for setting in rulebook().settings()
            for option in [setting.option_of(getattr(rules, setting.field))]
        ],
        "clauses": [{"clause": clause, "text": text} for clause, text in _clauses(rulings)],
    }


def _clauses(rulings: list[Ruling]) -> list[tuple[str, str]]:
    """As the program has them today; a clause that was renamed since has no text."""
    rows = catalogue().rows
    found = {}
    for ruling in rulings:
        row = rows.get(ruling.key)
        if ruling.clause:
            found[ruling.clause] = row.text if row and row.clause == ruling.clause else ""
    return sorted(found.items())

"""The house rules of a hand and the clauses of its rulings, in words: for who reads evidence elsewhere."""

from collections.abc import Iterable
from typing import Any

from poker.irregular.load import catalogue
from poker.rules import HouseRules
from rulings.calls.basis import setting_said, words_of
from rulings.calls.models import Ruling
from rulings.rulebook import rulebook
from tables.in_force import rules_of
from tables.models import RulesFrom

THEN, NOW = "as they were when it was ruled", "as this program has them"


def rules_said(rules: HouseRules, rulings: Iterable[Ruling]) -> dict[str, Any]:
    """Version and book that the hand was dealt under, every setting, and what each of its rulings rests on."""
    return {
        "book": rules.book or "of the room",
        "version": rules.version,
        "settings": [setting_said(one, rules) for one in rulebook().settings()],
        "clauses": [clause_said(one) for one in rulings if one.clause and one.about_id is None],
    }


def clause_said(ruling: Ruling) -> dict[str, Any]:
    """The clause of a ruling under its own book and version. words: as they were, or which others they are.

    A clause that was renamed since has no text; settings of a version that nobody finds are left out.
    """
    kept = ruling.words or _today(ruling)
    return {
        "ruling": ruling.number,
        "clause": ruling.clause,
        "book": ruling.book or "of the room",
        "version": ruling.version,
        "words": THEN if ruling.words else NOW,
        "title": kept["title"],
        "text": kept["text"],
        "settings": kept["settings"],
    }


def _today(ruling: Ruling) -> dict[str, Any]:
    row = catalogue().rows.get(ruling.key)
    if row is None or row.clause != ruling.clause:
        return {"title": "", "text": "", "settings": []}
    rules = _rules(ruling)
    return words_of(row, rules) if rules else words_of(row, HouseRules()) | {"settings": []}


def _rules(ruling: Ruling) -> HouseRules | None:
    """Its version's settings; versions are never changed."""
    of = {"table": ruling.table_id} if ruling.book else {"table": None, "room": ruling.room_id}
    found = RulesFrom.objects.filter(**of, version=ruling.version).first()
    if found is None and ruling.version == 1 and not ruling.book:
        return HouseRules()  # a room without a rulebook plays by the guides' defaults
    return rules_of(found) if found else None

"""The house rules of a hand and the clauses of its rulings as text, for readers of evidence outside the room."""

from collections.abc import Iterable

from poker.irregularities.load import catalogue
from poker.rules import HouseRules
from rulings.calls.cited_text import cited_text, setting_text
from rulings.calls.models import Ruling
from rulings.rulebook import rulebook
from tables.effective_rules import rules_of
from tables.models import EffectiveRules

STORED_TEXT = "as they were at the ruling"
CURRENT_TEXT = "as this version has them"


def rules_text(rules: HouseRules, rulings: Iterable[Ruling]) -> dict[str, object]:
    """Return version and book of the hand's rules, every setting, and the basis of each of its rulings."""
    return {
        "book": rules.book or "of the room",
        "version": rules.version,
        "settings": [setting_text(setting, rules) for setting in rulebook().settings()],
        "clauses": [
            clause_text(ruling) for ruling in rulings if ruling.clause and ruling.about_id is None
        ],
    }


def clause_text(ruling: Ruling) -> dict[str, object]:
    """Return the clause of a ruling under its own book and version.

    `words` in the result tells the stored text of the ruling from the current text. A clause renamed since
    then has no text; settings of an unknown version are left out.
    """
    clause = ruling.words or _today(ruling)
    return {
        "ruling": ruling.number,
        "clause": ruling.clause,
        "book": ruling.book or "of the room",
        "version": ruling.version,
        "words": STORED_TEXT if ruling.words else CURRENT_TEXT,
        "title": clause["title"],
        "text": clause["text"],
        "settings": clause["settings"],
    }


def _today(ruling: Ruling) -> dict[str, object]:
    row = catalogue().rows.get(ruling.key)
    if row is None or row.clause != ruling.clause:
        return {"title": "", "text": "", "settings": []}
    rules = _rules(ruling)
    return cited_text(row, rules) if rules else cited_text(row, HouseRules()) | {"settings": []}


def _rules(ruling: Ruling) -> HouseRules | None:
    """Return the settings of the ruling's version, which never change."""
    of = {"table": ruling.table_id} if ruling.book else {"table": None, "room": ruling.room_id}
    rules_from = EffectiveRules.objects.filter(**of, version=ruling.version).first()
    if rules_from is None and ruling.version == 1 and not ruling.book:
        return HouseRules()  # a room without a rulebook uses the defaults of the guides
    return rules_of(rules_from) if rules_from else None

"""The words that a ruling rests on, kept with it as they were: the clause, and the settings that its row reads."""

from collections.abc import Iterator
from typing import Any

from poker.irregular.model import Row
from poker.rules import HouseRules
from rulings.rulebook import rulebook
from rulings.rulebook.model import Setting

HOUSE = "house."


def words_of(row: Row, rules: HouseRules) -> dict[str, Any]:
    """Of this program and these rules: {clause, title, text, settings}; settings as `setting_said`."""
    return {
        "clause": row.clause,
        "title": row.title,
        "text": row.text,
        "settings": [setting_said(one, rules) for one in _read_by(row)],
    }


def setting_said(setting: Setting, rules: HouseRules) -> dict[str, Any]:
    """A setting with what was chosen: clause, number, question, value, and the option's own words."""
    value = getattr(rules, setting.field)
    option = setting.option_of(value)
    return {
        "clause": setting.clause,
        "number": setting.number,
        "question": setting.question,
        "value": value,
        "text": option.text if option else "",
    }


def _read_by(row: Row) -> Iterator[Setting]:
    """The settings that its decision table asks, in the rulebook's order."""
    asked = {name for rule in row.rule for name in rule.condition}
    fields = {name.removeprefix(HOUSE) for name in asked if name.startswith(HOUSE)}
    yield from (one for one in rulebook().settings() if one.field in fields)

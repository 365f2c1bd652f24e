"""The text a ruling is based on, stored with it: the clause, and the settings in its decision table."""

from collections.abc import Iterator

from poker.irregularities.model import Irregularity
from poker.rules import HouseRules
from rulings.rulebook import rulebook
from rulings.rulebook.model import Setting

HOUSE = "house."


def cited_text(row: Irregularity, rules: HouseRules) -> dict[str, object]:
    """Return the current text: {clause, title, text, settings}; settings as in `setting_text`."""
    return {
        "clause": row.clause,
        "title": row.title,
        "text": row.text,
        "settings": [setting_text(setting, rules) for setting in _settings_read(row)],
    }


def setting_text(setting: Setting, rules: HouseRules) -> dict[str, object]:
    """Return a setting with its choice: clause, number, question, value, and the option's text."""
    value = getattr(rules, setting.field)
    option = setting.option_of(value)
    return {
        "clause": setting.clause,
        "number": setting.number,
        "question": setting.question,
        "value": value,
        "text": option.text if option else "",
    }


def _settings_read(row: Irregularity) -> Iterator[Setting]:
    """Yield the settings that the decision table reads, in the rulebook's order."""
    names = {name for rule in row.rule for name in rule.condition}
    fields = {name.removeprefix(HOUSE) for name in names if name.startswith(HOUSE)}
    yield from (setting for setting in rulebook().settings() if setting.field in fields)

"""How the house runs its lists: minutes and counts that a supervisor sets, within what makes sense."""

from collections.abc import Mapping
from dataclasses import dataclass

from poker.refusal import Refusal
from poker.waiting.state import Policy


@dataclass(frozen=True, slots=True)
class Field:
    """One number of the policy, from `least` to `most`."""

    name: str
    label: str
    least: int
    most: int


FIELDS = (
    Field("call_minutes", "Minutes to answer a call", 1, 60),
    Field("hold_minutes", "Minutes to arrive at a held seat", 1, 120),
    Field("call_in_minutes", "Minutes until a call-in lapses", 5, 720),
    Field("passes", "Calls that may be passed on", 0, 10),
    Field("most_lists", "Lists for one player", 1, 20),
)


def policy_of(form: Mapping[str, str]) -> Policy:
    """The policy that a form says. Refuses `policy_number`."""
    said = {field.name: _number(field, form.get(field.name, "")) for field in FIELDS}
    return Policy(**said, locals_first=form.get("locals_first") == "yes")


def _number(field: Field, text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
    if not field.least <= number <= field.most:
        what = field.label.lower()
        raise Refusal("policy_number", "", what=what, least=field.least, most=field.most)
    return number

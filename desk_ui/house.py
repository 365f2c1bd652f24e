"""How the house runs its lists: minutes and counts that a supervisor sets, within what makes sense."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from poker.refusal import Refusal
from poker.waiting.state import Owes, Policy, Source


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


# No guide says who is offered a chair first, or what a change of chairs costs: the words of the room's choices.
SOURCES: dict[Source, str] = {
    "seat_change": "Seat changes at the table",
    "table_change": "Table changes",
    "must_move": "Must-move tables",
    "list": "The list of the game",
}
OWES: dict[Owes, str] = {
    "away": "a way in, when it leads away from the blinds",
    "always": "a way in, always",
    "never": "nothing",
}


def policy_of(form: Mapping[str, str], before: Policy) -> Policy:
    """The policy that a form says; choices that it does not have stay. Refuses `policy_number`, `policy_order`."""
    numbers: dict[str, Any] = {
        field.name: _number(field, form.get(field.name, "")) for field in FIELDS
    }
    owes = form.get("seat_change_owes", before.seat_change_owes)
    above = form.get("above_most", "yes" if before.above_most else "no")
    if owes not in OWES or above not in ("yes", "no"):
        raise Refusal("policy_choice")
    return replace(
        before,
        **numbers,
        locals_first=form.get("locals_first") == "yes",
        order=_order(form, before.order),
        seat_change_owes=owes,
        above_most=above == "yes",
    )


def _order(form: Mapping[str, str], before: tuple[Source, ...]) -> tuple[Source, ...]:
    places = tuple(f"order_{place}" for place in range(1, len(SOURCES) + 1))
    said = [form.get(place, now) for place, now in zip(places, before, strict=True)]
    if sorted(said) != sorted(SOURCES):
        raise Refusal("policy_order")
    return tuple(source for name in said for source in SOURCES if source == name)


def _number(field: Field, text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
    if not field.least <= number <= field.most:
        what = field.label.lower()
        raise Refusal("policy_number", "", what=what, least=field.least, most=field.most)
    return number

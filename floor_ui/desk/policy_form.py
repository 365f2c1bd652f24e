"""The waitlist policy form: minutes and counts that a supervisor sets, within bounds."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from poker.refusal import Refusal
from poker.waitlist.state import Owes, Source, WaitlistPolicy


@dataclass(frozen=True, slots=True)
class PolicyField:
    """A number of the policy, from `least` to `most`."""

    name: str
    label: str
    minimum: int
    maximum: int


FIELDS = (
    PolicyField("call_minutes", "Minutes to answer a call", 1, 60),
    PolicyField("hold_minutes", "Minutes to reach a held seat", 1, 120),
    PolicyField("call_in_minutes", "Minutes a call-in is kept", 5, 720),
    PolicyField("passes", "Passes allowed", 0, 10),
    PolicyField("most_lists", "Lists per player", 1, 20),
)


# House choices: no guide says who is offered a seat first, or what a seat change costs.
SOURCES: dict[Source, str] = {
    "seat_change": "Seat changes",
    "table_change": "Table changes",
    "must_move": "Must-move tables",
    "list": "The game's list",
}
OWES: dict[Owes, str] = {
    "away": "post or wait, if it moves away from the blinds",
    "always": "always post or wait",
    "never": "nothing",
}


def parse_policy(form: Mapping[str, str], before: WaitlistPolicy) -> WaitlistPolicy:
    """Parse the policy; choices missing from the form stay. Raises `Refusal`: `policy_number`, `policy_order`."""
    numbers: dict[str, object] = {
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
    positions = tuple(f"order_{position}" for position in range(1, len(SOURCES) + 1))
    text = [form.get(position, now) for position, now in zip(positions, before, strict=True)]
    if sorted(text) != sorted(SOURCES):
        raise Refusal("policy_order")
    return tuple(source for name in text for source in SOURCES if source == name)


def _number(field: PolicyField, text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
    if not field.minimum <= number <= field.maximum:
        what = field.label.lower()
        raise Refusal("policy_number", "", what=what, least=field.minimum, most=field.maximum)
    return number

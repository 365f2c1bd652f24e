"""The waitlist policy form: minutes and counts that a supervisor sets, within bounds."""

from django.http import QueryDict
from msgspec.structs import replace

from poker.refusal import Refusal
from waitlist.rules.state import Owes, Source, WaitlistPolicy
from web.posted import Flag, OptionalText, PolicyNumber, Posted


class PolicyForm(Posted):
    """The choices of the policy. A choice missing from the page is None."""

    locals_first: Flag
    seat_change_owes: OptionalText
    above_most: OptionalText
    order_1: OptionalText
    order_2: OptionalText
    order_3: OptionalText
    order_4: OptionalText


POLICY_FIELDS = (
    PolicyNumber("call_minutes", "Minutes to answer a call", 1, 60),
    PolicyNumber("hold_minutes", "Minutes to reach a held seat", 1, 120),
    PolicyNumber("call_in_minutes", "Minutes a call-in is kept", 5, 720),
    PolicyNumber("passes", "Passes allowed", 0, 10),
    PolicyNumber("most_lists", "Lists per player", 1, 20),
)
# House choices: no guide defines who is offered a seat first, or what a seat change costs.
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


def parse_policy(posted: QueryDict, before: WaitlistPolicy) -> WaitlistPolicy:
    """Parse the policy; choices missing from the form keep their values.

    Raises `Refusal`: `policy_number`, `policy_order`.
    """
    numbers = {number.name: number.read(posted) for number in POLICY_FIELDS}
    form = PolicyForm.read(posted)
    owes = before.seat_change_owes if form.seat_change_owes is None else form.seat_change_owes
    kept = "yes" if before.above_most else "no"
    above = kept if form.above_most is None else form.above_most
    if owes not in OWES or above not in ("yes", "no"):
        raise Refusal("policy_choice")
    return replace(
        before,
        **numbers,
        locals_first=form.locals_first,
        order=_order(form, before.order),
        seat_change_owes=owes,
        above_most=above == "yes",
    )


def _order(form: PolicyForm, before: tuple[Source, ...]) -> tuple[Source, ...]:
    posted = (form.order_1, form.order_2, form.order_3, form.order_4)
    text = [now if name is None else name for name, now in zip(posted, before, strict=True)]
    if sorted(text) != sorted(SOURCES):
        raise Refusal("policy_order")
    return tuple(source for name in text for source in SOURCES if source == name)

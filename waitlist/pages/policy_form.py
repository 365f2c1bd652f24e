"""The waitlist policy form: minutes and counts that a supervisor sets, within bounds."""

from django.http import QueryDict
from msgspec.structs import replace

from poker.refusal import Refusal
from waitlist.rules.state import Owes, Source, WaitlistPolicy
from web.posted_fields import Flag, OptionalText, PolicyNumber, PostedForm


class PolicyForm(PostedForm):
    """The policy. Choices missing from the page are None."""

    call_minutes = PolicyNumber("Minutes to answer a call", 1, 60)
    hold_minutes = PolicyNumber("Minutes to reach a held seat", 1, 120)
    call_in_minutes = PolicyNumber("Minutes a call-in is kept", 5, 720)
    passes = PolicyNumber("Passes allowed", 0, 10)
    most_lists = PolicyNumber("Lists per player", 1, 20)
    locals_first = Flag()
    seat_change_owes = OptionalText()
    above_most = OptionalText()
    order_1 = OptionalText()
    order_2 = OptionalText()
    order_3 = OptionalText()
    order_4 = OptionalText()


POLICY_FIELDS = (
    PolicyForm.call_minutes,
    PolicyForm.hold_minutes,
    PolicyForm.call_in_minutes,
    PolicyForm.passes,
    PolicyForm.most_lists,
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


def parse_policy(posted: QueryDict, before: WaitlistPolicy) -> WaitlistPolicy:
    """Parse the policy; choices missing from the form stay. Raises `Refusal`: `policy_number`, `policy_order`."""
    form = PolicyForm(posted).read()
    owes = before.seat_change_owes if form.seat_change_owes is None else form.seat_change_owes
    kept = "yes" if before.above_most else "no"
    above = kept if form.above_most is None else form.above_most
    if owes not in OWES or above not in ("yes", "no"):
        raise Refusal("policy_choice")
    return replace(
        before,
        **{field.name: form.cleaned_data[field.name] for field in POLICY_FIELDS},
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

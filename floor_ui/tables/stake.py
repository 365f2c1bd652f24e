"""What somebody sits down with, as a form says it: bought, or brought along because the house moved him (S-003)."""

from typing import cast, get_args

from django import forms

from floor_ui.tables.roles import SUPERVISES
from poker.refusal import Refusal
from poker.state import Transfer
from tables.lifecycle import Stake
from tables.models import Staff
from tables.money_fields import to_cents

# Must-move has a way of its own, with every chip (S-004).
REASONS = {
    "broken_game": "a similar game broke",
    "limit_changed": "its limit was changed",
    "related": "a related reason, in words",
}


def stake_of(*, chips: str, reason: str, said: str, staff: Staff) -> Stake:
    """Bought by whoever seats, brought by supervisors only. Refuses `no_sum`, `not_allowed`."""
    stack = _sum(chips) if chips else None
    if not reason:
        return Stake(stack)
    if reason not in REASONS or reason not in get_args(Transfer):
        raise Refusal("no_sum", "S-003", value=reason[:20])
    if not staff.user.has_perm(SUPERVISES):
        raise Refusal("not_allowed", "S-003", name=staff.alias, who="supervisors")
    return Stake(stack, None, cast(Transfer, reason), said, staff.key)


def _sum(text: str) -> int:
    try:
        amount = to_cents(text)
    except forms.ValidationError as error:
        raise Refusal("no_sum", "S-007", value=text[:20]) from error
    if amount <= 0:
        raise Refusal("no_sum", "S-007", value=text[:20])
    return amount

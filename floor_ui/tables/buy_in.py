"""The buy-in of a seating form: bought, or brought along in a house transfer (S-003)."""

from typing import cast, get_args

from django import forms

from floor_ui.tables.permissions import SUPERVISES
from poker.refusal import Refusal
from poker.state import Transfer
from staff.models import Staff
from tables.lifecycle import BuyIn
from tables.money_fields import to_cents

# Must-move has a separate form, with all chips (S-004).
REASONS = {
    "broken_game": "a similar game broke",
    "limit_changed": "limit changed",
    "related": "another reason (explain)",
}


def stake_of(*, chips: str, reason: str, text: str, staff: Staff) -> BuyIn:
    """Return the buy-in. Only supervisors may seat a house transfer. Raises `Refusal`: `no_sum`, `not_allowed`."""
    stack = _sum(chips) if chips else None
    if not reason:
        return BuyIn(stack)
    if reason not in REASONS or reason not in get_args(Transfer):
        raise Refusal("no_sum", "S-003", value=reason[:20])
    if not staff.user.has_perm(SUPERVISES):
        raise Refusal("not_allowed", "S-003", name=staff.alias, who="supervisors")
    return BuyIn(stack, None, cast(Transfer, reason), text, staff.key)


def _sum(text: str) -> int:
    try:
        amount = to_cents(text)
    except forms.ValidationError as error:
        raise Refusal("no_sum", "S-007", value=text[:20]) from error
    if amount <= 0:
        raise Refusal("no_sum", "S-007", value=text[:20])
    return amount

"""The buy-in of a seating form: bought, or brought along in a house transfer (S-003)."""

from typing import cast, get_args

from poker.refusal import Refusal
from poker.state import Transfer
from staff.models import Staff
from staff.permissions import require
from tables.lifecycle import BuyIn

# Must-move has a separate form, with all chips (S-004).
REASONS = {
    "broken_game": "a similar game broke",
    "limit_changed": "limit changed",
    "related": "another reason (explain)",
}


def buy_in_of(*, stack: int | None, reason: str, text: str, staff: Staff) -> BuyIn:
    """Return the buy-in. Only supervisors may seat a house transfer.

    Raises `Refusal`: `buy_in_reason`, `not_allowed`.
    """
    if not reason:
        return BuyIn(stack)
    if reason not in REASONS or reason not in get_args(Transfer):
        raise Refusal("buy_in_reason", "S-003")
    require(staff, "tables.supervise")
    return BuyIn(stack, None, cast(Transfer, reason), text, staff.key)

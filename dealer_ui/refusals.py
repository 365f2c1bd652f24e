"""Refusals as responses: code, rule, facts, message, and the table's last entry."""

from django.http import HttpRequest, JsonResponse

from dealer_ui import messages
from poker.refusal import Refusal
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS

STATUS = {
    **SIGN_IN_STATUS,
    "bad_command": 400,
    "bad_seat": 400,
    "bad_amount": 400,
    "bad_count": 400,
    "bad_request": 400,
    "unknown_command": 400,
    "unknown_device": 401,
    # The tablet keeps a command that got 403 until a dealer has signed in, and sends it again.
    "not_signed_in": 403,
    "other_dealer": 403,
    "bad_code": 403,
    "not_a_dealer": 403,
    "page_too_old": 403,
    "unknown_table": 404,
    "stale": 409,
    "id_reused": 409,
    "hand_finished": 409,
    "too_large": 413,
    "too_busy": 429,
    "not_json": 415,
}
DEFAULT_STATUS = 422  # understood, and refused by the rules


def refused(refusal: Refusal, *, seq: int) -> JsonResponse:
    """Return the response to a refused command."""
    head = refusal.facts.get("head")
    return JsonResponse(
        {
            "code": refusal.code,
            "rule": refusal.rule,
            "facts": refusal.facts,
            "message": messages.refusal(refusal),
            "seq": head if isinstance(head, int) else seq,
        },
        status=STATUS.get(refusal.code, DEFAULT_STATUS),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Return the same format for a page whose CSRF token is missing or too old."""
    return refused(Refusal("page_too_old"), seq=0)

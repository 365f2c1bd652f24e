"""Refusals as answers: code, rule, facts, the sentence, and where the table stands."""

from django.http import HttpRequest, JsonResponse

from dealer_ui import words
from poker.refusal import Refusal

STATUS = {
    "bad_command": 400,
    "bad_seat": 400,
    "bad_amount": 400,
    "bad_count": 400,
    "bad_request": 400,
    "unknown_command": 400,
    "unknown_device": 401,
    # The tablet keeps a command that got 403 until somebody has signed in, and sends it again.
    "not_signed_in": 403,
    "other_dealer": 403,
    "bad_sign_in": 403,
    "bad_code": 403,
    "not_a_dealer": 403,
    "page_too_old": 403,
    "unknown_table": 404,
    "stale": 409,
    "too_large": 413,
    "locked_out": 429,
}
OTHER = 422  # understood, and refused by the rules


def refused(refusal: Refusal, *, seq: int) -> JsonResponse:
    """The answer to a command that does not hold."""
    head = refusal.facts.get("head")
    return JsonResponse(
        {
            "code": refusal.code,
            "rule": refusal.rule,
            "facts": refusal.facts,
            "message": words.refusal(refusal),
            "seq": head if isinstance(head, int) else seq,
        },
        status=STATUS.get(refusal.code, OTHER),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """The same shape for a page whose token is missing or too old."""
    return refused(Refusal("page_too_old"), seq=0)

"""Refusals as responses: code, rule, facts, message, and the table's last entry."""

from django.http import HttpRequest, JsonResponse

from dealer_ui import messages
from poker.refusal import Refusal
from web.messages.refusals import http_status


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
        status=http_status(refusal),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Return a page's missing or expired CSRF token in the same format."""
    return refused(Refusal("page_too_old"), seq=0)

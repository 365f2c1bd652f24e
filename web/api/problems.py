"""Refusals and errors as problem details in one format (RFC 9457)."""

import logging

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpResponse
from rest_framework import exceptions as drf
from rest_framework.response import Response

from poker.refusal import Refusal
from web.api.responses import Problem
from web.messages.refusals import http_status, refusal_message

MEDIA = "application/problem+json"
_log = logging.getLogger("floorbook.api")


def problem(refusal: Refusal) -> Problem:
    facts = msgspec.to_builtins(refusal.facts, enc_hook=str, str_keys=True)
    return Problem(
        status=http_status(refusal),
        code=refusal.code,
        detail=refusal_message(refusal),
        rule=refusal.rule,
        facts=facts,
    )


def exception_response(exc: Exception, context: dict[str, object]) -> Response | None:
    """Return the response for an exception of a view; None for a fault, which Django logs and answers."""
    refusal = _refusal(exc)
    if refusal is None:
        return None
    answer = Response(problem(refusal), status=http_status(refusal), content_type=MEDIA)
    if answer.status_code == 401:
        answer["WWW-Authenticate"] = "Bearer"
    if answer.status_code == 429 and "seconds" in refusal.facts:
        answer["Retry-After"] = str(refusal.facts["seconds"])
    return answer


def _refusal(exc: Exception) -> Refusal | None:
    match exc:
        case Refusal():
            return exc
        case Http404() | drf.NotFound():
            return Refusal("not_found")
        case drf.NotAuthenticated() | drf.AuthenticationFailed():
            return Refusal("bad_token")
        case drf.MethodNotAllowed():
            return Refusal("bad_method", "", allowed="other methods")
        case drf.UnsupportedMediaType():
            return Refusal("bad_type")
        case RequestDataTooBig():
            return Refusal("too_large", "")
        case _:
            return None


def problem_response(code: str, status: int, detail: str) -> HttpResponse:
    """Return a problem response outside of any view."""
    problem = Problem(status=status, code=code, detail=detail)
    return HttpResponse(msgspec.json.encode(problem), status=status, content_type=MEDIA)

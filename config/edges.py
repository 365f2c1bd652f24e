"""What no page can answer, said as a page of one sentence: what nobody can read, what is not there, what failed.

Programs are told the same as a problem.
"""

import logging

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import DataError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin

from api.problems import plain
from dealer_ui.refusals import csrf_failure as tablet_csrf_failure

MOST_ROWS = 2**63 - 1  # that a database counts to
MOST_BYTES = 6_000_000  # of a request: the largest is a file of players
_log = logging.getLogger("floorbook.edges")
UNREADABLE = "That could not be read. Go back, load the page again, and send it once more."
NUL = "There is a sign in it that no keyboard types. Go back, and type it again."
TOO_LARGE = "That is more than the room takes at once. Go back, and send less."
NOT_HERE = "There is nothing at this address. It is of another room, or it is gone by now."
NOT_SO = "This address answers to another kind of request. Go back, load the page again, and use its keys."
NOT_FOR_YOU = "This is not for you. Sign in with another badge."
TOO_OLD = "This page is too old. Load it again, then send it once more."
FAILED = (
    "The room failed at that. Look whether it is done before you try it again, and tell a manager."
)


class ReadableMiddleware(MiddlewareMixin):
    """Stops what no database keeps in a text and what is too large, before anybody reads it."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """None for a request that a page may have."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length[:18]) > MOST_BYTES:
            return _page(request, TOO_LARGE, 413)
        try:
            texts = [request.path_info, *request.COOKIES.values(), *_texts(request.GET)]
            if request.method == "POST":
                texts += _texts(request.POST)  # of forms; a tablet's body is read by its own view
        except SuspiciousOperation:  # more fields, files or letters than the settings have
            return _page(request, TOO_LARGE, 413)
        except BadRequest:
            return _page(request, UNREADABLE, 400)
        return _page(request, NUL, 400) if any("\0" in text for text in texts) else None

    def process_view(
        self, request: HttpRequest, view: object, args: object, named: dict[str, object]
    ) -> HttpResponse | None:
        """A number in an address that no row can have is nobody's."""
        if any(isinstance(one, int) and one > MOST_ROWS for one in named.values()):
            return _page(request, NOT_HERE, 404)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What the database refuses to read: a number in a form that no row can have, a text longer than its column."""
        if not isinstance(error, OverflowError | DataError):
            return None
        _log.error("Nobody could read this: %s %s", request.method, request.path, exc_info=error)
        return _page(request, UNREADABLE, 400)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """405 has no handler of Django's own, and its page is empty; tablets and programs are told by theirs."""
        theirs = request.path_info.startswith(("/tablet/", "/api/"))
        if response.status_code != 405 or theirs:
            return response
        sentence = _page(request, NOT_SO, 405)
        sentence["Allow"] = response.get("Allow", "")
        return sentence


def _texts(sent: QueryDict) -> list[str]:
    return [text for name, values in sent.lists() for text in (name, *map(str, values))]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A page whose token is missing or too old; tablets are told in their own shape."""
    setattr(request, "too_old", True)  # noqa: B010  # requests declare none
    if request.path_info.startswith("/tablet/"):
        return tablet_csrf_failure(request, reason)
    return _page(request, TOO_OLD, 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return _page(request, UNREADABLE, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _page(request, NOT_FOR_YOU, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _page(request, NOT_HERE, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return _page(request, FAILED, 500)


CODES = {400: "bad_request", 403: "not_allowed", 404: "not_found", 413: "too_large", 500: "failed"}


def _page(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Made without the request's session, which may be what cannot be read."""
    if request.path_info.startswith("/api/v1/"):
        return plain(CODES[status], status, sentence)
    return HttpResponse(
        render_to_string("config/sentence.html", {"refused": sentence}), status=status
    )

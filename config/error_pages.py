"""Error pages of one sentence: malformed requests, pages not found, errors.

API clients get the same sentence as a problem document.
"""

import logging
import sys

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import DataError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin

from dealer_ui.refusals import csrf_failure as tablet_csrf_failure
from dealer_ui.refusals import refused as tablet_refused
from journal.log_context import request_id
from manage_ui.operations.views import PATH as OPERATIONS
from manage_ui.operations.views import page_without_database
from poker.refusal import Refusal
from staff.sign_in_rate import TooBusy
from web.api.problems import problem_response
from web.outages import MESSAGES, Outage, outage_of

MAX_ID = 2**63 - 1  # the largest integer of the database
RETRY_SECONDS = 10  # seconds until a page tries again
MAX_BYTES = 6_000_000  # largest request, such as a file of players
_log = logging.getLogger("floorbook.edges")
UNREADABLE = "That couldn't be read. Go back, reload the page, and send it again."
NUL = "It contains a character that can't be used. Go back and type it again."
TOO_LARGE = "That's too much at once. Go back and send less."
NOT_HERE = "Page not found. It may belong to another room, or it's gone."
NOT_SO = "That can't be opened this way. Go back, reload the page, and use its buttons."
NOT_FOR_YOU = "You don't have access. Sign in with another badge."
TOO_OLD = "This page is out of date. Reload it, then send it again."
BUSY = "Too many sign-ins at once. Wait a moment, then try again."
FAILED = (
    "Something went wrong. Check whether it went through before you try again, and tell a manager."
)


class MalformedInputMiddleware(MiddlewareMixin):
    """Rejects text the database cannot store and requests that are too large, before a view reads them."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Return an error page, or None for an acceptable request."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length[:18]) > MAX_BYTES:
            return _page(request, TOO_LARGE, 413)
        try:
            texts = [request.path_info, *request.COOKIES.values(), *_texts(request.GET)]
            if request.method == "POST":
                # Of forms; the view of a tablet's request reads its body.
                texts += _texts(request.POST)
        except SuspiciousOperation:  # more fields, files or characters than the settings allow
            return _page(request, TOO_LARGE, 413)
        except BadRequest:
            return _page(request, UNREADABLE, 400)
        return _page(request, NUL, 400) if any("\0" in text for text in texts) else None

    def process_view(
        self, request: HttpRequest, view: object, args: object, keywords: dict[str, object]
    ) -> HttpResponse | None:
        """Return 404 for a number in the URL that is too large for an ID."""
        if any(isinstance(item, int) and item > MAX_ID for item in keywords.values()):
            return _page(request, NOT_HERE, 404)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return 503 while the database can't be used, and 400 for values it rejects: a number too large for an ID, a
        text longer than its column.
        """
        if isinstance(error, TooBusy):
            return _busy(request, error)
        if outage := outage_of(error):
            return _unavailable(request, outage, error)
        if not isinstance(error, OverflowError | DataError):
            return None
        _log.error("Unreadable request: %s %s", request.method, request.path, exc_info=error)
        return _page(request, UNREADABLE, 400)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add a sentence to Django's empty 405 page; tablets and API clients have their own."""
        theirs = request.path_info.startswith(("/tablet/", "/api/"))
        if response.status_code != 405 or theirs:
            return response
        sentence = _page(request, NOT_SO, 405)
        sentence["Allow"] = response.get("Allow", "")
        return sentence


def _texts(data: QueryDict) -> list[str]:
    return [text for name, values in data.lists() for text in (name, *map(str, values))]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a missing or outdated CSRF token; tablets get their own format."""
    setattr(request, "too_old", True)  # noqa: B010  # requests declare none
    if request.path_info.startswith("/tablet/"):
        return tablet_csrf_failure(request, reason)
    return _page(request, TOO_OLD, 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, UNREADABLE, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, NOT_FOR_YOU, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, NOT_HERE, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page of a 500, with the id that finds its lines in the log."""
    error = sys.exc_info()[1]  # set because Django calls this while it handles the error
    if error is not None and (outage := outage_of(error)):
        return _unavailable(request, outage, error)
    number = request_id()
    number_text = f" Tell this number: {number}" if number else ""
    return _page(request, f"{FAILED}{number_text}", 500)


def _busy(request: HttpRequest, error: TooBusy) -> HttpResponse:
    """Return the 429 for too many sign-ins, with the seconds to wait."""
    if request.path_info.startswith("/tablet/"):
        refusal = Refusal("too_busy", "", seconds=error.seconds)
        response: HttpResponse = tablet_refused(refusal, seq=0)
    else:
        response = _page(request, BUSY, 429)
    response["Retry-After"] = str(error.seconds)
    return response


def _unavailable(request: HttpRequest, outage: Outage, error: BaseException) -> HttpResponse:
    """Return the 503 of an outage: JSON for tablets and API clients, and for people a page that retries."""
    _log.error("%s %s %s: %s", MESSAGES[outage], request.method, request.path, error)
    path = request.path_info
    page_of_tablet = "/tablet/"
    if path == OPERATIONS and (page := page_without_database(request)) is not None:
        return page
    response: HttpResponse
    if path.startswith(page_of_tablet) and path != page_of_tablet:
        response = tablet_refused(Refusal("unavailable"), seq=0)
    elif path.startswith("/api/v1/"):
        response = problem_response("unavailable", 503, f"{MESSAGES[outage]} Try again later.")
    else:
        retries = request.method in ("GET", "HEAD")
        context = {"refused": MESSAGES[outage], "retries": retries, "seconds": RETRY_SECONDS}
        response = HttpResponse(render_to_string("config/outage.html", context), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


CODES = {
    400: "bad_request",
    403: "not_allowed",
    404: "not_found",
    413: "too_large",
    429: "too_busy",
    500: "failed",
}


def _page(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Render without the request's session, which may be the cause of the error."""
    if request.path_info.startswith("/api/v1/"):
        return problem_response(CODES[status], status, sentence)
    return HttpResponse(render_to_string("web/message.html", {"refused": sentence}), status=status)

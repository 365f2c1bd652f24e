"""The first middleware. It answers monitoring before hosts, sessions and redirects are checked, times all other
requests and gives each an id.
"""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from config.metrics import metrics, observe_request
from config.probes import livez, readyz
from journal.log_context import begin_request, end_request

Respond = Callable[[HttpRequest], HttpResponseBase]

ID_HEADER = "X-Request-ID"
PROBES: dict[str, Respond] = {"/livez": livez, "/readyz": readyz, "/metrics": metrics}


def edge_middleware(respond: Respond) -> Respond:
    """Answer probes here, and time all other requests."""

    def edge(request: HttpRequest) -> HttpResponseBase:
        if probe := PROBES.get(request.path_info):
            return probe(request)
        if request.method == "HEAD":
            request.method = "GET"  # the server sends only the head of the same response
        began = time.perf_counter()
        number = _begin(request)
        try:
            response = respond(request)
        finally:
            end_request()
        return _end(request, response, number, began)

    return edge


def _begin(request: HttpRequest) -> str:
    """Begin the request with the proxy's id, if it sent a well-formed one, or with a new one; return it."""
    return begin_request(request.headers.get(ID_HEADER, ""), source=request.path_info)


def _end(
    request: HttpRequest, response: HttpResponseBase, number: str, began: float
) -> HttpResponseBase:
    observe_request(request, response.status_code, time.perf_counter() - began)
    response[ID_HEADER] = number
    return response

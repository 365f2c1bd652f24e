"""The first middleware: answers what monitoring asks, before hosts, sessions and redirects are looked at. It times
every other request and gives it its id.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from config.metrics import metrics, observe_request
from config.probes import livez, readyz
from journal.log_context import begin_request, end_request

Respond = Callable[[HttpRequest], HttpResponseBase]
AsyncRespond = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

ID_HEADER = "X-Request-ID"
PROBES: dict[str, Respond] = {"/livez": livez, "/readyz": readyz, "/metrics": metrics}


@sync_and_async_middleware
def edge_middleware(get_response: Respond | AsyncRespond) -> Respond | AsyncRespond:
    """Answer probes here, and time all others. It is a coroutine under ASGI, so it needs no separate thread."""
    if not iscoroutinefunction(get_response):
        respond = cast(Respond, get_response)

        def edge(request: HttpRequest) -> HttpResponseBase:
            if probe := PROBES.get(request.path_info):
                return probe(request)
            began, number = time.perf_counter(), _begin(request)
            try:
                response = respond(request)
            finally:
                end_request()
            return _end(request, response, number, began)

        return edge
    respond_later = cast(AsyncRespond, get_response)

    async def async_edge(request: HttpRequest) -> HttpResponseBase:
        probe = PROBES.get(request.path_info)
        if probe is livez:
            return livez(request)
        if (
            probe
        ):  # it may wait for the checks: not in the event loop, and not in the requests' threads
            return await asyncio.to_thread(probe, request)
        began, number = time.perf_counter(), _begin(request)
        return _end(request, await respond_later(request), number, began)

    return async_edge


def _begin(request: HttpRequest) -> str:
    """Begin the request with the proxy's id, if it sent a well-formed one, or with a new one; return it."""
    return begin_request(request.headers.get(ID_HEADER, ""), source=request.path_info)


def _end(
    request: HttpRequest, response: HttpResponseBase, number: str, began: float
) -> HttpResponseBase:
    observe_request(request, response.status_code, time.perf_counter() - began)
    response[ID_HEADER] = number
    return response

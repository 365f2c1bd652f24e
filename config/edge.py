"""The first middleware: answers what monitoring asks, before hosts, sessions and redirects are looked at, and times
every other request.
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

Respond = Callable[[HttpRequest], HttpResponseBase]
AsyncRespond = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

PROBES: dict[str, Respond] = {"/livez": livez, "/readyz": readyz, "/metrics": metrics}


@sync_and_async_middleware
def edge_middleware(get_response: Respond | AsyncRespond) -> Respond | AsyncRespond:
    """Answer probes here, and time all others. It is a coroutine under ASGI, so it needs no separate thread."""
    if not iscoroutinefunction(get_response):
        respond = cast(Respond, get_response)

        def edge(request: HttpRequest) -> HttpResponseBase:
            if probe := PROBES.get(request.path_info):
                return probe(request)
            began = time.perf_counter()
            response = respond(request)
            observe_request(request, response.status_code, time.perf_counter() - began)
            return response

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
        began = time.perf_counter()
        response = await respond_later(request)
        observe_request(request, response.status_code, time.perf_counter() - began)
        return response

    return async_edge

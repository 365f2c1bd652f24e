"""The first middleware: answers what monitoring asks, before hosts, sessions and redirects are looked at."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from config.probes import livez, readyz

Respond = Callable[[HttpRequest], HttpResponseBase]
AsyncRespond = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

PROBES: dict[str, Respond] = {"/livez": livez, "/readyz": readyz}


@sync_and_async_middleware
def edge_middleware(get_response: Respond | AsyncRespond) -> Respond | AsyncRespond:
    """Answer probes here. It is a coroutine under ASGI, so it needs no thread of its own."""
    if not iscoroutinefunction(get_response):
        respond = cast(Respond, get_response)

        def edge(request: HttpRequest) -> HttpResponseBase:
            probe = PROBES.get(request.path_info)
            return probe(request) if probe else respond(request)

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
        return await respond_later(request)

    return async_edge

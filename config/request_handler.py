"""Django's handler of requests under ASGI, with the whole request in one step in one thread."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import IO, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from web.admission_queue import AdmissionQueue
from web.metrics import NOT_ADMITTED

# A thread is started only if all others are busy, so this is the maximum number of requests that
# wait for the database at a time. A request from monitoring needs a thread, too.
MAX_THREADS = 100
# Pages that follow a room fetch themselves after a change, up to sixty at the same time. More
# threads would not make any of them faster, because they share the interpreter; all of them, and
# the taps of the tablets, would be slower. Of two threads, one can wait for the database while the
# other computes.
LIVE_THREADS = 2
LIVE_PATHS = (
    "/floor/",
    "/desk/",
    "/board",
    "/wall/",
    "/screen/",
    "/kiosk/",
    "/line/",
    "/join/",
    "/players/",
)
LONGEST_WAIT = 10.0  # seconds that a request may wait for a thread; browsers give up at fifteen
PROBES = ("/livez", "/readyz", "/healthz", "/metrics")  # monitoring is answered at any load
OPENED_BY_A_PERSON = (b"sec-fetch-mode", b"navigate")
Scope = dict[str, object]


class RequestHandler(ASGIHandler):
    """Answers a request in one thread, with one step from the event loop and one back.

    No middleware and no view is a coroutine. Django's handler starts a thread for each request. It runs each
    middleware's two halves, the view, and the signals before and after them as separate steps between the event loop
    and the thread: about twenty of them, which cost more than most pages. Here threads stay for the next request.
    """

    def __init__(self) -> None:
        """Build the chain of middleware; threads are started when they are needed."""
        super().__init__()
        self._threads = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="requests")
        self._live_threads = ThreadPoolExecutor(LIVE_THREADS, thread_name_prefix="live pages")
        self._queue = AdmissionQueue(threads=MAX_THREADS, longest_wait=LONGEST_WAIT)
        self._live_queue = AdmissionQueue(threads=LIVE_THREADS, longest_wait=LONGEST_WAIT)

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain of middleware and view without coroutines, regardless of `is_async`."""
        super().load_middleware(is_async=False)

    async def __call__(
        self,
        scope: Scope,
        receive: Callable[[], Awaitable[Mapping[str, object]]],
        send: Callable[[Mapping[str, object]], Awaitable[None]],
    ) -> None:
        """Answer a request. Raises `ValueError` if the scope is not an HTTP request."""
        if scope["type"] != "http":
            raise ValueError(f"Requests are HTTP, not {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        threads, queue = self._pool(scope)
        if not queue.is_open and scope["path"] not in PROBES:
            body.close()
            NOT_ADMITTED.labels("requests").inc()
            await self.send_response(_busy(queue, str(scope["method"])), send)
            return
        loop = asyncio.get_running_loop()
        with queue.waiting():
            response = await loop.run_in_executor(
                threads, copy_context().run, self._answer_measured, queue, scope, body
            )
        if not response.streaming:
            await self.send_response(response, send)
            return
        # Its parts are read while they are sent, and its connection is closed in the thread that reads them.
        async with ThreadSensitiveContext():
            try:
                await self.send_response(response, send)
            finally:
                await sync_to_async(response.close)()

    def _pool(self, scope: Scope) -> tuple[ThreadPoolExecutor, AdmissionQueue]:
        """Return the threads for a request, and the queue of requests that wait for them."""
        if _fetches_itself(scope):
            return self._live_threads, self._live_queue
        return self._threads, self._queue

    def _answer_measured(
        self, queue: AdmissionQueue, scope: Scope, body: IO[bytes]
    ) -> HttpResponseBase:
        with queue.executing():
            return self._answer(scope, body)

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the response. If it is not streamed, it is closed, so that its connection is free for others."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error_response = self.create_request(scope, body)
        if request is None or error_response is not None:
            body.close()
            assert error_response is not None
            return error_response
        response = self.get_response(request)
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming:
            close_old_connections()
        else:
            response.close()
        return response


def _busy(queue: AdmissionQueue, method: str) -> HttpResponse:
    """Return the refusal of a request that would wait too long for a thread. A page opened by a person tries again."""
    seconds = str(queue.retry_seconds())
    text = f"Floorbook is too busy. Try again in {seconds} s."
    headers = {"Retry-After": seconds, "Cache-Control": "no-store"}
    if method == "GET":
        headers["Refresh"] = seconds
    return HttpResponse(text, status=503, content_type="text/plain; charset=utf-8", headers=headers)


def _fetches_itself(scope: Mapping[str, object]) -> bool:
    """Return whether a page fetches itself.

    Requests of people do not wait for such pages, even while each of them waits for an unavailable database. Browsers
    send the header for this only over HTTPS and to this machine. Without it, people's requests wait, too.
    """
    if scope["method"] != "GET" or not str(scope["path"]).startswith(LIVE_PATHS):
        return False
    return OPENED_BY_A_PERSON not in cast(Iterable[tuple[bytes, bytes]], scope["headers"])

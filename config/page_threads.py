"""Pages as Django's ordinary WSGI application, in threads beside the sockets of a process.

`a2wsgi` runs the application in a pool of threads. This module decides which pool answers a request, and refuses a
request that would wait too long.
"""

import string
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from io import BytesIO
from typing import Any, TypeAlias, cast
from urllib.parse import quote
from wsgiref.util import FileWrapper

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

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
    "/entry/",
    "/join/",
    "/players/",
)
LONGEST_WAIT = 10.0  # seconds that a request may wait for a thread; browsers give up at fifteen
PROBES = ("/livez", "/readyz", "/healthz", "/metrics")  # monitoring is answered at any load
OPENED_BY_A_PERSON = (b"sec-fetch-mode", b"navigate")
LONGEST_BODY = 16 * 1024 * 1024  # bytes; the proxy in front accepts less
FILE_CHUNK = 64 * 1024  # bytes

Scope: TypeAlias = Mapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]


class PageThreads:
    """An ASGI application for HTTP that answers with a WSGI application, in two pools of threads."""

    def __init__(self, application: Application) -> None:
        self.people = Pool(application, threads=MAX_THREADS)
        self.live = Pool(application, threads=LIVE_THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Raises `ValueError` if the scope is not an HTTP request."""
        if scope["type"] != "http":
            raise ValueError(f"Requests are HTTP, not {scope['type']}.")
        pool = self.live if _fetches_itself(scope) else self.people
        if not pool.queue.is_open and scope["path"] not in PROBES:
            NOT_ADMITTED.labels("requests").inc()
            await _refuse_busy(pool.queue, scope["method"], send)
            return
        body = await _read_body(receive)
        if body is None:
            return
        if len(body) > LONGEST_BODY:
            await _respond(send, 413, "This request is too large.", {"Connection": "close"})
            return
        sender = _Sender(send)
        with pool.queue.waiting():
            await pool.answer(_plain_scope(scope, body), receive, sender)
        if sender.error is not None:
            raise sender.error


class _Sender:
    """Sends the messages of a response. After an error it drops the others, so that their thread can end."""

    def __init__(self, send: Send) -> None:
        self.error: Exception | None = None
        self._send = send

    async def __call__(self, message: Message) -> None:
        if self.error is not None:
            return
        try:
            await self._send(message)
        except Exception as error:
            self.error = error


class Pool:
    """Threads that run a WSGI application, and the queue of requests that wait for them."""

    def __init__(self, application: Application, *, threads: int) -> None:
        self.queue = AdmissionQueue(threads=threads, longest_wait=LONGEST_WAIT)
        self.application = application
        self.answer: Any = WSGIMiddleware(cast(WSGIApp, self._run), workers=threads)

    def _run(self, environ: dict[str, Any], start_response: object) -> Iterable[bytes]:
        """Run the application in a thread of the pool."""
        body: BytesIO = environ["asgi.scope"]["body"]
        environ["wsgi.input"] = body
        environ["CONTENT_LENGTH"] = str(len(body.getbuffer()))
        environ["wsgi.file_wrapper"] = _in_chunks
        with self.queue.executing():
            return self.application(environ, start_response)


def _in_chunks(file: Any, _size: int) -> FileWrapper:
    return FileWrapper(file, FILE_CHUNK)


def _plain_scope(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the scope with the body and with what a WSGI environment can hold.

    A header with underscores would be read as its spelling with hyphens, such as `X-Forwarded-For`.
    """
    return {
        **scope,
        "body": BytesIO(body),
        "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name],
        "query_string": quote(scope["query_string"], safe=string.printable).encode(),
    }


async def _read_body(receive: Receive) -> bytes | None:
    """Return the body before a thread is taken, so that a slow sender never occupies a thread; None if the sender is
    gone.

    Reading ends after `LONGEST_BODY`.
    """
    body = bytearray()
    while len(body) <= LONGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


async def _refuse_busy(queue: AdmissionQueue, method: str, send: Send) -> None:
    """Refuse a request that would wait too long for a thread. A page opened by a person tries again."""
    seconds = str(queue.retry_seconds())
    headers = {"Retry-After": seconds, "Cache-Control": "no-store"}
    if method == "GET":
        headers["Refresh"] = seconds
    await _respond(send, 503, f"Floorbook is too busy. Try again in {seconds} s.", headers)


async def _respond(send: Send, status: int, text: str, headers: Mapping[str, str]) -> None:
    fields = {"Content-Type": "text/plain; charset=utf-8", **headers}
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.lower().encode(), value.encode()) for name, value in fields.items()],
        }
    )
    await send({"type": "http.response.body", "body": text.encode()})


def _fetches_itself(scope: Scope) -> bool:
    """Return whether a page fetches itself.

    Requests of people do not wait for such pages, even while each of them waits for an unavailable database. Browsers
    send the header for this only over HTTPS and to this machine. Without it, people's requests wait, too.
    """
    if scope["method"] != "GET" or not scope["path"].startswith(LIVE_PATHS):
        return False
    return OPENED_BY_A_PERSON not in scope["headers"]

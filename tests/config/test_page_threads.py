"""Pages run in threads beside the sockets: which pool, when it is full, and what the application is given."""

import asyncio
from collections.abc import Iterable
from io import BytesIO
from threading import Event, Semaphore
from typing import Any
from unittest.mock import Mock, patch

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import FileResponse

from config import asgi
from config.page_threads import LIVE_THREADS, LONGEST_BODY, OPENED_BY_A_PERSON, PageThreads

HOST = (b"host", b"testserver")


def request(
    threads: PageThreads,
    path: str,
    method: str = "GET",
    *headers: tuple[bytes, bytes],
    query: bytes = b"",
) -> ApplicationCommunicator:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [HOST, *headers],
        "client": ("127.0.0.1", 50_000),
    }
    return ApplicationCommunicator(threads, scope)


async def send(communicator: ApplicationCommunicator, *parts: bytes) -> dict[str, Any]:
    """Send the parts of a body; return the start of the response."""
    last = len(parts) - 1
    for number, part in enumerate(parts or (b"",)):
        await communicator.send_input(
            {"type": "http.request", "body": part, "more_body": number < last}
        )
    start: dict[str, Any] = await communicator.receive_output(10)
    return start


async def body_of(communicator: ApplicationCommunicator) -> bytes:
    body = b""
    while True:
        message = await communicator.receive_output(10)
        body += bytes(message.get("body", b""))
        if not message.get("more_body", False):
            await communicator.wait(10)
            return body


async def status_of(communicator: ApplicationCommunicator, *parts: bytes) -> int:
    """Send a body and read the whole response; return its status."""
    start = await send(communicator, *parts)
    await body_of(communicator)
    return int(start["status"])


class Application:
    """A WSGI application that keeps its last environment and the body that it read."""

    environ: dict[str, Any]
    body: bytes

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.environ = environ
        self.body = environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"page"]


async def test_pages_that_wait_hold_up_no_other_address() -> None:
    """Sixty pages fetch themselves after a change. Monitoring, tablets without an engine, and what people send and open
    have other threads.
    """
    released = Event()
    rendering = Semaphore(0)

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"].startswith("/board/1"):
            rendering.release()
            released.wait(10)
        start_response("200 OK", [])
        return [b"page"]

    threads = PageThreads(application)
    boards = [request(threads, "/board/1") for _ in range(LIVE_THREADS + 2)]
    for board in boards:
        await board.send_input({"type": "http.request"})
    for _ in range(LIVE_THREADS):
        assert await asyncio.to_thread(rendering.acquire, timeout=10)
    for other in (
        request(threads, "/livez"),
        request(threads, "/tablet/command", "POST"),
        request(threads, "/board/2", "POST"),
        request(threads, "/board/2", "GET", OPENED_BY_A_PERSON),
    ):
        assert (await send(other))["status"] == 200
        assert await body_of(other) == b"page"
    assert not rendering.acquire(blocking=False), "one page more is rendered"
    released.set()
    for board in boards:
        assert (await board.receive_output(10))["status"] == 200
        assert await body_of(board) == b"page"


async def test_request_that_would_wait_too_long_is_refused_before_it_is_answered() -> None:
    """Its page tries again by itself; monitoring is answered at any load."""
    application = Mock(side_effect=Application())
    threads = PageThreads(application)
    threads.live.queue.pending = 400
    threads.live.queue.seconds = 0.2
    page = request(threads, "/board/1")
    start = await send(page)
    headers = dict(start["headers"])
    assert (start["status"], headers[b"retry-after"]) == (503, b"30")
    assert headers[b"refresh"] == b"30"
    assert b"too busy" in await body_of(page)
    assert application.call_count == 0
    threads.people.queue.pending = 40_000
    threads.people.queue.seconds = 0.2
    for path, status in (("/livez", 200), ("/tablet/command", 503)):
        other = request(threads, path)
        assert await status_of(other) == status


async def test_body_is_read_before_a_thread_is_taken() -> None:
    application = Application()
    threads = PageThreads(application)
    page = request(threads, "/manage/staff/", "POST")
    await page.send_input({"type": "http.request", "body": b"alias=", "more_body": True})
    assert await page.receive_nothing()
    assert threads.people.queue.pending == 0
    assert await status_of(page, b"Wren") == 200
    assert application.body == b"alias=Wren"
    assert application.environ["CONTENT_LENGTH"] == "10"


async def test_sender_that_is_gone_gets_no_response() -> None:
    application = Mock()
    page = request(PageThreads(application), "/manage/staff/", "POST")
    await page.send_input({"type": "http.request", "body": b"alias=", "more_body": True})
    await page.send_input({"type": "http.disconnect"})
    await page.wait(10)
    assert application.call_count == 0


async def test_endless_body_is_refused() -> None:
    application = Mock()
    page = request(PageThreads(application), "/manage/staff/", "POST")
    for _ in range(LONGEST_BODY // (4 * 1024 * 1024) + 1):
        await page.send_input(
            {"type": "http.request", "body": b"x" * 4 * 1024 * 1024, "more_body": True}
        )
    assert (await page.receive_output(10))["status"] == 413
    assert b"too large" in await body_of(page)
    assert application.call_count == 0


async def test_header_with_an_underscore_forges_nothing() -> None:
    application = Application()
    page = request(PageThreads(application), "/floor/", "GET", (b"x_forwarded_for", b"10.0.0.1"))
    assert await status_of(page) == 200
    assert "HTTP_X_FORWARDED_FOR" not in application.environ
    assert application.environ["REMOTE_ADDR"] == "127.0.0.1"


async def test_query_that_is_not_ascii_is_escaped() -> None:
    application = Application()
    page = request(PageThreads(application), "/players/", query="q=Zoë".encode() + b"\xff&x=1%20")
    assert await status_of(page) == 200
    assert application.environ["QUERY_STRING"] == "q=Zo%C3%AB%FF&x=1%20"


async def test_what_a_request_uses_is_free_after_its_answer() -> None:
    ended = Mock()
    request_finished.connect(ended)
    page = request(asgi.http, "/no-such-page")
    try:
        assert (await send(page))["status"] == 404
        await body_of(page)
    finally:
        request_finished.disconnect(ended)
    ended.assert_called_once()


async def test_file_is_sent_in_large_chunks_and_closed() -> None:
    file = BytesIO(b"x" * 200_000)
    with patch.object(asgi.pages, "get_response", side_effect=lambda _: FileResponse(file)):
        page = request(asgi.http, "/report.pdf")
        assert (await send(page))["status"] == 200
        sizes = []
        while True:
            message = await page.receive_output(10)
            sizes.append(len(message["body"]))
            if not message.get("more_body", False):
                break
        await page.wait(10)
    assert sizes == [65_536, 65_536, 65_536, 3_392, 0]
    assert file.closed


async def test_thread_is_free_after_a_response_that_cannot_be_sent() -> None:
    def application(_environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"part"] * 50

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def refuse(_message: object) -> None:
        raise RuntimeError("Response content longer than Content-Length")

    threads = PageThreads(application)
    scope = request(threads, "/board/1").scope
    for _ in range(LIVE_THREADS + 1):
        with pytest.raises(RuntimeError, match="longer"):
            await asyncio.wait_for(threads(scope, receive, refuse), 10)
    assert threads.live.queue.pending == 0


@pytest.mark.parametrize("kind", ["lifespan", "websocket"])
async def test_other_scopes_are_an_error(kind: str) -> None:
    with pytest.raises(ValueError, match="HTTP"):
        await PageThreads(Mock())({"type": kind}, Mock(), Mock())

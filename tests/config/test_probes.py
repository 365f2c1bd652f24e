"""/livez and /readyz: answered without a session, a redirect or a known host, and without facts for strangers."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from threading import Event, Semaphore
from unittest.mock import Mock, patch

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import AsyncClient, Client
from pytest_django import Settings

from config.asgi import http
from config.lifespan import lifespan
from config.request_handler import LIVE_THREADS, OPENED_BY_A_PERSON
from ops.health.monitor import HealthReport, KnownPart
from ops.health.part import HealthPart, Level
from ops.models import ServiceHeartbeat

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def report(level: Level = "good", *, is_blocking: bool = False) -> HealthReport:
    part = HealthPart(
        key="redis", title="Live", level=level, facts=("a fact",), is_blocking=is_blocking
    )
    return HealthReport(NOW, (KnownPart(part, NOW),))


@pytest.fixture
def found() -> Iterator[list[HealthReport]]:
    reports = [report()]
    with patch("config.probes.monitor") as monitor:
        monitor().read.side_effect = lambda: reports[0]
        yield reports


def test_alive_without_a_database(settings: Settings) -> None:
    """Without the database fixture, any query is an error."""
    settings.SECURE_SSL_REDIRECT = True
    answer = Client().get("/livez", headers={"host": "10.1.2.3"})
    assert (answer.status_code, answer.json()) == (200, {"alive": True})
    assert Client().post("/livez").status_code == 405


def test_ready_unless_a_part_blocks(found: list[HealthReport]) -> None:
    assert Client().get("/readyz").status_code == 200
    found[:] = [report("bad")]
    degraded = Client().get("/readyz")
    assert (degraded.status_code, degraded.json()["level"]) == (200, "bad")
    found[:] = [report("bad", is_blocking=True)]
    answer = Client().get("/readyz", headers={"host": "10.1.2.3"})
    assert (answer.status_code, answer.json()["ready"]) == (503, False)


@pytest.mark.parametrize(
    ("headers", "address", "token", "may_see"),
    [
        ({}, "127.0.0.1", "", True),
        ({"x-forwarded-for": "10.0.0.9"}, "127.0.0.1", "", False),
        ({}, "10.0.0.9", "", False),
        ({}, "127.0.0.1", "secret", False),
        ({"authorization": "Bearer wrong"}, "127.0.0.1", "secret", False),
        ({"authorization": "Bearer secret"}, "10.0.0.9", "secret", True),
    ],
)
def test_facts_are_not_for_strangers(
    headers: dict[str, str],
    address: str,
    token: str,
    may_see: bool,
    found: list[HealthReport],
    settings: Settings,
) -> None:
    settings.METRICS_TOKEN = token
    answer = Client(REMOTE_ADDR=address).get("/readyz", headers=headers)
    assert ("a fact" in answer.content.decode()) is may_see


async def test_probes_under_asgi(found: list[HealthReport]) -> None:
    assert (await AsyncClient().get("/livez")).status_code == 200
    answer = await AsyncClient().get("/readyz")
    assert json.loads(answer.content)["parts"]["redis"]


def _asked(
    path: str, method: str = "GET", *headers: tuple[bytes, bytes]
) -> ApplicationCommunicator:
    scope = {"type": "http", "method": method, "path": path, "query_string": b""}
    return ApplicationCommunicator(http, scope | {"headers": [(b"host", b"testserver"), *headers]})


async def test_a_request_takes_one_step_to_its_thread() -> None:
    """Signals, middleware, view and end together: each such step costs as much as a simple view."""
    communicator = _asked("/no-such-page")
    threads = http._threads
    with (
        patch.object(SyncToAsync, "__call__", side_effect=AssertionError) as step,
        patch.object(threads, "submit", wraps=threads.submit) as submit,
    ):
        await communicator.send_input({"type": "http.request"})
        assert (await communicator.receive_output(10))["status"] == 404
        await communicator.receive_output(10)
        await communicator.wait(10)
    assert (submit.call_count, step.call_count) == (1, 0)


async def test_pages_that_wait_hold_up_no_other_address() -> None:
    """Sixty pages fetch themselves after a change. Monitoring, tablets without an engine, and what people send and open
    have other threads.
    """
    released = Event()
    rendering = Semaphore(0)

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/board/1"):
            rendering.release()
            released.wait(10)
        return HttpResponse(b"page")

    boards = [_asked("/board/1") for _ in range(LIVE_THREADS + 2)]
    with patch.object(http, "_middleware_chain", side_effect=answer):
        for board in boards:
            await board.send_input({"type": "http.request"})
        for _ in range(LIVE_THREADS):
            assert await asyncio.to_thread(rendering.acquire, timeout=10)
        for other in (
            _asked("/livez"),
            _asked("/tablet/command", "POST"),
            _asked("/board/2", "POST"),
            _asked("/board/2", "GET", OPENED_BY_A_PERSON),
        ):
            await other.send_input({"type": "http.request"})
            assert (await other.receive_output(10))["status"] == 200
            await other.wait(10)
        assert not rendering.acquire(blocking=False), "one page more is rendered"
        released.set()
        for board in boards:
            assert (await board.receive_output(10))["status"] == 200
            await board.wait(10)


async def test_request_that_would_wait_too_long_is_refused_before_it_is_answered() -> None:
    """Its page tries again by itself; monitoring is answered at any load."""
    with (
        patch.object(http._live_queue, "pending", 400),
        patch.object(http._live_queue, "seconds", 0.2),
    ):
        page = _asked("/board/1")
        with patch.object(http, "_answer", side_effect=AssertionError) as answer:
            await page.send_input({"type": "http.request"})
            start = await page.receive_output(10)
        assert answer.call_count == 0
        headers = {name.lower(): value for name, value in start["headers"]}
        assert (start["status"], headers[b"retry-after"]) == (503, b"30")
        assert b"too busy" in (await page.receive_output(10))["body"]
    with patch.object(http._queue, "pending", 40_000), patch.object(http._queue, "seconds", 0.2):
        for path, status in (("/livez", 200), ("/tablet/command", 503)):
            request = _asked(path, "GET")
            await request.send_input({"type": "http.request"})
            assert (await request.receive_output(10))["status"] == status


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators")
async def test_a_streamed_response_is_closed_at_its_end() -> None:
    communicator = _asked("/file")
    response = StreamingHttpResponse([b"one", b"two"])
    with (
        patch.object(http, "_middleware_chain", return_value=response),
        patch.object(response, "close", wraps=response.close) as ended,
    ):
        await communicator.send_input({"type": "http.request"})
        assert (await communicator.receive_output(10))["status"] == 200
        parts = [(await communicator.receive_output(10)).get("body", b"") for _ in range(3)]
        await communicator.wait(10)
    assert parts == [b"one", b"two", b""]
    ended.assert_called_once_with()


async def test_what_a_request_uses_is_free_after_its_answer() -> None:
    communicator = _asked("/page")
    ended = Mock()
    request_finished.connect(ended)
    response = HttpResponse(b"page")
    with patch.object(http, "_middleware_chain", return_value=response):
        await communicator.send_input({"type": "http.request"})
        assert (await communicator.receive_output(10))["status"] == 200
    request_finished.disconnect(ended)
    ended.assert_called_once()


@pytest.mark.django_db(transaction=True)
async def test_process_sends_heartbeats_from_start_to_end() -> None:
    communicator = ApplicationCommunicator(lifespan, {"type": "lifespan"})
    with patch("config.lifespan.monitor"):
        await communicator.send_input({"type": "lifespan.startup"})
        assert await communicator.receive_output(10) == {"type": "lifespan.startup.complete"}
        while not await ServiceHeartbeat.objects.filter(service="web").aexists():
            pass
        await communicator.send_input({"type": "lifespan.shutdown"})
        assert await communicator.receive_output(10) == {"type": "lifespan.shutdown.complete"}
    assert not await ServiceHeartbeat.objects.aexists()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/tablet/", "/floor/sign-in", "/livez"])
def test_head_has_the_status_of_get(client: Client, path: str) -> None:
    assert client.head(path).status_code == client.get(path).status_code

"""/livez and /readyz: answered without a session, a redirect or a known host, and without facts for strangers."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import AsyncClient, Client
from pytest_django import Settings

from config.lifespan import lifespan
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

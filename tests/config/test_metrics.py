"""/metrics: what is counted of commands, requests, sockets and tasks, and who may read it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from config.asgi import application
from config.celery import app
from config.metrics import HealthCollector
from ops.health.monitor import HealthReport, KnownPart
from ops.health.part import HealthPart
from poker.commands import Declare
from poker.refusal import Refusal
from staff.models import Room
from tests.support.fork_server import PROJECT
from tests.support.room import TableDriver
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
NOW = datetime(2026, 11, 21, tzinfo=UTC)
PART = HealthPart(key="redis", title="Live", level="bad", age=3.0, values=(("waiting", 7.0),))


@pytest.fixture(autouse=True)
def _health() -> Iterator[None]:
    with patch("config.metrics.monitor") as monitor:
        monitor().read.return_value = HealthReport(NOW, (KnownPart(PART, NOW),))
        yield


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def scraped(client: Client) -> dict[tuple[str, tuple[str, ...]], float]:
    text = client.get("/metrics").content.decode()
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.django_db
def test_commands_are_counted_by_result(game: TableDriver) -> None:
    names = ("done", "refused", "overtaken", "duplicate")
    before = {name: value("floorbook_commands_total", log="table", result=name) for name in names}
    codes = value("floorbook_refusals_total", log="table", code="no_hand")
    with pytest.raises(Refusal) as refusal:
        game.execute(Declare(1, "raise"))
    assert value("floorbook_refusals_total", log="table", code=refusal.value.code) == codes + 1
    after = {name: value("floorbook_commands_total", log="table", result=name) for name in names}
    assert {name: after[name] - before[name] for name in names} == {
        "done": 0,
        "refused": 1,
        "overtaken": 0,
        "duplicate": 0,
    }


@pytest.mark.django_db
def test_requests_are_counted_by_route() -> None:
    labels = {"route": "floor/sign-in", "status": "2xx"}
    before = value("floorbook_http_seconds_count", **labels)
    Client().get("/floor/sign-in")
    Client().get("/floor/sign-in?next=/floor/tables/17/")
    assert value("floorbook_http_seconds_count", **labels) == before + 2


@pytest.mark.django_db
def test_parts_and_version_are_gauges(settings: Settings) -> None:
    answer = scraped(Client())
    assert answer["floorbook_part_level", ("redis",)] == 2
    assert answer["floorbook_part_age_seconds", ("redis",)] == 3
    assert answer["floorbook_part_value", ("redis", "waiting")] == 7
    assert answer["floorbook_build_info", (settings.PRODUCT_VERSION,)] == 1


@pytest.mark.parametrize(
    "file", ["deploy/prometheus/alerts.yml", "docs/operations.md", "docs/scaling.md"]
)
def test_alerts_and_pages_name_numbers_that_exist(file: str) -> None:
    endings = {"counter": ["_total"], "histogram": ["", "_bucket"], "gauge": [""]}
    families = [*REGISTRY.collect(), *HealthCollector().collect()]
    known = {family.name + ending for family in families for ending in endings.get(family.type, ())}
    named = set(re.findall(r"\bfloorbook_\w+", (PROJECT / file).read_text(encoding="utf-8")))
    assert named
    assert named - {"floorbook_owner", "floorbook_before_"} <= known  # roles and databases


def test_strangers_get_a_sentence(settings: Settings) -> None:
    settings.METRICS_TOKEN = "secret"
    answer = Client().get("/metrics")
    assert (answer.status_code, b"bearer token" in answer.content) == (403, True)
    assert Client().get("/metrics", headers={"authorization": "Bearer secret"}).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_sockets_are_counted_while_they_are_open() -> None:
    room = await Room.objects.acreate(name="Room")
    origin = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    before = value("floorbook_sockets", kind="board")
    socket = WebsocketCommunicator(application, f"/ws/board/{room.pk}/", headers=origin)
    connected, _ = await socket.connect()
    assert connected
    assert value("floorbook_sockets", kind="board") == before + 1
    await socket.disconnect()
    assert value("floorbook_sockets", kind="board") == before


def test_tasks_are_timed_and_failures_counted() -> None:
    @app.task(name="test.metrics")
    def divide(by: int) -> float:
        return 1 / by

    try:
        divide.apply(args=[1])
        divide.apply(args=[0])
    finally:
        del app.tasks["test.metrics"]
    assert value("floorbook_task_seconds_count", task="test.metrics") == 2
    assert value("floorbook_task_failures_total", task="test.metrics") == 1


COUNTED = """
from journal.command_metrics import COMMANDS
from web.metrics import SOCKETS
COMMANDS.labels("table", "done").inc(3); SOCKETS.labels("tablet").inc(2)
"""
ANSWERED = f"""
import django; django.setup()
{COUNTED}
from config.metrics import _registry
from prometheus_client import generate_latest
from unittest.mock import patch
with patch("config.metrics.monitor") as monitor:
    monitor().read.return_value.parts = ()
    print(generate_latest(_registry()).decode())
"""


def test_several_processes_are_one_answer(tmp_path: Path) -> None:
    """Counters of processes that ended stay, their sockets don't."""
    environment = os.environ | {
        "METRICS_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PROMETHEUS_MULTIPROC_DIR": str(
            tmp_path
        ),  # as the settings set it, which the first does not read
    }
    for script in (COUNTED, ANSWERED):
        run = subprocess.run(
            [sys.executable, "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    assert 'floorbook_commands_total{log="table",result="done"} 6.0' in run.stdout
    assert 'floorbook_sockets{kind="tablet"} 2.0' in run.stdout

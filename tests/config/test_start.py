"""What a process loads before its first answer."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from unittest.mock import AsyncMock, patch

import pytest

from config.celery import app
from config.embedded import BackgroundWork
from config.web_server import SWITCH_INTERVAL, RoomServer
from tests.support.services import free_port

DEFERRED_MODULES = ("openpyxl", "weasyprint")
WARM_SCRIPT = f"""
import sys, django
django.setup()
from django.template import engines
from config.warm_up import warm_up
warm_up()
before = set(sys.modules)
from django.urls import resolve
for address in ("/floor/map/", "/desk/1/", "/livez"):
    resolve(address)
engine = engines["django"].engine
print(len(set(sys.modules) - before), "floor_ui/_map_calls.html" in engine.template_loaders[0].get_template_cache)
print(*[name for name in {DEFERRED_MODULES} if name in sys.modules])
"""


def test_web_process_has_its_pages_before_its_first_request() -> None:
    """And none of the rarely needed modules: they take a second, in the web process, the worker and every command."""
    environment = {**os.environ, "DEBUG": "false"}
    result = subprocess.run(
        [sys.executable, "-c", WARM_SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert result.stdout == "0 True\n\n"


# The start of `run_room` up to where it says that the room is open.
OPEN_SCRIPT = f"""
import os, sys
from django.core.management import execute_from_command_line
from config.embedded import BackgroundWork
def leave(work):
    from dealer_ui.bundle import bundle
    late = ("config.urls", "floor_ui.replay.views", "rulings.views", *{DEFERRED_MODULES})
    print(*[name for name in late if name in sys.modules], bundle.cache_info().currsize, flush=True)
    os._exit(0)
BackgroundWork.start = leave
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
execute_from_command_line(["manage.py", "run_room"])
"""


def test_room_of_one_process_opens_before_it_loads_pages_and_tasks(tmp_path: Path) -> None:
    environment = os.environ | {"DATA_DIR": str(tmp_path), "PORT": str(free_port())}
    result = subprocess.run(
        [sys.executable, "-c", OPEN_SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env=environment | {"DATABASE_URL": ""},
    )
    assert result.stdout.endswith("\n0\n"), result.stdout


def test_pages_are_prepared_before_worker_and_beat_run() -> None:
    """And a page that can't be prepared keeps no task from running."""
    steps: list[str] = []
    is_running = Event()

    @contextmanager
    def run(_: object) -> Generator[None]:
        steps.append("tasks")
        is_running.set()
        yield
        steps.append("end")

    def fail() -> None:
        steps.append("pages")
        raise OSError("A template can't be read.")

    with patch("config.embedded.run_worker_and_beat", run):
        work = BackgroundWork(app, (fail,))
        work.start()
        assert is_running.wait(10)
        work.stop()
    assert steps == ["pages", "tasks", "end"]


async def test_taps_wait_little_for_the_threads_of_pages() -> None:
    """With Python's 5 ms, a tap took half as long again while another thread rendered."""
    before = sys.getswitchinterval()
    server = RoomServer(app=None, on_open=lambda: None)
    try:
        with (
            patch("uvicorn.Server.startup", AsyncMock()),
            patch("web.broadcast.serve_from"),
        ):
            await server.startup()
        assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL)
        assert before / SWITCH_INTERVAL >= 5
    finally:
        sys.setswitchinterval(before)


def test_a_stop_does_not_wait_for_pages_that_are_being_prepared() -> None:
    is_preparing = Event()
    may_end = Event()

    def prepare() -> None:
        is_preparing.set()
        may_end.wait(10)

    with (
        patch("config.embedded.run_worker_and_beat") as run,
        patch("config.embedded.STOP_WITHIN", 60),
    ):
        work = BackgroundWork(app, (prepare,))
        work.start()
        assert is_preparing.wait(60)
        work.stop()
        assert work._thread.is_alive()  # a stop that waits returns when it has ended
        may_end.set()
        work._thread.join(60)
    run.assert_not_called()

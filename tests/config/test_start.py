"""What a process loads before its first answer."""

import os
import subprocess
import sys
from io import StringIO
from queue import Queue
from unittest.mock import AsyncMock, patch

import pytest

from config.management.commands.run_room import Command
from config.web_server import SWITCH_INTERVAL, RoomServer

DEFERRED_MODULES = ("numpy", "openpyxl", "scipy", "weasyprint")
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


def test_room_of_one_process_prepares_its_pages_once_it_is_open() -> None:
    output = StringIO()
    texts: Queue[str] = Queue()
    with patch("config.management.commands.run_room.warm_up", lambda: texts.put(output.getvalue())):
        Command(stdout=output)._welcome("http://127.0.0.1:8000", "")
        assert "Floorbook is running" in texts.get(timeout=10)


async def test_taps_wait_little_for_the_threads_of_pages() -> None:
    """With Python's 5 ms, a tap took half as long again while another thread rendered."""
    before = sys.getswitchinterval()
    server = RoomServer(app=None, on_open=lambda: None)
    try:
        with (
            patch("uvicorn.Server.startup", AsyncMock()),
            patch("tables.broadcast.serve_from"),
        ):
            await server.startup()
        assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL)
        assert before / SWITCH_INTERVAL >= 5
    finally:
        sys.setswitchinterval(before)

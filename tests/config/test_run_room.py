"""`manage.py run_room`: starts, keeps its data, and stops cleanly."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from ops import demo
from tests.support.fork_server import PROJECT
from tests.support.live_room import OPEN_WITHIN, STOP_WITHIN, LiveRoom
from tests.support.room_starts import run_room
from tests.support.services import HOST, free_port


@pytest.mark.release
def test_new_room_survives_a_power_failure_and_restarts(new_room: LiveRoom) -> None:
    """One test, because each new room takes seconds: an empty folder is migrated and seeded."""
    assert_new_room_is_seeded(new_room)
    new_room.kill()
    new_room.start()
    verified = new_room.manage("verify_journal")
    assert verified.returncode == 0, verified.stdout
    assert "chain and view agree" in verified.stdout
    assert_ends_cleanly(new_room, signal.SIGINT)
    new_room.start()
    result = new_room.manage("shell", "--no-imports", "-c", RENAME_ROOM)
    assert result.returncode == 0, result.stderr
    assert_ends_cleanly(new_room, signal.SIGTERM)
    new_room.start()
    rooms = new_room.manage("shell", "--no-imports", "-c", PRINT_ROOMS)
    assert rooms.stdout == "Renamed\n"


RENAME_ROOM = "from staff.models import Room; Room.objects.update(name='Renamed')"
PRINT_ROOMS = "from staff.models import Room; [print(room.name) for room in Room.objects.all()]"


def assert_new_room_is_seeded(room: LiveRoom) -> None:
    """Check what the first start printed, and that static files are served."""
    assert f"{room.url}/tablet/" in room.output
    assert f"{room.url}/manage/" in room.output
    deadline = time.monotonic() + OPEN_WITHIN
    while demo.PASSWORD not in room.output and time.monotonic() < deadline:
        time.sleep(0.1)  # sign-ins are printed once the room is open
    for _, alias, badge, pin, _ in demo.STAFF:
        assert re.search(rf"{alias} +badge {badge}, PIN {pin}", room.output)
    for code in demo.CODES.values():
        assert f"pairing code {code}" in room.output
    assert "Warning" not in room.output
    with urlopen(f"{room.url}/static/admin/css/base.css") as response:
        assert response.headers["Content-Type"].startswith("text/css")


def assert_ends_cleanly(room: LiveRoom, number: signal.Signals) -> None:
    """Stop the room with a signal."""
    assert room.process is not None
    room.process.send_signal(number)
    assert room.process.wait(STOP_WITHIN) == 0
    assert room.output.endswith("Floorbook stopped. All data is saved.\n")
    assert "Traceback" not in room.output
    assert not list(PROJECT.glob("celerybeat-schedule*"))


def test_busy_port_is_one_error_line(tmp_path: Path) -> None:
    with socket.socket() as busy_socket:
        busy_socket.bind((HOST, 0))
        busy_socket.listen()
        port = str(busy_socket.getsockname()[1])
        finished = run_room(tmp_path, port)
    assert finished.returncode == 1
    assert len(finished.stderr.splitlines()) == 1
    assert f"port {port} " in finished.stderr
    assert "PORT=" in finished.stderr
    assert not (tmp_path / "room.sqlite3").exists()


def test_invalid_port_is_one_error_line(tmp_path: Path) -> None:
    finished = run_room(tmp_path, "eight")
    assert (finished.returncode, finished.stdout) == (1, "")
    assert finished.stderr == "PORT must be a number from 1 to 65535, not 'eight'.\n"


def test_invalid_database_file_is_one_error_line(tmp_path: Path) -> None:
    (tmp_path / "room.sqlite3").write_text("This is a shopping list, and long enough for a header.")
    finished = run_room(tmp_path, str(free_port()))
    assert finished.returncode == 1
    assert finished.stderr == ("CommandError: Can't use the database: file is not a database.\n")


def test_hand_is_on_disk_before_it_is_published(tmp_path: Path) -> None:
    """WAL, and every commit synced: a room loses no hand to a power cut."""
    from config.databases import SQLITE_OPTIONS

    with sqlite3.connect(tmp_path / "room.sqlite3") as connection:
        connection.executescript(str(SQLITE_OPTIONS["init_command"]))
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


@pytest.mark.parametrize(
    "step",
    [
        "config.management.commands.run_room.schema_state",
        "ops.demo.seed",
        "ops.installation.setup_code_make",
    ],
)
def test_full_disk_is_one_sentence_at_each_step(tmp_path: Path, step: str) -> None:
    """The demo's rows and the setup's code had a traceback."""
    options = ("--demo",) if "demo" in step else ()
    finished = subprocess.run(
        [sys.executable, "-c", FULL_DISK.format(step=step, options=options)],
        cwd=PROJECT,
        env=os.environ | {"DATA_DIR": str(tmp_path), "DATABASE_URL": "", "PORT": str(free_port())},
        capture_output=True,
        text=True,
        timeout=OPEN_WITHIN,
        check=False,
    )
    assert finished.returncode == 1
    assert re.fullmatch(
        r"CommandError: Can't use the database: database or disk is full\. No space on the disk of \S+: "
        r".+ free\. Make room, such as with `backups prune`\.\n",
        finished.stderr,
    ), finished.stderr


FULL_DISK = """
import os, sys
from unittest.mock import patch
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.core.management import execute_from_command_line
from tests.support.full_disk import full_disk_error
with patch("{step}", side_effect=full_disk_error()):
    execute_from_command_line(["manage.py", "run_room", *{options}])
"""

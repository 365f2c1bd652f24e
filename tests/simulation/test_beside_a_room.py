"""`manage.py simulate` next to an open room: two processes that write to one SQLite file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Of the room's process: shorter than setting up a room with its hashes takes, and longer than any single command.
BUSY_SECONDS = 2
ROOM_SCRIPT = f"""
import sys, threading, django
from functools import partial
from django.conf import settings
settings.DATABASES["default"]["OPTIONS"]["timeout"] = {BUSY_SECONDS}
django.setup()
from django.db import OperationalError
from django.utils import timezone
from config.celery import app
from tables.models import Table
from tables.tablet_heartbeat import tablet_heartbeat

stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
app.loader.import_default_modules()
tasks = [
    (row["task"], partial(app.tasks[row["task"]], **row["kwargs"]))
    for row in settings.CELERY_BEAT_SCHEDULE.values()
]
print("ready", flush=True)
rounds = heartbeats = 0
errors = []

def run_and_log(name, function):
    try:
        return function()
    except OperationalError as error:
        errors.append(f"{{name}}: {{error}}")

while not stop.is_set():
    for name, task in tasks:
        run_and_log(name, task)
    for table in run_and_log("tables", lambda: list(Table.objects.values_list("pk", flat=True))) or ():
        run_and_log("heartbeat", lambda: tablet_heartbeat(table_id=table, now=timezone.now()))
        heartbeats += 1
    rounds += 1
print(rounds, heartbeats, sorted(set(errors)))
"""


@pytest.mark.release
@pytest.mark.once
def test_running_room_writes_during_a_simulation(tmp_path: Path) -> None:
    env = os.environ | {"DATA_DIR": str(tmp_path), "DATABASE_URL": "", "CELERY_BROKER_URL": ""}
    env |= {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*command, "migrate", "--verbosity", "0"], env=env, check=True)
    with subprocess.Popen(
        [sys.executable, "-c", ROOM_SCRIPT],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as room:
        assert room.stdout is not None
        assert room.stdout.readline() == "ready\n"
        night = subprocess.run(
            [*command, "simulate", "--tables", "40", "--hours", "0.02", "--quiet"],
            env=env,
            capture_output=True,
            text=True,
        )
        output, _ = room.communicate("")
    assert night.returncode == 0, night.stderr
    rounds, heartbeats, errors = output.split(" ", 2)
    assert errors.strip() == "[]"
    assert int(rounds) > 1
    assert int(heartbeats) > 1

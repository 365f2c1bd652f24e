"""The files of an installation: units, scripts, and the processes that they start."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from celery.signals import beat_init, celeryd_init
from celery.utils.dispatch import Signal
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from config.management.commands.run_room import prepare
from config.scheduled_tasks import QUEUES, SCHEDULED_TASKS, beat_schedule
from config.web_server import ListenError, inherited_listener, listen, notify_systemd
from ops.schema_state import schema_problem
from tests.support.fork_server import PROJECT
from tests.support.services import HOST, free_port

DEPLOY = PROJECT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_accepts_each_unit(unit: Path) -> None:
    """A name without an instance is no unit that can start, so a template is checked as its first instance."""
    assert shutil.which("systemd-analyze"), "Debian's systemd has it."
    result = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert unit.name not in result.stderr, "no warning about a line of this unit"


def test_workers_take_every_queue_once() -> None:
    units = "\n".join(path.read_text() for path in UNITS if "worker" in path.name)
    queues = [name for names in re.findall(r"--queues (\S+)", units) for name in names.split(",")]
    assert sorted(queues) == sorted(QUEUES)


def test_a_run_that_waited_until_the_next_one_is_dropped() -> None:
    schedule = beat_schedule()
    assert len(schedule) == len(SCHEDULED_TASKS) + len(QUEUES)  # and a heartbeat for each queue
    for entry in schedule.values():
        assert entry["options"]["expire_seconds"] >= entry["schedule"]
    assert {entry["options"]["queue"] for entry in schedule.values()} == set(QUEUES)


def test_scripts_have_no_shell_mistakes() -> None:
    scripts = [
        DEPLOY / "install.sh",
        *sorted((DEPLOY / "bin").iterdir()),
        PROJECT / "tools" / "install.sh",
    ]
    shellcheck = Path(sys.executable).with_name("shellcheck")
    result = subprocess.run([shellcheck, *scripts], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_listener_of_systemd_is_taken_by_its_own_process_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
    assert inherited_listener() is None
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "2")
    with pytest.raises(ListenError, match="exactly one socket"):
        inherited_listener()


def test_systemd_is_told_that_the_process_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(address)
        receiver.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        notify_systemd("READY=1")
        assert receiver.recv(64) == b"READY=1"


def test_address_of_another_machine_is_refused_with_what_to_do() -> None:
    with pytest.raises(ListenError, match=r"Can't open port \d+ on 192\.0\.2\.1"):
        listen("192.0.2.1", free_port())
    with pytest.raises(ListenError, match=r"HOST is 'not a host'"):
        listen("not a host", free_port())
    with listen(HOST, free_port()) as listener:
        assert listener.getsockname()[0] == HOST


@override_settings(REDIS_URL="")
def test_serve_needs_redis() -> None:
    with pytest.raises(CommandError, match="set REDIS_URL, or use run_room"):
        call_command("serve")


@pytest.mark.django_db
def test_database_of_this_version_has_no_problem() -> None:
    assert schema_problem() == ""


@pytest.mark.django_db
def test_database_of_a_newer_version_is_refused() -> None:
    MigrationRecorder(connection).record_applied("tables", "0999_tomorrow")
    assert "newer than this version of Floorbook: it has tables.0999_tomorrow" in schema_problem()


@pytest.mark.django_db
def test_database_of_an_older_version_is_refused() -> None:
    MigrationRecorder(connection).record_unapplied("ops", "0001_initial")
    assert "run manage.py migrate first (ops.0001_initial)" in schema_problem()


@pytest.mark.django_db
@pytest.mark.parametrize("signal", [celeryd_init, beat_init], ids=["worker", "beat"])
def test_worker_and_beat_refuse_a_newer_database(signal: Signal) -> None:
    signal.send(sender=None)
    MigrationRecorder(connection).record_applied("tables", "0999_tomorrow")
    with pytest.raises(SystemExit, match="newer than this version"):
        signal.send(sender=None)


@pytest.mark.django_db
def test_run_room_refuses_a_newer_database_before_it_migrates() -> None:
    MigrationRecorder(connection).record_applied("tables", "0999_tomorrow")
    with pytest.raises(CommandError, match="newer than this version"):
        prepare(demo=False)

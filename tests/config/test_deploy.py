"""The files of an installation: units, scripts, and the processes that they start."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from celery.signals import beat_init, celeryd_init
from celery.utils.dispatch import Signal
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings
from pytest_django import Settings

from config.databases import POSTGRESQL_OPTIONS, database
from config.management.commands.run_room import prepare
from config.scheduled_tasks import QUEUES, SCHEDULED_TASKS, beat_schedule
from config.web_server import ListenError, inherited_listener, listen, notify_systemd
from ops.health.checks.backups import MAKE
from ops.schema_state import schema_problem
from tests.support.fork_server import PROJECT
from tests.support.services import HOST, free_port
from web import shell_commands

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


def test_upgrade_also_restarts_web_processes_that_an_operator_added(tmp_path: Path) -> None:
    for name, output in (
        ("nproc", "1"),
        ("systemctl", "floorbook-web@2.service loaded active\nfloorbook-tablets@10.service loaded"),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{output}'\n")
        (tmp_path / name).chmod(0o755)
    functions = (DEPLOY / "install.sh").read_text().removesuffix('main "$@"\n')
    result = subprocess.run(
        ["bash", "-c", f"{functions}\nweb_processes"],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    numbers = {"tablets": (1, 2, 10), "web": (1, 2)}
    assert result.stdout.split() == [
        f"floorbook-{kind}@{number}.service" for kind in numbers for number in numbers[kind]
    ]


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


def test_service_manager_that_reads_nothing_does_not_stop_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The kernel keeps few messages; a process that waited would answer no request any more."""
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(address)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        for _ in range(2_000):
            notify_systemd("WATCHDOG=1")
            if caplog.records:
                break
        assert "systemd does not read" in caplog.text


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
    MigrationRecorder(connection).record_unapplied("players", "0001_initial")
    assert "run .venv/bin/python manage.py migrate first (players.0001_initial)" in schema_problem()


@pytest.mark.django_db
@pytest.mark.parametrize("signal", [celeryd_init, beat_init], ids=["worker", "beat"])
def test_worker_and_beat_refuse_a_newer_database(
    signal: Signal, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It would change the settings of this process, in which other tests follow.
    monkeypatch.setattr("config.celery.keep_connection", lambda _: False)
    signal.send(sender=None)
    MigrationRecorder(connection).record_applied("tables", "0999_tomorrow")
    with pytest.raises(SystemExit, match="newer than this version"):
        signal.send(sender=None)


@pytest.mark.django_db
def test_run_room_refuses_a_newer_database_before_it_migrates() -> None:
    MigrationRecorder(connection).record_applied("tables", "0999_tomorrow")
    with pytest.raises(CommandError, match="newer than this version"):
        prepare(demo=False)


@pytest.fixture
def owner_command(tmp_path: Path) -> Callable[[], subprocess.CompletedProcess[str]]:
    """Run `floorbook-owner migrate` with the settings in `tmp_path`, as if this user were root."""
    stand_ins = tmp_path / "bin"
    stand_ins.mkdir()
    for name, script in (("id", "echo 0"), ("runuser", 'echo "arguments: $*"; env')):
        (stand_ins / name).write_text(f"#!/bin/sh\n{script}\n")
        (stand_ins / name).chmod(0o755)

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [DEPLOY / "bin" / "floorbook-owner", "migrate"],
            env={
                "PATH": f"{stand_ins}:{os.environ['PATH']}",
                "FLOORBOOK_ETC": str(tmp_path),
                "FLOORBOOK_RELEASE": str(tmp_path),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    return run


OwnerCommand = Callable[[], subprocess.CompletedProcess[str]]


def test_owner_of_a_database_on_this_machine_needs_no_password(
    tmp_path: Path, owner_command: OwnerCommand
) -> None:
    address = "postgres:////var/run/postgresql/floorbook"
    (tmp_path / "floorbook.env").write_text(f"DATABASE_URL={address}\nBACKUP_DIR=/backups\n")
    lines = owner_command().stdout.splitlines()
    assert lines[0] == (
        "arguments: -u floorbook_owner -G floorbook_owner -G floorbook --"
        " .venv/bin/python manage.py migrate"
    )
    assert {f"DATABASE_URL={address}", "BACKUP_DIR=/backups", "METRICS_DIR="} <= set(lines)


def test_database_on_another_machine_needs_the_owners_address(
    tmp_path: Path, owner_command: OwnerCommand
) -> None:
    """The room's own address would migrate nothing, and the socket of this machine another database."""
    (tmp_path / "floorbook.env").write_text("DATABASE_URL=postgres://floorbook:room@db/floorbook\n")
    refused = owner_command()
    assert refused.returncode == 1
    assert "The database is on another machine" in refused.stderr
    owner = "DATABASE_URL=postgres://floorbook_owner:secret@db/floorbook"
    (tmp_path / "owner.env").write_text(f"{owner}\n")
    lines = owner_command().stdout.splitlines()
    assert owner in lines
    assert "secret" not in lines[0], "every user of the machine can list arguments"


def test_sqlite_has_no_owner(tmp_path: Path, owner_command: OwnerCommand) -> None:
    (tmp_path / "floorbook.env").write_text("DATA_DIR=/var/lib/floorbook\n")
    refused = owner_command()
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Use floorbook instead" in refused.stderr


def test_address_of_the_database_may_ask_for_encryption(tmp_path: Path) -> None:
    options = database("postgres://floorbook:x@db/floorbook?sslmode=require", tmp_path)["OPTIONS"]
    assert options["sslmode"] == "require"
    assert options["connect_timeout"] == POSTGRESQL_OPTIONS["connect_timeout"]


@pytest.mark.parametrize(
    ("installation", "backup", "beat", "migration"),
    [
        (
            "",
            ".venv/bin/python manage.py backup",
            "sudo systemctl restart floorbook-beat",
            ".venv/bin/python manage.py migrate",
        ),
        (
            "debian",
            "floorbook backup",
            "sudo systemctl restart floorbook-beat",
            "floorbook-owner migrate",
        ),
        (
            "containers",
            "docker compose exec web python manage.py backup",
            "docker compose restart beat",
            "docker compose run --rm migrate",
        ),
    ],
)
def test_operator_is_told_commands_of_this_installation(
    settings: Settings, installation: str, backup: str, beat: str, migration: str
) -> None:
    settings.INSTALLATION = installation
    assert MAKE.command == backup
    assert shell_commands.restart("beat") == beat
    assert shell_commands.migrate() == migration


def test_restart_commands_name_units_and_containers_that_exist() -> None:
    units = {path.name.removesuffix(".service") for path in UNITS}
    _, _, compose = (DEPLOY / "compose.yaml").read_text().partition("\nservices:\n")
    containers = set(re.findall(r"^  ([a-z-]+):(?: &[a-z]+)?$", compose, re.MULTILINE))
    services: tuple[shell_commands.Service, ...] = ("web", "worker", "beat", "redis", "database")
    debian = {"redis-server", "postgresql"}
    for service in services:
        with override_settings(INSTALLATION="debian"):
            named = shell_commands.restart(service).split()[3:]
        assert {name.strip("'*") for name in named} <= units | debian
        with override_settings(INSTALLATION="containers"):
            assert set(shell_commands.restart(service).split()[3:]) <= containers

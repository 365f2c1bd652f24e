"""What each check says of a part: well, and each way in which it isn't."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoAssertNumQueries, Settings

from config.health import CHECKS
from config.scheduled_tasks import QUEUES
from journal.models import ChainVerification
from journal.second_place import remember_copies
from ops.health.checks import storage
from ops.health.checks.backups import check_backups
from ops.health.checks.database import check_database, check_migrations
from ops.health.checks.disks import check_disk
from ops.health.checks.messages import check_messages
from ops.health.checks.services import check_beat, check_clock, check_web, check_worker
from ops.health.monitor import HealthMonitor
from ops.health.part import Check, HealthPart
from ops.health.queues import SENT_AT, QueueState, queue_state
from ops.heartbeats import ClockWatch, remove_old_heartbeats
from ops.models import BackupRun, ServiceHeartbeat
from outbox.counting import MessageCount
from tests.support.room import TableDriver

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def heartbeat(service: str, ago: float, *, pid: int = 1, **values: object) -> ServiceHeartbeat:
    fields = {"version": "1", "started_at": NOW - timedelta(hours=1), "host": "box", **values}
    return ServiceHeartbeat.objects.create(
        service=service, pid=pid, at=NOW - timedelta(seconds=ago), **fields
    )


def hear_workers(ago: float) -> None:
    """Write a heartbeat of the workers of each queue."""
    for queue in QUEUES:
        heartbeat(f"worker {queue}", ago)


def test_web_processes() -> None:
    assert check_web(NOW).level == "bad"
    heartbeat("web", 3), heartbeat("web", 8, pid=2)
    assert check_web(NOW) == HealthPart(
        key="web", title="Web", age=3.0, facts=("2 processes, version 1", "running for 60 min")
    )
    dead = heartbeat("web", 120, pid=3)
    assert check_web(NOW).headline == "A web process ended without a word 2 min ago"
    dead.delete()
    heartbeat("web", 1, pid=4, version="2")
    assert check_web(NOW).headline == "Versions 1 and 2 run at the same time"


def test_worker_and_beat() -> None:
    heartbeat("web", 1)
    heartbeat("beat", 5)
    hear_workers(12)
    assert (check_worker(NOW).level, check_beat(NOW).level) == ("good", "good")
    later = NOW + timedelta(minutes=3)
    heartbeat("beat", -178, pid=2)
    worker = check_worker(later)
    assert (worker.level, worker.headline) == (
        "bad",
        "No worker of the queues clocks, work and mail for 3 min",
    )
    beat = check_beat(NOW + timedelta(minutes=5))
    assert (beat.level, beat.headline) == ("bad", "No tick of beat for 2 min, the limit is 60 s")
    assert check_worker(NOW + timedelta(minutes=5)).state == "not known"


def test_two_beats() -> None:
    heartbeat("beat", 2), heartbeat("beat", 4, host="other")
    beat = check_beat(NOW)
    assert (beat.level, beat.state) == ("soon", "2 of them")
    assert "process 1 on other" in beat.facts


def test_start_is_no_outage() -> None:
    heartbeat("web", 1, started_at=NOW - timedelta(seconds=20))
    assert {check_worker(NOW).level, check_beat(NOW).level} == {"soon"}


def test_tasks_that_wait() -> None:
    heartbeat("web", 1), heartbeat("beat", 5)
    hear_workers(12)
    with patch("ops.health.checks.services.queue_state", lambda *_: QueueState(40, 700.0)):
        assert check_worker(NOW).headline == "The oldest task waits for 12 min"
        assert check_worker(NOW).level == "bad"


def test_queue_in_memory_tells_its_length_and_age(settings: Settings) -> None:
    settings.REDIS_URL = ""
    waiting = SimpleNamespace(
        mutex=threading.Lock(), queue=[{"headers": {SENT_AT: NOW.timestamp() - 7}}]
    )
    with patch.dict("kombu.transport.memory.Channel.queues", {"test.queue": waiting}):
        assert queue_state("test.queue", NOW) == QueueState(1, 7.0)
    assert queue_state("no such queue", NOW) == QueueState(0)


def test_jump_of_the_clock_is_told_for_an_hour() -> None:
    clock = ClockWatch()
    clock.look(NOW - timedelta(minutes=10), 100.0)
    clock.look(NOW - timedelta(minutes=9), 160.0)
    assert clock.facts == {}
    clock.look(NOW - timedelta(minutes=5), 170.0)
    assert clock.facts["clock_jump"] == 230.0
    heartbeat("web", 1, facts=clock.facts)
    with patch("ops.health.checks.services.CLOCK_SOON", 1e12):  # NOW is not the database's time
        assert check_clock(NOW).headline == "The clock of box jumped forward by 4 min"
        assert check_clock(NOW + timedelta(hours=2)).level == "good"


def test_old_heartbeats_are_removed() -> None:
    heartbeat("web", 90_000), heartbeat("web", 60, pid=2)
    assert remove_old_heartbeats(NOW) == 1
    assert ServiceHeartbeat.objects.get().pid == 2


def test_database_is_written() -> None:
    part = check_database(NOW)
    assert part.level == "good"
    assert ServiceHeartbeat.objects.get().service == "check"


def test_database_older_and_newer_than_the_code() -> None:
    assert check_migrations(NOW).level == "good"
    MigrationRecorder.Migration.objects.create(app="ops", name="9999_later")
    newer = check_migrations(NOW)
    assert (newer.state, newer.is_blocking) == ("newer", True)
    MigrationRecorder.Migration.objects.filter(app="ops").delete()
    older = check_migrations(NOW)
    assert (older.state, older.is_blocking) == ("older", True)


def test_chains(game: TableDriver) -> None:
    assert storage.check_chains(NOW).state == "none yet"
    row = ChainVerification.objects.create(stream_id=game.table.pk, seq=7, at=NOW)
    assert storage.check_chains(NOW).facts[0] == "1 log, verified to entry 7 of all"
    assert storage.check_chains(NOW + timedelta(minutes=16)).state == "late"
    row.broken = "entry 3: is missing"
    row.save()
    broken = storage.check_chains(NOW)
    assert (broken.level, broken.headline) == ("bad", "The chain of 1 log is broken")
    assert broken.facts[0].endswith(", entry 3: is missing")


@pytest.fixture
def _old_installation() -> Iterator[None]:
    with patch("ops.health.checks.backups._installed_at", lambda: NOW - timedelta(days=9)):
        yield


@pytest.mark.usefixtures("_old_installation")
def test_backups(tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_DIR = tmp_path
    settings.BACKUP_MAX_AGE_HOURS = 24
    assert (check_backups(NOW).level, check_backups(NOW).state) == ("bad", "none yet")
    file = tmp_path / "floorbook-20261121T020000Z.backup"
    file.touch()
    good = BackupRun.objects.create(
        started_at=NOW - timedelta(hours=3), ended_at=NOW, file=str(file), bytes=3_100_000
    )
    assert check_backups(NOW).level == "good"
    late = check_backups(NOW + timedelta(hours=40))
    assert (late.level, late.state) == ("bad", "late 19 h")
    assert late.headline == "No backup for 43 h, the limit is 24 h"
    failed = BackupRun.objects.create(
        started_at=NOW, ended_at=NOW, reason="can't write to /backup: No space left on device."
    )
    soon = check_backups(NOW)
    assert (soon.level, soon.steps[0].command) == (
        "soon",
        ".venv/bin/python manage.py backups prune",
    )
    assert "Nov 21 21:42 failed: can't write to /backup: No space left on device." in soon.facts
    failed.delete()
    with patch("shutil.disk_usage", lambda _: SimpleNamespace(total=10**12, free=3_000_000)):
        assert check_backups(NOW).state == "no room"
    earlier = BackupRun.objects.create(
        started_at=NOW - timedelta(days=2), ended_at=NOW, proof_reason="x isn't a complete backup."
    )
    assert check_backups(NOW).headline == "The backup of Nov 19 21:42 can't be restored"
    earlier.delete()
    good.copy_reason = "Not copied: /mnt/copy isn't there. Is its disk mounted?"
    good.save()
    assert check_backups(NOW).state == "not copied"
    good.copy_reason = ""
    good.copied_at = NOW
    good.save()
    settings.BACKUP_COPY_DIR = tmp_path / "copies"
    assert "The copy of the last backup is not in" in check_backups(NOW).headline
    settings.BACKUP_COPY_DIR = None
    assert check_backups(NOW).level == "good"
    file.unlink()
    assert check_backups(NOW).state == "gone"
    settings.BACKUP_DIR = tmp_path / "disk" / "backups"
    good.file = str(settings.BACKUP_DIR / file.name)
    good.save()
    assert (check_backups(NOW).level, check_backups(NOW).state) == ("bad", "gone")
    assert "The folder of backups isn't there" in check_backups(NOW).headline


def test_new_room_has_a_day_for_its_first_backup() -> None:
    with patch("ops.health.checks.backups._installed_at", lambda: NOW - timedelta(hours=2)):
        assert check_backups(NOW).level == "soon"


def test_disk(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = settings.BACKUP_DIR = tmp_path
    settings.BACKUP_COPY_DIR = None
    for free, level in ((500, "good"), (90, "soon"), (20, "bad")):
        usage = SimpleNamespace(total=1000 * 10**9, free=free * 10**9)
        with patch("shutil.disk_usage", lambda _, usage=usage: usage):
            assert check_disk(NOW).level == level
    settings.BACKUP_COPY_DIR = tmp_path / "away"
    away = check_disk(NOW)
    assert (away.level, away.state) == ("bad", "away")
    assert "away isn't there. Is its disk mounted?" in away.headline


def test_places_of_backups(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "data"
    settings.BACKUP_DIR = tmp_path / "data" / "backups"
    settings.BACKUP_COPY_DIR = None
    settings.HTTPS = False
    settings.DATA_DIR.mkdir()
    assert check_disk(NOW).level == "good"  # a trial: the first backup creates the folder
    settings.HTTPS = True
    assert "BACKUP_DIR isn't set" in check_disk(NOW).headline
    settings.BACKUP_DIR = tmp_path / "backups"
    assert (check_disk(NOW).level, check_disk(NOW).state) == ("soon", "away")
    settings.BACKUP_DIR.mkdir()
    assert check_disk(NOW).level == "good"
    settings.BACKUP_COPY_DIR = tmp_path / "copies"
    settings.BACKUP_COPY_DIR.mkdir()
    assert (check_disk(NOW).level, check_disk(NOW).state) == ("soon", "one disk")
    remember_copies(settings.BACKUP_DIR, settings.BACKUP_COPY_DIR)
    assert (check_disk(NOW).level, check_disk(NOW).state) == ("bad", "away")
    assert "is empty, but it had copies" in check_disk(NOW).headline


def certificate(until: datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([])
    builder = x509.CertificateBuilder(
        name, name, key.public_key(), 1, until - timedelta(days=90), until
    )
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def test_certificate(settings: Settings, tmp_path: Path) -> None:
    settings.CERTIFICATE_FILE = None
    assert storage.check_certificate(NOW) is None
    settings.CERTIFICATE_FILE = file = tmp_path / "room.pem"
    states = {}
    for days in (60, 10, 1, -1):
        file.write_bytes(certificate(NOW + timedelta(days=days, minutes=5)))
        part = storage.check_certificate(NOW)
        assert part is not None
        states[days] = part.level
    assert states == {60: "good", 10: "soon", 1: "bad", -1: "bad"}


def test_messages_late_and_failed() -> None:
    def counted(oldest: datetime | None, failed: int) -> HealthPart:
        count = MessageCount("webhooks", 2, oldest, failed, "Settings, Integrations")
        return check_messages(lambda since: count)(NOW)

    assert counted(NOW - timedelta(minutes=2), 0).level == "good"
    assert counted(NOW - timedelta(minutes=30), 0).state == "late"
    assert counted(None, 3).headline == "3 webhooks failed within a day"


def test_every_check_of_the_list_runs(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(60):
        parts = [part for check in CHECKS if (part := check.run(NOW))]
    missing = {"certificate"} | ({"months"} if connection.vendor == "sqlite" else set())
    assert [part.key for part in parts] == [
        check.key for check in CHECKS if check.key not in missing
    ]
    assert all(part.headline and part.steps for part in parts if part.level == "bad")


def test_database_that_hangs_hides_nothing_else() -> None:
    """The page gets an answer in time, and what was known before with its time."""
    release = threading.Event()
    database = HealthPart(key="database", title="Database")

    def hanging(now: datetime) -> HealthPart:
        release.wait(10)
        return database

    first = [Check("database", "Database", lambda now: database, True)]
    others = [
        Check("disk", "Disk", lambda now: HealthPart(key="disk", title="Disk")),
        Check("web", "Web", lambda now: HealthPart(key="web", title="Web"), True),
    ]
    monitor = HealthMonitor([*first, *others])
    assert monitor.read(wait=10).is_ready
    monitor._checks = (Check("database", "Database", hanging, True), *others)
    report = monitor.read(wait=0.05, max_age=0)
    assert not report.is_ready
    assert [known.part.level for known in report.parts] == ["bad", "good", "good"]
    release.set()
    assert monitor.read(wait=10, max_age=0).is_ready


def test_what_was_known_stays_while_the_database_is_away() -> None:
    states: list[str] = []

    def database(now: datetime) -> HealthPart:
        if states:
            raise OperationalError("no connection") from psycopg.OperationalError()
        return HealthPart(key="database", title="Database")

    web = Check("web", "Web", lambda now: HealthPart(key="web", title="Web"), True)
    broken = Check("disk", "Disk", lambda now: 1 / 0)  # type: ignore[arg-type,return-value]
    monitor = HealthMonitor([web, Check("database", "Database", database, True), broken])
    before = monitor.read(wait=10)
    assert [known.is_current for known in before.parts] == [True, True, True]
    assert before.parts[2].part.headline == "The check of Disk failed"
    states.append("away")
    after = monitor.read(wait=10, max_age=0)
    assert [known.is_current for known in after.parts] == [False, True, True]
    assert after.parts[0].at == before.parts[0].at

"""Backups are recorded: what worked, what did not and why; the rotation, the copy and the proof."""

import errno
import os
import re
import shutil
import subprocess
import sys
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock, patch

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from journal.models import Entry, Stream
from journal.work_folders import LOCK, work_folder
from ops.backup import BackupError, NoSpaceError
from ops.backup.rotation import prune_backups
from ops.backup.runs import BackupResult, make_backup, record_proof
from ops.health.checks.backups import check_backups
from ops.heartbeats import WEB, write_heartbeat
from ops.models import BackupRun, ServiceHeartbeat
from ops.tasks import back_up, backup_now
from tests.support.fork_server import PROJECT
from tests.support.room import TableDriver
from tests.support.tampering import tamper

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)
committed = pytest.mark.django_db(transaction=True)


@pytest.mark.release_on_postgresql
@committed
def test_backup_is_copied_recorded_and_proved(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_DIR = tmp_path / "first"
    settings.BACKUP_COPY_DIR = tmp_path / "second"
    settings.BACKUP_COPY_DIR.mkdir()
    call_command("backup")
    run = BackupRun.objects.get()
    file = Path(run.file)
    copy = settings.BACKUP_COPY_DIR / file.name
    assert run.is_good
    assert run.bytes == file.stat().st_size
    assert copy.read_bytes() == file.read_bytes()
    assert copy.stat().st_mode & 0o077 == 0
    call_command("backups", "prove")
    run.refresh_from_db()
    assert run.proved_at
    assert run.copied_at
    assert file.with_suffix(".proved").exists()


@committed
def test_restored_copy_is_recorded_as_the_backup_it_is_of(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    """A restored database has the row of its own backup, which had not ended, and `floorbook-restore` reads a copy."""
    settings.BACKUP_DIR = tmp_path / "backups"
    result = make_backup(settings.BACKUP_DIR, NOW)
    BackupRun.objects.update(ended_at=None, file="", bytes=None)  # as in the dump
    copy = tmp_path / "owner" / result.file.name
    copy.parent.mkdir()
    copy.write_bytes(result.file.read_bytes())
    record_proof(copy, NOW, manifest=result.manifest)
    run = BackupRun.objects.get()
    assert (run.file, run.ended_at, run.proved_at) == (str(result.file), NOW, NOW)
    assert run.bytes == result.file.stat().st_size


@committed
def test_processes_of_the_time_of_a_backup_are_not_missed_after_its_restore(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    """`floorbook-restore` stops the room: the rows that its processes had in the backup would stay, and be told."""
    settings.BACKUP_DIR = tmp_path / "backups"
    write_heartbeat(WEB, timezone.now() - timedelta(minutes=2), started_at=NOW)
    result = make_backup(settings.BACKUP_DIR, NOW)
    assert ServiceHeartbeat.objects.exists()
    command = "ops.management.commands.restore"
    with (
        patch(f"{command}.restore", return_value=(result.manifest, "")),
        patch(f"{command}.require_server_stopped", nullcontext),
    ):
        call_command("restore", str(result.file), "--replace")
    assert not ServiceHeartbeat.objects.exists()


@committed
def test_what_killed_runs_left_is_deleted_by_the_next_backup(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_DIR = tmp_path / "first"
    settings.BACKUP_COPY_DIR = tmp_path / "second"
    places = [settings.BACKUP_DIR, settings.BACKUP_COPY_DIR, Path(settings.DATA_DIR)]
    left = [left_work(place) for place in places]
    with work_folder(settings.BACKUP_DIR) as in_use:
        call_command("backup")
        assert in_use.exists()
    assert [folder.exists() for folder in left] == [False, False, False]


def left_work(place: Path) -> Path:
    """Make what a killed run leaves: its folder, with a lock that no process has."""
    folder = place / ".floorbook-left.work"
    folder.mkdir(parents=True)
    for name in (LOCK, "room.dump"):
        (folder / name).touch()
    return folder


@committed
def test_copy_that_is_away_is_told_and_the_backup_is_kept(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = tmp_path / "not mounted"
    with pytest.raises(CommandError, match="isn't there"):
        call_command("backup", str(tmp_path))
    run = BackupRun.objects.get()
    assert run.is_good
    assert Path(run.file).exists()
    assert run.copy_reason.startswith("Not copied")
    assert not settings.BACKUP_COPY_DIR.exists()


@committed
def test_folder_of_a_disk_that_is_away_gets_no_copy(
    game: TableDriver, tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BACKUP_DIR = tmp_path / "first"
    settings.BACKUP_COPY_DIR = tmp_path / "second"
    settings.BACKUP_COPY_DIR.mkdir()
    call_command("backup")
    assert f"Warning: The copies in {tmp_path / 'second'} are on the same disk" in (
        capsys.readouterr().err
    )
    for file in settings.BACKUP_COPY_DIR.iterdir():  # as if its disk was no longer mounted
        file.unlink()
    result = make_backup(settings.BACKUP_DIR, NOW)
    assert result.problems[0].startswith(f"Not copied: {tmp_path / 'second'} is empty")
    assert list(settings.BACKUP_COPY_DIR.iterdir()) == []
    settings.BACKUP_COPY_DIR = tmp_path / "third"
    settings.BACKUP_COPY_DIR.mkdir()
    assert make_backup(settings.BACKUP_DIR, NOW + timedelta(hours=1)).problems == ()
    settings.BACKUP_COPY_DIR = settings.BACKUP_DIR
    result = make_backup(settings.BACKUP_DIR, NOW + timedelta(hours=2))
    assert "is the folder of the backups" in result.problems[0]


@committed
def test_backup_disk_that_is_away_is_told(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = None
    folder = tmp_path / "backups"
    make_backup(folder, NOW)
    shutil.rmtree(folder)
    with pytest.raises(BackupError, match="Is its disk mounted"):
        make_backup(folder, NOW + timedelta(hours=1))
    assert not folder.exists()
    assert "Is its disk mounted" in BackupRun.objects.latest("started_at").reason
    folder.mkdir()
    result = make_backup(folder, NOW + timedelta(hours=2))
    assert "had none of the backups that were made in it" in result.problems[0]


@pytest.mark.django_db
def test_full_disk_is_recorded(tmp_path: Path) -> None:
    full = OSError(28, "No space left on device")
    with (
        patch("ops.backup.backup_restore.pack", side_effect=full),
        patch("ops.backup.sqlite.Sqlite.dump"),
        patch("ops.backup.postgresql.Postgresql.dump"),
        pytest.raises(NoSpaceError),
    ):
        make_backup(tmp_path, NOW)
    run = BackupRun.objects.get()
    assert run.ended_at
    assert re.match(f"No space on the disk of {tmp_path}: .*B free. Make room", run.reason)
    assert list(tmp_path.iterdir()) == []


@committed
def test_database_that_cannot_be_written_is_backed_up(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = None
    error = OperationalError("attempt to write a readonly database")
    with patch.object(BackupRun, "save", side_effect=error):
        result = make_backup(tmp_path, NOW)
    assert result.file.exists()
    assert result.problems == (
        "This backup couldn't be recorded: attempt to write a readonly database.",
    )


@committed
def test_failed_proof_is_recorded(tmp_path: Path) -> None:
    file = tmp_path / "floorbook-20261121T020000Z.backup"
    file.write_bytes(b"not a backup")
    run = BackupRun.objects.create(started_at=NOW, ended_at=NOW, file=str(file))
    with pytest.raises(CommandError, match="isn't a complete backup"):
        call_command("restore", str(file), "--check")
    run.refresh_from_db()
    assert "isn't a complete backup" in run.proof_reason
    assert run.proved_at is None


@pytest.mark.release
@committed
@pytest.mark.parametrize("when", ["before", "during"])
def test_full_disk_of_a_drill_says_nothing_about_the_backup(
    game: TableDriver,
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    when: str,
) -> None:
    settings.BACKUP_DIR = tmp_path
    settings.BACKUP_COPY_DIR = None
    call_command("backup")
    run = BackupRun.objects.get()
    if when == "before":
        usage = SimpleNamespace(total=10**12, free=12_000)
        monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
        reason = r"11\.7 KB free, .* needed"
    else:
        (tmp_path / "room.dump").symlink_to("/dev/full")  # each write says ENOSPC
        monkeypatch.setattr(
            "ops.backup.backup_restore.work_folder", lambda _: nullcontext(tmp_path)
        )
        reason = "B free. Make room"
    with pytest.raises(CommandError, match=f"No space on the disk of .*: .*{reason}"):
        call_command("backups", "prove")
    monkeypatch.undo()
    run.refresh_from_db()
    assert run.proof_reason == ""
    assert run.drill_reason.startswith("No space on the disk")
    part = check_backups(timezone.now())
    assert (part.level, part.state) == ("soon", "not proved")
    (tmp_path / "room.dump").unlink(missing_ok=True)
    call_command("backups", "prove")
    run.refresh_from_db()
    assert run.drill_reason == ""


@committed
def test_full_second_disk_is_told_with_what_is_free(
    game: TableDriver, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = tmp_path / "second"
    settings.BACKUP_COPY_DIR.mkdir()
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch("shutil.copyfile", side_effect=full):
        result = make_backup(tmp_path, NOW)
    assert result.problems[0].startswith(
        f"Not copied. No space on the disk of {settings.BACKUP_COPY_DIR}: "
    )
    assert list(settings.BACKUP_COPY_DIR.iterdir()) == []


@pytest.mark.django_db
def test_rotation_keeps_days_months_the_newest_and_the_proved_one(
    tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = None
    days = (400, 399, 70, 60, 55, 45, 10, 1)
    files = {day: backup_file(tmp_path, NOW - timedelta(days=day)) for day in days}
    (tmp_path / "floorbook-notes.backup").touch()
    for day in (399, 55):
        BackupRun.objects.create(started_at=NOW, file=str(files[day]))
    for day in (60, 55):
        files[day].with_suffix(".proved").touch()
    pruned = prune_backups(NOW, 30, tmp_path)
    kept = {day for day, file in files.items() if file.exists()}
    # 70 and 45 are the first of September and of October, 55 is proved.
    assert kept == {70, 55, 45, 10, 1}
    assert BackupRun.objects.get(file=str(files[399])).removed_at == NOW
    assert pruned.removed == tuple(files[day] for day in (400, 399, 60))
    assert pruned.problems == ()
    assert [file.stem for file in tmp_path.glob("*.proved")] == [files[55].stem]
    assert (tmp_path / "floorbook-notes.backup").exists()
    settings.BACKUP_KEEP_MONTHS = 1
    assert prune_backups(NOW, 30, tmp_path).removed == (files[70], files[45])
    (tmp_path / f"floorbook-{NOW:%Y%m%dT%H%M%SZ}.proved").touch()  # its backup is gone
    files[10].with_suffix(".proved").touch()
    settings.BACKUP_KEEP_MONTHS = 0
    assert prune_backups(NOW, 5, tmp_path).removed == (files[55],)
    assert files[10].exists()


def backup_file(folder: Path, begun_at: datetime) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"floorbook-{begun_at:%Y%m%dT%H%M%SZ}.backup"
    file.touch()
    return file


@pytest.mark.once
def test_rotation_needs_no_database(tmp_path: Path) -> None:
    """A full disk stops the database, and then old backups are what can go."""
    folder = tmp_path / "first"
    now = datetime.now(UTC)
    old, new = (backup_file(folder, now - timedelta(days=days)) for days in (400, 1))
    left = left_work(folder)
    environment = os.environ | {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/floorbook",
        "DATA_DIR": str(tmp_path),
        "BACKUP_DIR": str(folder),
        "BACKUP_COPY_DIR": str(tmp_path / "away"),
    }
    result = subprocess.run(
        [sys.executable, "manage.py", "backups", "prune"],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert [path.exists() for path in (old, left, new)] == [False, False, True]
    assert result.stdout.splitlines() == [
        f"deleted {left}",
        f"deleted {old}",
        "1 old files deleted, and 1 that killed runs left.",
    ]
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert f"Nothing is deleted in {tmp_path / 'away'}" in result.stderr
    assert "can't be recorded in the database now" in result.stderr


@pytest.mark.django_db
def test_deletion_that_could_not_be_recorded_is_recorded_later(
    tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = None
    old = backup_file(tmp_path, NOW - timedelta(days=400))
    backup_file(tmp_path, NOW)
    run = BackupRun.objects.create(started_at=NOW, file=str(old))
    error = OperationalError("could not write: the disk is full")
    with patch("ops.backup.rotation.BackupRun.objects.filter", side_effect=error):
        pruned = prune_backups(NOW, 30, tmp_path)
    assert pruned.removed == (old,)
    assert "the disk is full" in pruned.problems[0]
    assert prune_backups(NOW, 30, tmp_path).problems == ()
    run.refresh_from_db()
    assert run.removed_at == NOW


@pytest.mark.django_db
def test_file_that_cannot_be_deleted_does_not_keep_the_others(
    tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY_DIR = None
    first, second, _ = (backup_file(tmp_path, NOW - timedelta(days=days)) for days in (402, 401, 1))
    unlink = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path == first:
            raise OSError(errno.EPERM, "Operation not permitted")
        unlink(path, missing_ok)

    with patch.object(Path, "unlink", refuse):
        pruned = prune_backups(NOW, 30, tmp_path)
    assert pruned.removed == (second,)
    assert pruned.problems == (f"Can't delete {first}: Operation not permitted.",)


@pytest.mark.django_db
def test_nothing_is_deleted_on_request_of_zero_days(tmp_path: Path) -> None:
    file = backup_file(tmp_path, NOW - timedelta(days=400))
    with pytest.raises(CommandError, match="at least one day"):
        call_command("backups", "prune", "--keep", "0", "--folder", str(tmp_path))
    assert file.exists()


@committed
def test_log_that_was_cut_is_found_by_the_next_backup(
    game: TableDriver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A chain cut together with its snapshot and its verification is whole; the heads of the backup before are not."""
    first = make_backup(tmp_path, NOW)
    heads = first.file.with_suffix(".heads")
    call_command("backups", "compare", str(heads))
    stream = Stream.objects.get(pk=game.table.pk)
    tamper(lambda: Entry.objects.filter(stream=stream, seq=stream.seq).delete())
    gone = f"the log {stream.key} ended at entry {stream.seq}, and that entry is gone"
    capsys.readouterr()
    with pytest.raises(CommandError, match="1 of 2 logs differ"):
        call_command("backups", "compare", str(first.file))
    assert capsys.readouterr().out == f"DIFFERS: {gone}\n"
    second = make_backup(tmp_path, NOW + timedelta(hours=1))
    assert gone[1:] in second.problems[0]
    assert not BackupRun.objects.order_by("-started_at")[0].is_good


@committed
def test_log_that_grew_has_its_earlier_head(game: TableDriver, tmp_path: Path) -> None:
    make_backup(tmp_path, NOW)
    game.seat_players(9)
    assert make_backup(tmp_path, NOW + timedelta(hours=1)).problems == ()
    call_command("backups", "compare", "--folder", str(tmp_path))


def test_file_without_heads_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "floorbook.heads"
    file.write_text("{")
    with pytest.raises(CommandError, match="has no heads of logs"):
        call_command("backups", "compare", str(file))
    with pytest.raises(CommandError, match="No such file"):
        call_command("backups", "compare", str(tmp_path / "gone.backup"))


@pytest.mark.django_db
def test_backup_by_key_is_repeated_only_if_its_worker_was_killed() -> None:
    """The broker hands the task of a killed worker to another one, and may hand on one that has ended."""
    assert (backup_now.acks_late, backup_now.reject_on_worker_lost) == (True, True)
    pressed_at = NOW.isoformat()
    BackupRun.objects.create(started_at=NOW - timedelta(hours=1), file="/backups/before")
    BackupRun.objects.create(started_at=NOW)  # its worker was killed
    with patch("ops.tasks.make_backup") as make:
        result = BackupResult(Path("/backups/made"), Mock(), ("Not copied.",))
        make.return_value = result
        assert back_up(pressed_at) == "/backups/made"
        BackupRun.objects.create(started_at=NOW + timedelta(minutes=1), file="/backups/made")
        assert back_up(pressed_at) == "/backups/made"
        assert make.call_count == 1
        BackupRun.objects.filter(file="/backups/made").update(file="")  # killed as well
        with pytest.raises(BackupError, match=r"manage\.py backup"):
            back_up(pressed_at)
        assert make.call_count == 1

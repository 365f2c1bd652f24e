"""Backups: how old the last good one is, why one failed, and whether a restore has proved one."""

import shutil
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from ops.health.part import HealthPart, Step
from ops.health.phrases import DAY, HOUR, size, span
from ops.models import BackupRun

PROOF_LIMIT = 35 * DAY  # seconds since the last proof: the drill is monthly
RUNNING = timedelta(hours=6)  # a run without an end is running for so long, then it was interrupted

MAKE = Step("Back up now. The room does not notice.", manage="backup", action="backup")
PROVE = Step(
    "Prove it: it is restored into a separate database, and every chain is checked.",
    manage="backups prove",
)


def check_backups(now: datetime) -> HealthPart:
    """Return the age of the last good backup, and what went wrong since."""
    runs = BackupRun.objects.filter(removed_at=None)
    good = runs.filter(reason="").exclude(ended_at=None).first()
    later = runs.filter(started_at__gt=good.started_at) if good else runs
    failed = later.exclude(reason="").first()
    interrupted = later.filter(ended_at=None, started_at__lt=now - RUNNING).first()
    part = HealthPart(key="backups", title="Backups")
    facts = tuple(filter(None, (_failure(failed), _interruption(interrupted), _room(good))))
    if good is None:
        return _no_backup(replace(part, facts=facts), failed, now)
    age = (now - good.started_at).total_seconds()
    facts = (f"last good {_moment(good.started_at)}, {size(good.bytes or 0)}", *facts)
    part = replace(part, age=age, facts=facts, values=(("bytes", good.bytes or 0),))
    limit = settings.BACKUP_MAX_AGE_HOURS * HOUR
    if age > limit:
        return replace(
            part,
            level="bad",
            state=f"late {span(age - limit)}",
            headline=f"No backup for {span(age)}, the limit is {settings.BACKUP_MAX_AGE_HOURS} h",
            steps=(*_space_steps(failed.reason if failed else ""), MAKE, PROVE),
        )
    return _recent(part, good, failed, now)


def _recent(
    part: HealthPart, good: BackupRun, failed: BackupRun | None, now: datetime
) -> HealthPart:
    """Return the part if the last good backup is recent: what else needs someone."""
    last_proof = BackupRun.objects.exclude(proved_at=None).order_by("-proved_at").first()
    proof = (
        f"proved by a restore {_moment(last_proof.proved_at)}"
        if last_proof
        else "none was proved yet"
    )
    part = replace(part, facts=(*part.facts, proof))
    if failed is not None:
        headline = "The last backup failed; the one before is good"
        steps = (*_space_steps(failed.reason), MAKE)
        return replace(part, level="soon", state="failed", headline=headline, steps=steps)
    if _is_gone(good):
        headline = f"The file of the last backup is gone: {good.file}"
        return replace(part, level="bad", state="gone", headline=headline, steps=(MAKE, PROVE))
    if good.copy_reason:
        step = Step("Bring the second place back, then back up again.")
        return replace(
            part, level="soon", state="not copied", headline=good.copy_reason.removesuffix("."),
            steps=(step, MAKE),
        )  # fmt: skip
    if bad_drill := _drill_problem(part, good):
        return bad_drill
    free = _free()
    if free is not None and free < _needed(good):
        headline = f"The next backup has no room: {_room(good)}"
        return replace(part, level="soon", state="no room", headline=headline, steps=_room_steps())
    last = last_proof.proved_at if last_proof and last_proof.proved_at else _installed_at()
    if last is not None and (now - last).total_seconds() > PROOF_LIMIT:
        headline = f"No backup was proved by a restore for {span((now - last).total_seconds())}"
        return replace(part, level="soon", state="not proved", headline=headline, steps=(PROVE,))
    return part


def _drill_problem(part: HealthPart, good: BackupRun) -> HealthPart | None:
    """Return the part if the last drill did not prove its backup, also if newer backups were made since."""
    last = BackupRun.objects.exclude(proved_at=None, proof_reason="", drill_reason="").first()
    if last is None:
        return None
    if last.drill_reason:
        headline = "The restore drill can't run; it says nothing about the backup"
        facts = (last.drill_reason, *part.facts)
        steps = (*_space_steps(last.drill_reason), PROVE)
        return replace(
            part, level="soon", state="not proved", headline=headline, facts=facts, steps=steps
        )
    if last.proof_reason:
        name = "last backup" if last == good else f"backup of {_moment(last.started_at)}"
        return replace(
            part,
            level="bad",
            state="no restore",
            headline=f"The {name} can't be restored",
            facts=(last.proof_reason, *part.facts),
            steps=(MAKE, PROVE),
        )
    return None


def _no_backup(part: HealthPart, failed: BackupRun | None, now: datetime) -> HealthPart:
    """Return the part if there was never a good backup. A new installation has a day for its first one."""
    since = _installed_at()
    age = (now - since).total_seconds() if since else 0.0
    is_late = age > settings.BACKUP_MAX_AGE_HOURS * HOUR
    return replace(
        part,
        level="bad" if is_late or failed else "soon",
        state="none yet",
        headline=f"There is no backup yet, {span(age)} after this room was set up",
        steps=(*_space_steps(failed.reason if failed else ""), MAKE, PROVE),
    )


def _installed_at() -> datetime | None:
    """Return when this database was created."""
    row = MigrationRecorder(connection).migration_qs.order_by("applied").first()
    return row.applied if row else None


def _failure(run: BackupRun | None) -> str:
    return f"{_moment(run.started_at)} failed: {run.reason}" if run else ""


def _interruption(run: BackupRun | None) -> str:
    return f"{_moment(run.started_at)} was interrupted" if run else ""


def _room(good: BackupRun | None) -> str:
    """Return how much a new backup needs and how much is free."""
    needed, free = _needed(good), _free()
    if not needed or free is None:
        return ""
    return f"a new one needs {size(needed)}, {size(free)} are free"


def _needed(good: BackupRun | None) -> int:
    """Return how many bytes a new backup needs while it is made: the dump, and the file that is packed from it."""
    if good is None or not good.bytes:
        return 0
    if connection.vendor == "sqlite":  # the dump is a copy of the file
        file = Path(connection.settings_dict["NAME"])
        return good.bytes + (file.stat().st_size if file.exists() else good.bytes)
    return 2 * good.bytes  # pg_dump compresses


def _free() -> int | None:
    """Return how many bytes are free for backups, None if that can't be asked."""
    try:
        return shutil.disk_usage(settings.BACKUP_DIR).free
    except OSError:  # the folder is away: `check_disk` tells it
        return None


def _space_steps(reason: str) -> tuple[Step, ...]:
    if "space" not in reason.lower() and "full" not in reason:
        return ()
    return _room_steps()


def _room_steps() -> tuple[Step, ...]:
    text = f"Make room: delete backups beyond {settings.BACKUP_KEEP_DAYS} days."
    return (Step(text, manage="backups prune"),)


def _is_gone(run: BackupRun) -> bool:
    """Return whether the file is missing although its folder is on this machine, or can't be read by the room."""
    file = Path(run.file)
    try:
        return bool(run.file) and file.parent.is_dir() and not file.exists()
    except PermissionError:
        return True


def _moment(at: datetime | None) -> str:
    return f"{timezone.localtime(at):%b %-d %H:%M}" if at else ""

"""Backups: the age of the last good backup, the reason of a failure, and the last proof by a restore."""

import shutil
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from ops.health.part import LEVELS, HealthPart, Step
from ops.health.phrases import DAY, HOUR, size, span
from ops.models import BackupRun

PROOF_LIMIT = 35 * DAY  # seconds since the last proof: the drill is monthly
# A run without an end is running for this long, then it is treated as interrupted.
RUNNING = timedelta(hours=6)

SECOND = Step("Bring the second place back, then back up again.")
MAKE = Step("Back up now. The room does not notice.", manage="backup", action="backup")
PROVE = Step(
    "Prove it: it is restored into a separate database, and every chain is checked.",
    manage="backups prove",
)


def check_backups(now: datetime) -> HealthPart:
    """Return the age of the last good backup, and the problems since then."""
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
    """Return the part if the last good backup is recent, with the worst other problem."""
    last_proof = BackupRun.objects.exclude(proved_at=None).order_by("-proved_at").first()
    proved_at = last_proof.proved_at if last_proof else None
    proof = f"proved by a restore {_moment(proved_at)}" if proved_at else "none was proved yet"
    facts = (*part.facts, *filter(None, (_second_place(good), proof)))
    part = replace(part, facts=facts)
    problems = (
        _gone(part, good),
        _last_failed(part, failed),
        _not_copied(part, good),
        _drill_problem(part, good),
        _no_room(part, good),
        _not_proved(part, proved_at or _installed_at(), now),
    )
    return max(
        filter(None, problems), key=lambda problem: LEVELS.index(problem.level), default=part
    )


def _gone(part: HealthPart, good: BackupRun) -> HealthPart | None:
    """Return the part if the file is missing although it was created on this machine."""
    file = Path(good.file)
    if not good.file or file.exists():
        return None
    headline = f"The file of the last backup is gone: {file}"
    if not file.parent.is_dir():
        if file.parent != settings.BACKUP_DIR:  # it was created on another machine
            return None
        headline = f"The folder of backups isn't there: {file.parent}. Is its disk mounted?"
    return replace(part, level="bad", state="gone", headline=headline, steps=(MAKE, PROVE))


def _last_failed(part: HealthPart, failed: BackupRun | None) -> HealthPart | None:
    if failed is None:
        return None
    headline = "The last backup failed; the one before is good"
    steps = (*_space_steps(failed.reason), MAKE)
    return replace(part, level="soon", state="failed", headline=headline, steps=steps)


def _not_copied(part: HealthPart, good: BackupRun) -> HealthPart | None:
    """Return the part if the backup was not copied, or if its copy is gone."""
    headline = good.copy_reason.removesuffix(".")
    if not headline and good.copied_at and not _has_copy(good):
        headline = f"The copy of the last backup is not in {settings.BACKUP_COPY_DIR}"
    if not headline:
        return None
    return replace(part, level="soon", state="not copied", headline=headline, steps=(SECOND, MAKE))


def _drill_problem(part: HealthPart, good: BackupRun) -> HealthPart | None:
    """Return the part if the last drill did not prove its backup, even if there are newer backups."""
    last = BackupRun.objects.exclude(proved_at=None, proof_reason="", drill_reason="").first()
    if last is None or not (last.drill_reason or last.proof_reason):
        return None
    facts = (last.drill_reason or last.proof_reason, *part.facts)
    if last.drill_reason:
        headline = "The restore drill can't run; it says nothing about the backup"
        steps = (*_space_steps(last.drill_reason), PROVE)
        return replace(
            part, level="soon", state="not proved", headline=headline, facts=facts, steps=steps
        )
    name = "last backup" if last == good else f"backup of {_moment(last.started_at)}"
    headline = f"The {name} can't be restored"
    steps = (MAKE, PROVE)
    return replace(
        part, level="bad", state="no restore", headline=headline, facts=facts, steps=steps
    )


def _no_room(part: HealthPart, good: BackupRun) -> HealthPart | None:
    free = _free()
    if free is None or free >= _needed(good):
        return None
    headline = f"The next backup has no room: {_room(good)}"
    return replace(part, level="soon", state="no room", headline=headline, steps=_room_steps())


def _not_proved(part: HealthPart, since: datetime | None, now: datetime) -> HealthPart | None:
    """Return the part if no backup was proved for too long. since: the last proof, or the installation."""
    age = (now - since).total_seconds() if since else 0.0
    if age <= PROOF_LIMIT:
        return None
    headline = f"No backup was proved by a restore for {span(age)}"
    return replace(part, level="soon", state="not proved", headline=headline, steps=(PROVE,))


def _no_backup(part: HealthPart, failed: BackupRun | None, now: datetime) -> HealthPart:
    """Return the part if there was never a good backup. A new installation has one day to make its first backup."""
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
    row = MigrationRecorder(connection).migration_qs.order_by("applied").first()
    return row.applied if row else None


def _failure(run: BackupRun | None) -> str:
    return f"{_moment(run.started_at)} failed: {run.reason}" if run else ""


def _interruption(run: BackupRun | None) -> str:
    return f"{_moment(run.started_at)} was interrupted" if run else ""


def _room(good: BackupRun | None) -> str:
    """Return how much space a new backup needs and how much is free."""
    needed_bytes = _needed(good)
    free = _free()
    if not needed_bytes or free is None:
        return ""
    return f"a new one needs {size(needed_bytes)}, {size(free)} are free"


def _needed(good: BackupRun | None) -> int:
    """Return how many bytes a new backup needs while it is created: the dump, and the file that is packed from it."""
    if good is None or not good.bytes:
        return 0
    if connection.vendor == "sqlite":  # the dump is a copy of the file
        file = Path(connection.settings_dict["NAME"])
        return good.bytes + (file.stat().st_size if file.exists() else good.bytes)
    return 2 * good.bytes  # pg_dump compresses


def _free() -> int | None:
    """Return how many bytes are free for backups, None if unknown."""
    try:
        return shutil.disk_usage(settings.BACKUP_DIR).free
    except OSError:  # the folder is missing, which `check_disk` reports
        return None


def _space_steps(reason: str) -> tuple[Step, ...]:
    if "space" not in reason.lower() and "full" not in reason:
        return ()
    return _room_steps()


def _room_steps() -> tuple[Step, ...]:
    text = f"Make room: delete backups beyond {settings.BACKUP_KEEP_DAYS} days."
    return (Step(text, manage="backups prune"),)


def _second_place(good: BackupRun) -> str:
    """Return where copies go, as a fact; "" if the headline gives the reason for their absence."""
    if settings.BACKUP_COPY_DIR is None:
        return "not copied: BACKUP_COPY_DIR isn't set"
    return f"copied to {settings.BACKUP_COPY_DIR}" if good.copied_at and _has_copy(good) else ""


def _has_copy(good: BackupRun) -> bool:
    folder: Path | None = settings.BACKUP_COPY_DIR
    # Without a second place no copy is missing, because someone gave up the place.
    return folder is None or (folder / Path(good.file).name).exists()


def _moment(at: datetime | None) -> str:
    return f"{timezone.localtime(at):%b %-d %H:%M}" if at else ""

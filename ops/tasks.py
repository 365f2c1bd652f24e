"""The scheduled tasks of retention, heartbeats and the partitions of the log."""

import logging
from datetime import datetime

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from journal.partitions import prepare_months
from ops.backup import BackupError
from ops.backup.runs import make_backup
from ops.health.history import remove_old_changes
from ops.heartbeats import remove_old_heartbeats, worker_service, write_heartbeat
from ops.models import BackupRun
from ops.retention import run_retention
from web.shell_commands import manage

_log = logging.getLogger("floorbook.backup")
BACKUP_TASK = "ops.backup"
MOST_INTERRUPTED = 2  # maximum runs; after that, the backup itself may be what ends the worker


def retention() -> int:
    """Run the daily retention job; return how many players were anonymized."""
    return run_retention(timezone.now()).players


daily = shared_task(name="keeping.retention")(retention)

_started_at = timezone.now()  # when this process loaded its tasks


def heartbeat(queue: str) -> None:
    """Write the heartbeat of the worker that runs this queue's tasks; remove old rows."""
    now = timezone.now()
    write_heartbeat(worker_service(queue), now, started_at=_started_at)
    remove_old_heartbeats(now)
    remove_old_changes(now)


worker_heartbeat = shared_task(name="ops.heartbeat")(heartbeat)


months_prepared = shared_task(name="ops.prepare_months")(prepare_months)


def back_up(asked: str = "") -> str:
    """Back up to the folder of backups, for the key of the operations page; return the file.

    asked: when someone pressed the key, in ISO format. If a worker is killed, another one gets the task, so the task
    may run again; it then does nothing if the backup exists. Raises `BackupError`, including after several interrupted
    runs since then.
    """
    if asked:
        runs = BackupRun.objects.filter(started_at__gte=datetime.fromisoformat(asked))
        run = runs.exclude(file="").first()
        if run is not None:
            return run.file
        if runs.filter(ended_at=None).count() >= MOST_INTERRUPTED:
            command = manage("backup")
            raise BackupError(f"The worker ended during each backup. Run {command} instead.")
    result = make_backup(settings.BACKUP_DIR, timezone.now())
    for problem in filter(None, (*result.problems, result.warning)):
        _log.warning(problem)
    return str(result.file)


# The task is acknowledged when it ends, so that the message of a killed worker goes to another worker.
backup_now = shared_task(name=BACKUP_TASK, acks_late=True, reject_on_worker_lost=True)(back_up)

"""The scheduled tasks of retention and heartbeats."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from ops.backup.runs import make_backup
from ops.heartbeats import remove_old_heartbeats, worker_service, write_heartbeat
from ops.retention import run_retention

BACKUP_TASK = "ops.backup"


def retention() -> int:
    """Run the daily retention job; return how many players were anonymized."""
    return run_retention(timezone.now()).players


daily = shared_task(name="keeping.retention")(retention)

_started_at = timezone.now()  # when this process loaded its tasks


def heartbeat(queue: str) -> None:
    """Write the heartbeat of the worker that does this queue's tasks; remove those of processes long gone."""
    now = timezone.now()
    write_heartbeat(worker_service(queue), now, started_at=_started_at)
    remove_old_heartbeats(now)


worker_heartbeat = shared_task(name="ops.heartbeat")(heartbeat)


def back_up() -> str:
    """Back up to the folder of backups, for the key of the operations page; return the file."""
    return str(make_backup(settings.BACKUP_DIR, timezone.now()).file)


backup_now = shared_task(name=BACKUP_TASK)(back_up)

"""The tasks that Celery runs: how often, in which queue, and their time limits."""

from dataclasses import dataclass
from typing import TypedDict

CLOCKS = "clocks"
WORK = "work"
MAIL = "mail"
# For tasks that people on the floor wait for; for long tasks; for tasks that wait for other
# servers.
QUEUES = (CLOCKS, WORK, MAIL)
LIMITS = {CLOCKS: 60, WORK: 1800, MAIL: 600}  # seconds until a task is ended
VISIBILITY_TIMEOUT = max(LIMITS.values()) + 60  # seconds
BACK_UP = "ops.backup"  # sent by the key of the operations page, not scheduled
MAKE_FILE = "reports.file"  # sent by the key of a report page, not scheduled
PLAN_WEEK = "roster.run"  # sent by the key of the roster's page, not scheduled
HEARTBEAT = "ops.heartbeat"
HEARTBEAT_EVERY = 15  # seconds


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """A task and its interval in seconds.

    A task reads its work from the database, so a later run makes up for a lost one.
    """

    title: str
    name: str
    every: float
    queue: str


SCHEDULED_TASKS = (
    ScheduledTask("rules begin", "rulings.rules_begin", 20, CLOCKS),
    ScheduledTask("plaques begin", "tables.plaques_begin", 20, CLOCKS),
    ScheduledTask("lists lapse", "tables.lists_lapse", 5, CLOCKS),
    ScheduledTask("tournament levels", "tournaments.levels_begin", 2, CLOCKS),
    ScheduledTask("line-up", "tables.lineup_clock", 10, CLOCKS),
    ScheduledTask("tournament tables", "tournaments.sync_tables", 15, CLOCKS),
    ScheduledTask("tablets silent", "tables.tablets_silent", 5, CLOCKS),
    ScheduledTask("calls unseen", "rulings.calls_unseen", 5, CLOCKS),
    ScheduledTask("absences over", "absences.limits_pass", 15, CLOCKS),
    ScheduledTask("join requests", "tables.join_requests_end", 60, CLOCKS),
    ScheduledTask("runs of the planner", "roster.runs_check", 60, CLOCKS),
    ScheduledTask("pages", "tables.page_player", 10, MAIL),
    ScheduledTask("alerts", "rulings.call_alerts", 10, MAIL),
    ScheduledTask("shift notices", "roster.notices", 10, MAIL),
    ScheduledTask("webhooks", "api.deliver", 10, MAIL),
    ScheduledTask("webhooks forget", "api.forget", 3600, WORK),
    ScheduledTask("usual paces", "tables.paces_keep", 600, WORK),
    ScheduledTask("hours", "promotions.earn_hours", 60, WORK),
    ScheduledTask("funds", "promotions.record_days", 900, WORK),
    ScheduledTask("promotions of tables", "promotions.sync_tables", 30, WORK),
    ScheduledTask("rollups", "reports.roll", 60, WORK),
    ScheduledTask("retention", "keeping.retention", 86_400, WORK),
    ScheduledTask("training records", "school.retention", 86_400, WORK),
    ScheduledTask("lessons", "school.prepare", 60, WORK),
    ScheduledTask("months of the log", "ops.prepare_months", 3600, WORK),
    ScheduledTask("access report", "access.quarter_report", 3600, WORK),
    ScheduledTask("logs proved", "reports.prove", 60, WORK),
    ScheduledTask("stored reports", "reports.store", 60, WORK),
    ScheduledTask("report mails", "reports.mail", 60, MAIL),
)


class BeatOptions(TypedDict):
    """Options of a scheduled task as django-celery-beat names them."""

    queue: str
    expire_seconds: int


class BeatEntry(TypedDict):
    """An entry of Celery's schedule."""

    task: str
    schedule: float
    kwargs: dict[str, str]
    options: BeatOptions


def beat_schedule() -> dict[str, BeatEntry]:
    """Return the schedule of beat.

    A run that no worker has begun before the next one is due is dropped, so that a worker after a pause does not do the
    same work a hundred times.
    """
    entries = {task.title: _entry(task, {}) for task in SCHEDULED_TASKS}
    for queue in QUEUES:
        heartbeat = ScheduledTask(f"heartbeat {queue}", HEARTBEAT, HEARTBEAT_EVERY, queue)
        entries[heartbeat.title] = _entry(heartbeat, {"queue": queue})
    return entries


def _entry(task: ScheduledTask, arguments: dict[str, str]) -> BeatEntry:
    return {
        "task": task.name,
        "schedule": float(task.every),
        "kwargs": arguments,
        "options": {"queue": task.queue, "expire_seconds": int(max(task.every, 10))},
    }


def queues_of_tasks() -> dict[str, str]:
    """Return the queue of each task."""
    return {task.name: task.queue for task in SCHEDULED_TASKS} | {
        BACK_UP: WORK,
        MAKE_FILE: WORK,
        PLAN_WEEK: WORK,
    }


def limits_of_tasks() -> dict[str, dict[str, int]]:
    """Return the limits of each task in seconds: for an exception in the task, and for the end of its process."""
    return {
        name: {"soft_time_limit": LIMITS[queue] - 5, "time_limit": LIMITS[queue]}
        for name, queue in queues_of_tasks().items()
    }

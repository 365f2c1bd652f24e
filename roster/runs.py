"""Runs of the planners: queued by the event of a week, done by the slow worker with progress, canceled by a manager."""

import logging
from datetime import datetime, timedelta
from typing import Literal

from celery import current_app
from django.utils import timezone

from poker.refusal import Refusal
from roster.crew_log import roster_group
from roster.facts import plan_facts
from roster.models import RosterRun
from roster.rules import week_commands as c
from roster.rules.greedy import Plan, greedy_plan
from roster.rules.options import plan_task
from roster.rules.week_events import RunStarted, RunStored
from roster.solver.cp_sat import Progress, solve
from roster.week_log import SYSTEM, StoredInWeek, load_week, week_execute
from staff.models import Room
from web import broadcast

TASK = "roster.run"
SECONDS = 120  # of processor time
SEED = 41
PROGRESS_EVERY = timedelta(seconds=1)
PATIENCE = timedelta(minutes=2)  # without progress past the limit, until a run has failed
WORKER_GONE = "The worker ended before it had a plan. Start the run again."
FAILED = "The run failed. Start it again; if it fails again, tell the person who runs the server."
EndStatus = Literal["done", "canceled", "failed"]
_log = logging.getLogger("floorbook.roster")


def queue_run(stored: StoredInWeek) -> None:
    """Store the progress row of a run that begins."""
    for event in stored.events:
        if isinstance(event, RunStarted):
            RosterRun.objects.create(
                week_id=stored.stream_id,
                number=event.number,
                planner=event.planner,
                seconds=SECONDS,
                queued_at=timezone.now(),
                progress_at=timezone.now(),
            )


def close_run(stored: StoredInWeek) -> None:
    """Close the progress row of a run that has ended."""
    for event in stored.events:
        if isinstance(event, RunStored):
            rows = RosterRun.objects.filter(week=stored.stream_id, number=event.number)
            rows.update(is_over=True, cost=event.cost, bound=event.bound)


def send_run(stored: StoredInWeek) -> None:
    """Let a worker do a run that was stored. If the broker is away, the scheduled task ends the run as failed.

    A room with its own time, such as a simulated one, runs at its own moments.
    """
    if Room.objects.filter(pk=stored.room_id, own_time=True).exists():
        return
    for event in stored.events:
        if isinstance(event, RunStarted):
            current_app.send_task(TASK, [stored.stream_id, event.number], retry=False)


def run_cancel(week_id: int, number: int) -> bool:
    """Let a run end with the best plan so far; return whether it was still running."""
    rows = RosterRun.objects.filter(week=week_id, number=number, is_over=False)
    return bool(rows.update(is_canceled=True))


def run_plan(week_id: int, number: int) -> bool:
    """Make the plan of a run and store it; return whether it was stored. A run that is over is left alone."""
    row = RosterRun.objects.filter(week=week_id, number=number, is_over=False).first()
    if row is None:
        return False
    try:
        plan = _Runner(row).plan()
    except Exception:
        _log.exception("run %s of week %s failed", number, week_id)
        _store(row, "failed", Plan((), ()), error=FAILED)
        return False
    return _store(row, "canceled" if plan.is_canceled else "done", plan)


def _store(row: RosterRun, status: EndStatus, plan: Plan, error: str = "") -> bool:
    if error:
        RosterRun.objects.filter(pk=row.pk).update(error=error)
    command = c.StoreRun(
        number=row.number,
        status=status,
        shifts=plan.shifts,
        unmet=plan.unmet,
        cost=plan.cost,
        bound=plan.bound,
    )
    try:
        week_execute(
            week_id=row.week_id,
            command_id=f"run.{row.week_id}.{row.number}",
            command=command,
            actor=SYSTEM,
            now=timezone.now(),
        )
    except Refusal as refusal:
        if refusal.code != "run_over":
            raise
        return False
    return True


class _Runner:
    """A run in progress."""

    def __init__(self, row: RosterRun) -> None:
        self.row = row
        self.reported = timezone.now() - PROGRESS_EVERY

    def plan(self) -> Plan:
        room_id = self.row.week.room_id
        _, week = load_week(self.row.week_id)
        facts = plan_facts(room_id, week, with_shares=True)
        started = week.run.started if week.run else 0
        task = plan_task(week, facts, started)
        if self.row.planner == "greedy":
            return greedy_plan(task)
        return solve(task, self._watch, seconds=self.row.seconds, seed=SEED)

    def _watch(self, progress: Progress) -> bool:
        now = timezone.now()
        if now - self.reported < PROGRESS_EVERY:
            return True
        self.reported = now
        RosterRun.objects.filter(pk=self.row.pk).update(
            progress_at=now, used=progress.seconds, cost=progress.cost, bound=progress.bound
        )
        broadcast.send(roster_group(self.row.week.room_id), {"type": "roster.changed"})
        canceled = RosterRun.objects.filter(pk=self.row.pk).values_list("is_canceled", flat=True)
        return not canceled.get()


def runs_check(now: datetime | None = None) -> int:
    """End the runs whose worker is gone as failed; return how many."""
    moment = now or timezone.now()
    rows = RosterRun.objects.filter(is_over=False, progress_at__lt=moment - PATIENCE)
    ended = 0
    for row in rows.order_by("pk"):
        if row.queued_at + timedelta(seconds=row.seconds) + PATIENCE < moment:
            ended += _store(row, "failed", Plan((), ()), error=WORKER_GONE)
    return ended

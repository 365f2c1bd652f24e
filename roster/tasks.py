"""Tasks of the roster: runs of the planner, sent by a page, and their check; notices to dealers."""

from celery import shared_task

from roster.notices import TASK_NAME, deliver_notices
from roster.runs import TASK, run_plan, runs_check

run_task = shared_task(name=TASK)(run_plan)
check_task = shared_task(name="roster.runs_check")(runs_check)
notices_task = shared_task(name=TASK_NAME)(deliver_notices)

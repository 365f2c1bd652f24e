"""Runs of the planners: progress, cancel, a worker that is gone, a room without the solver."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from poker.refusal import Refusal
from roster import runs
from roster.models import RosterRun, RosterShift
from roster.rules import week_commands as c
from roster.rules.greedy import Plan
from roster.rules.options import PlanTask
from roster.solver import is_available
from roster.solver.cp_sat import Progress, solve
from tests.support.roster_room import RosterRoom

pytestmark = pytest.mark.django_db


@pytest.fixture
def roster_room() -> RosterRoom:
    """A room that needs a dealer on Monday from 10:00 to 18:00, and two from Tuesday 18:00 to 02:00."""
    room = RosterRoom()
    room.week(c.EditNeed("flop", 20, 35, 1))
    room.week(c.EditNeed("flop", 84, 99, 2))
    return room


def start(room: RosterRoom, planner: str) -> int:
    with patch("roster.runs.current_app.send_task"):
        command = c.StartRun("cp_sat") if planner == "cp_sat" else c.StartRun("greedy")
        room.week(command)
    return room.state.runs


@pytest.mark.parametrize("planner", ["greedy", "cp_sat"])
def test_run_stores_the_plan(
    roster_room: RosterRoom, planner: str, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    room = roster_room
    number = start(room, planner)
    assert runs.run_plan(room.row.pk, number)
    week = room.state
    assert [(shift.template, bool(shift.dealer)) for shift in week.draft] == [
        ("day", True),
        ("evening", True),
        ("evening", True),
    ]
    assert week.run is not None
    assert (week.run.status, week.run.unmet) == ("done", ())
    row = RosterRun.objects.get()
    assert (row.is_over, row.cost) == (True, week.run.cost)
    assert not runs.run_plan(room.row.pk, number), "a run is done once"
    room.publish()
    assert RosterShift.objects.count() == 3


def test_new_run_keeps_what_a_manager_changed(roster_room: RosterRoom) -> None:
    room = roster_room
    runs.run_plan(room.row.pk, start(room, "greedy"))
    day = room.state.draft[0]
    other = next(key for key in map(room.key, room.people) if key != day.dealer)
    room.week(c.ChangeShift(day.id, day.start, day.end, other))
    runs.run_plan(room.row.pk, start(room, "cp_sat"))
    kept = room.state.draft_shift(day.id)
    assert kept is not None
    assert (kept.dealer, kept.is_fixed) == (other, True)
    assert len(room.state.draft) == 3


def test_canceled_run_stores_the_best_plan_so_far(roster_room: RosterRoom) -> None:
    room = roster_room
    number = start(room, "cp_sat")
    assert runs.run_cancel(room.row.pk, number)

    def watched(
        task: PlanTask, watch: Callable[[Progress], bool], *, seconds: int, seed: int
    ) -> Plan:
        goes_on = watch(Progress(7, 3, 1.5))
        plan = solve(task, lambda progress: True, seconds=seconds, seed=seed)
        return Plan(plan.shifts, plan.unmet, plan.cost, plan.bound, is_canceled=not goes_on)

    with patch("roster.runs.solve", watched):
        assert runs.run_plan(room.row.pk, number)
    row = RosterRun.objects.get()
    assert (row.used, row.is_over) == (1.5, True)
    week = room.state
    assert week.run is not None
    assert week.run.status == "canceled"
    assert len(week.draft) == 3
    assert not runs.run_cancel(room.row.pk, number)


def test_failing_run_leaves_the_draft_and_the_next_one_may_start(roster_room: RosterRoom) -> None:
    room = roster_room
    number = start(room, "greedy")
    with patch("roster.runs.greedy_plan", side_effect=RuntimeError("broken")):
        assert not runs.run_plan(room.row.pk, number)
    assert RosterRun.objects.get().error == runs.FAILED
    assert room.state.run is not None
    assert room.state.run.status == "failed"
    assert start(room, "greedy") == 2


def test_run_whose_worker_is_gone_fails_after_two_minutes(roster_room: RosterRoom) -> None:
    room = roster_room
    start(room, "cp_sat")
    now = timezone.now()
    late = now + timedelta(seconds=runs.SECONDS) + runs.PATIENCE
    assert runs.runs_check(late - timedelta(seconds=5)) == 0
    assert runs.runs_check(late + timedelta(seconds=5)) == 1
    assert RosterRun.objects.get().error == runs.WORKER_GONE
    assert room.state.run is not None
    assert room.state.run.status == "failed"


def test_room_without_the_solver_plans_quickly(roster_room: RosterRoom) -> None:
    room = roster_room
    with patch("roster.week_log.is_available", return_value=False):
        with pytest.raises(Refusal) as refused:
            room.week(c.StartRun("cp_sat"))
        assert refused.value.code == "no_solver"
        assert runs.run_plan(room.row.pk, start(room, "greedy"))


def test_solver_is_part_of_what_tests_need() -> None:
    assert is_available()


def test_too_few_dealers_leave_open_need_with_a_reason(roster_room: RosterRoom) -> None:
    room = roster_room
    room.week(c.EditNeed("flop", 84, 99, 9))
    for planner in ("greedy", "cp_sat"):
        runs.run_plan(room.row.pk, start(room, planner))
        week = room.state
        assert week.run is not None
        [unmet] = [item for item in week.run.unmet if item.kind == "need"]
        assert (unmet.reason, unmet.skill, unmet.missing) == ("too_few", "", 6)
        assert len([shift for shift in week.draft if shift.template == "evening"]) == 3

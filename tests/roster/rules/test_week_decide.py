"""Commands to a week: what they store, and what is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from roster.rules import week_commands as c
from roster.rules import week_events as e
from roster.rules.people import MINUTE
from roster.rules.week_state import Attendance, NeedLine, Shift, Unmet
from tests.support.roster_rules import WeekDriver, people

HOUR = 60 * MINUTE


def published_week(**rules: Any) -> WeekDriver:
    """Return a week with a shift of Avery on Monday, one of Blair on Tuesday, and an open one on Wednesday."""
    driver = WeekDriver(*people("avery", "blair", "casey"), **rules)
    driver.place(0, 10, 18, "avery")
    driver.place(1, 10, 18, "blair")
    driver.place(2, 10, 18)
    driver.publish()
    return driver


def attended(driver: WeekDriver, shift: int) -> Attendance:
    attendance = driver.week.attendance_of(shift)
    assert attendance is not None
    return attendance


def needed_week() -> WeekDriver:
    driver = WeekDriver(*people("avery", "blair"))
    driver.run(c.EditNeed("flop", 20, 35, 1))
    return driver


def on_monday(driver: WeekDriver, hour: float) -> WeekDriver:
    driver.now = driver.at(0, hour)
    return driver


# Need


def test_need_keeps_what_a_manager_changed() -> None:
    driver = needed_week()
    driver.run(c.SetNeed((NeedLine("flop", (2,) * 336), NeedLine("stud", (1,) * 336))))
    flop, stud = driver.week.need
    assert (flop.dealers[19], flop.dealers[20], flop.dealers[35], flop.dealers[36]) == (2, 1, 1, 2)
    assert (stud.dealers[19], stud.dealers[20]) == (1, 1), "the manager changed flop only"
    assert driver.run(c.SetNeed(driver.week.need)) == ()


def test_need_keeps_a_skill_that_only_a_manager_has_typed() -> None:
    driver = needed_week()
    driver.run(c.EditNeed("stud", 30, 31, 2))
    driver.run(c.SetNeed((NeedLine("flop", (3,) * 336),)))
    flop, stud = driver.week.need
    assert (flop.dealers[19], flop.dealers[20]) == (3, 1)
    assert (stud.skill, stud.dealers[29:33]) == ("stud", (0, 2, 2, 0))


# Runs


def test_run_replaces_what_is_not_fixed_and_keeps_ids_of_equal_shifts() -> None:
    driver = needed_week()
    fixed = driver.place(0, 10, 18, "avery")
    driver.run(c.StartRun("greedy"))
    first = (driver.shift(1, 10, 18, "avery"), driver.shift(2, 10, 18, "blair", 2))
    driver.run(c.StoreRun(1, "done", first, cost=7))
    assert [(shift.id, shift.dealer) for shift in driver.week.draft] == [
        (fixed, "avery"),
        (2, "avery"),
        (3, "blair"),
    ]
    driver.run(c.StartRun("greedy"))
    second = (driver.shift(2, 10, 18, "avery", 8), driver.shift(3, 10, 18, "blair", 9))
    driver.run(c.StoreRun(2, "done", second))
    assert [(shift.id, shift.dealer) for shift in driver.week.draft] == [
        (fixed, "avery"),
        (3, "avery"),
        (4, "blair"),
    ]
    assert driver.week.run is not None
    assert driver.week.run.status == "done"


def test_failed_run_leaves_the_draft() -> None:
    driver = needed_week()
    driver.place(0, 10, 18, "avery")
    before = driver.week.draft
    driver.run(c.StartRun("cp_sat"))
    driver.run(c.StoreRun(1, "failed"))
    assert driver.week.draft == before
    assert driver.refused(c.StoreRun(1, "done")) == "run_over"


def test_change_during_a_run_opens_the_shift_that_no_longer_fits() -> None:
    driver = needed_week()
    driver.run(c.StartRun("greedy"))
    plan = (driver.shift(0, 9, 17, "avery"), driver.shift(1, 9, 17, "avery", 2))
    driver.place(0, 12, 20, "avery")
    driver.run(c.StoreRun(1, "done", plan))
    assert [shift.dealer for shift in driver.week.draft] == ["", "avery", "avery"]
    assert driver.week.run is not None
    [unmet] = driver.week.run.unmet
    assert unmet == Unmet("need", "late_change", "avery", "", driver.at(0, 9), driver.at(0, 17))


def test_run_in_midweek_keeps_what_has_begun() -> None:
    driver = needed_week()
    begun = driver.place(0, 10, 18, "avery")
    driver.run(c.ReleaseShift(begun))
    on_monday(driver, 12)
    driver.run(c.StartRun("greedy"))
    late = (driver.shift(0, 11, 19, "blair"), driver.shift(3, 10, 18, "blair", 2))
    driver.run(c.StoreRun(1, "done", late))
    assert [(shift.id, shift.dealer) for shift in driver.week.draft] == [
        (begun, "avery"),
        (2, "blair"),
    ]


def test_run_keeps_the_shift_of_a_dealer_who_came_early() -> None:
    driver = needed_week()
    early = driver.place(0, 10, 18, "avery")
    driver.publish()
    driver.run(c.ReleaseShift(early))
    on_monday(driver, 9.5)
    driver.run(c.ClockIn("avery"))
    driver.run(c.StartRun("greedy"))
    driver.run(c.StoreRun(1, "done", (driver.shift(0, 10, 18, "blair"),)))
    assert [(shift.id, shift.dealer) for shift in driver.week.draft] == [
        (early, "avery"),
        (2, "blair"),
    ]


# Publishing


def test_plan_with_a_broken_rule_needs_a_reason() -> None:
    driver = WeekDriver(*people("avery"))
    driver.place(0, 10, 18, "avery")
    driver.place(0, 16, 20, "avery")
    assert driver.refused(c.Publish()) == "plan_breaks_rules"
    driver.publish("Avery agreed")
    assert driver.week.version == 1
    driver.place(3, 10, 18, "avery")
    driver.publish()  # what was accepted before needs no second reason
    assert driver.week.version == 2


def test_accepted_hours_above_the_rule_cannot_grow() -> None:
    driver = WeekDriver(*people("avery"), week_minutes=16 * 60)
    driver.place(0, 10, 18, "avery")
    driver.place(3, 10, 20, "avery")
    extra = driver.place(1, 10, 12)
    driver.publish("Avery agreed")
    assert driver.refused(c.TakeShift("avery", shift=extra)) == "breaks_week_minutes"


def test_new_version_ends_requests_about_changed_shifts_only() -> None:
    driver = published_week()
    driver.run(c.GiveUp("avery", 1))
    driver.run(c.GiveUp("blair", 2))
    shift = driver.week.shift(2)
    assert shift is not None
    driver.run(c.ChangeShift(2, shift.start + HOUR, shift.end + HOUR, "blair"))
    driver.publish()
    assert [(row.status, row.reason) for row in driver.week.requests] == [
        ("open", ""),
        ("withdrawn", "plan_changed"),
    ]


# Requests


def test_given_up_shift_is_taken_and_approved() -> None:
    driver = published_week()
    driver.run(c.GiveUp("avery", 1))
    driver.run(c.TakeShift("casey", request=1))
    events = driver.run(c.DecideRequest(1, True))
    assert events[-1] == e.DealerAssigned(1, "casey", "avery", "give_up")
    assert [shift.dealer for shift in driver.week.published] == ["casey", "blair", ""]
    assert driver.week.draft_shift(1) == replace(driver.week.published[0], is_fixed=True)


def test_second_taker_is_refused() -> None:
    driver = published_week()
    driver.run(c.GiveUp("avery", 1))
    driver.run(c.TakeShift("casey", request=1))
    assert driver.refused(c.TakeShift("blair", request=1)) == "shift_taken"
    assert driver.refused(c.TakeShift("casey", request=1)) == "shift_taken"


def test_shift_is_offered_again_when_its_taker_backs_out() -> None:
    driver = published_week()
    driver.run(c.GiveUp("avery", 1))
    driver.run(c.TakeShift("casey", request=1))
    driver.run(c.WithdrawRequest("casey", 1))
    assert [(row.status, row.dealer, row.to) for row in driver.week.requests] == [
        ("withdrawn", "avery", "casey"),
        ("open", "avery", ""),
    ]
    driver.run(c.WithdrawRequest("avery", 2))
    assert [row.status for row in driver.week.requests] == ["withdrawn", "withdrawn"]


def test_second_pick_up_is_refused() -> None:
    driver = published_week()
    driver.run(c.TakeShift("casey", shift=3))
    assert driver.refused(c.TakeShift("blair", shift=3)) == "shift_taken"


def test_swap_needs_the_other_dealer_and_changes_both() -> None:
    driver = published_week()
    driver.run(c.ProposeSwap("avery", 1, 2))
    assert driver.refused(c.TakeShift("casey", request=1)) == "swap_not_yours"
    driver.run(c.TakeShift("blair", request=1))
    driver.run(c.DecideRequest(1, True))
    assert [shift.dealer for shift in driver.week.published] == ["blair", "avery", ""]


def test_swap_that_breaks_rest_is_refused_with_the_rule() -> None:
    driver = WeekDriver(*people("avery", "blair"))
    driver.place(0, 16, 24, "avery")
    late = driver.place(1, 16, 24, "avery")
    early = driver.place(1, 6, 14, "blair")
    driver.publish()
    assert driver.refused(c.ProposeSwap("blair", early, late)) == "breaks_rest_minutes"


def test_rule_is_checked_again_when_a_supervisor_approves() -> None:
    driver = published_week()
    driver.run(c.TakeShift("casey", shift=3))
    driver.place(3, 3, 8, "casey")
    driver.publish()
    assert driver.refused(c.DecideRequest(1, True)) == "breaks_rest_minutes"


def test_house_without_approval_assigns_at_once() -> None:
    driver = published_week(approves_swaps=False)
    driver.run(c.TakeShift("casey", shift=3))
    assert [shift.dealer for shift in driver.week.published] == ["avery", "blair", "casey"]
    assert driver.week.requests[0].status == "approved"


# The day


def test_clock_in_of_a_shift_and_without_one() -> None:
    driver = on_monday(published_week(), 9.5)
    driver.run(c.ClockIn("avery"))
    driver.run(c.ClockIn("casey"))
    assert driver.run(c.ClockIn("casey")) == ()
    assert {row.shift: row.dealer for row in driver.week.attendance} == {
        1: "avery",
        4: "casey",
    }
    driver.now = driver.at(0, 18)
    driver.run(c.ClockOut("casey"))
    assert attended(driver, 4).clocked_out > attended(driver, 4).clocked_in
    assert driver.place(5, 10, 18) == 5


def test_call_off_opens_the_shift_and_ends_its_request() -> None:
    driver = published_week()
    driver.run(c.GiveUp("avery", 1))
    driver.run(c.CallOff("avery", 1, "sick"))
    assert [shift.dealer for shift in driver.week.published] == ["", "blair", ""]
    assert driver.week.requests[0].status == "withdrawn"
    driver.run(c.TakeShift("casey", shift=1))
    driver.run(c.DecideRequest(2, True))
    on_monday(driver, 10)
    driver.run(c.ClockIn("casey"))
    assert attended(driver, 1).dealer == "casey"


def test_call_off_on_duty_clocks_out_unless_the_dealer_is_in_a_box() -> None:
    for is_dealing in (False, True):
        driver = on_monday(published_week(), 10)
        driver.run(c.ClockIn("avery"))
        driver.run(c.CallOff("avery", 1, "sick", is_dealing))
        assert bool(attended(driver, 1).clocked_out) is not is_dealing
        driver.run(c.ClockOut("avery"))
        assert attended(driver, 1).clocked_out


def test_no_show_after_the_grace() -> None:
    driver = on_monday(published_week(), 10.25)
    assert driver.refused(c.MarkNoShow(1, 30)) == "no_show_early"
    on_monday(driver, 10.5)
    driver.run(c.MarkNoShow(1, 30))
    assert driver.week.published[0].dealer == ""
    assert attended(driver, 1).no_show
    driver.run(c.ClockIn("avery"))  # who comes after all works without a shift
    assert attended(driver, 4).dealer == "avery"


def early_outs() -> WeekDriver:
    driver = WeekDriver(*people("avery", "blair"))
    driver.place(0, 10, 18, "avery")
    driver.place(0, 10, 18, "blair")
    driver.publish()
    on_monday(driver, 10)
    for dealer in ("avery", "blair"):
        driver.run(c.ClockIn(dealer))
        driver.run(c.AskEarlyOut(dealer))
    return driver


def test_early_outs_go_in_the_order_of_asking() -> None:
    driver = early_outs()
    assert driver.refused(c.LetGo(2)) == "early_out_order"
    driver.run(c.LetGo(2, "no sign-off for stud"))
    assert driver.refused(c.LetGo(2)) == "no_early_out"
    driver.run(c.LetGo(1))
    assert all(row.let_go for row in driver.week.attendance)


def test_who_goes_home_leaves_the_early_out_list() -> None:
    driver = early_outs()
    driver.run(c.ClockOut("avery"))
    assert [row.status for row in driver.week.early_outs] == ["withdrawn", "asked"]
    driver.run(c.LetGo(2))


def test_removed_dealer_in_midweek_keeps_what_has_begun() -> None:
    driver = WeekDriver(*people("avery", "blair"))
    for day in range(3):
        driver.place(day, 10, 18, "avery")
    driver.publish()
    draft_only = driver.place(4, 10, 18, "avery")
    driver.run(c.GiveUp("avery", 2))
    on_monday(driver, 12)
    driver.run(c.RemoveDealer("avery"))
    assert [shift.dealer for shift in driver.week.published] == ["avery", "", ""]
    shift = driver.week.draft_shift(draft_only)
    assert shift is not None
    assert (shift.dealer, shift.is_fixed) == ("", False)
    assert driver.week.requests[0].status == "withdrawn"
    assert driver.run(c.RemoveDealer("avery")) == ()


# Refusals: name, the week, a command for it, the code.
CASES: list[tuple[str, Callable[[], WeekDriver], Callable[[WeekDriver], c.WeekCommand], str]] = [
    ("opened twice", needed_week, lambda w: c.OpenWeek("2026-11-30", 0, 1), "week_is_open"),
    ("no forecast", needed_week, lambda w: c.SetNeed(), "no_forecast"),
    (
        "need of another length",
        needed_week,
        lambda w: c.SetNeed((NeedLine("flop", (1,)),)),
        "need_length",
    ),
    (
        "half hour after the week",
        needed_week,
        lambda w: c.EditNeed("flop", 0, 336, 1),
        "half_hours",
    ),
    ("times reversed", needed_week, lambda w: c.EditNeed("flop", 9, 8, 1), "half_hours"),
    ("run without need", published_week, lambda w: c.StartRun("greedy"), "need_empty"),
    ("store without a run", needed_week, lambda w: c.StoreRun(1, "done"), "run_over"),
    (
        "shift of next week",
        needed_week,
        lambda w: c.PlaceShift("2026-12-07", w.at(7, 0), w.at(7, 8)),
        "shift_times",
    ),
    (
        "shift of more than a day",
        needed_week,
        lambda w: c.PlaceShift("2026-11-30", w.at(0, 0), w.at(1, 1)),
        "shift_times",
    ),
    (
        "shift that ends before it begins",
        needed_week,
        lambda w: c.PlaceShift("2026-11-30", w.at(0, 8), w.at(0, 7)),
        "shift_times",
    ),
    (
        "day of another shift",
        needed_week,
        lambda w: c.PlaceShift("2026-12-01", w.at(0, 8), w.at(0, 16)),
        "shift_day",
    ),
    (
        "stranger",
        needed_week,
        lambda w: c.PlaceShift("2026-11-30", w.at(0, 8), w.at(0, 16), dealer="drew"),
        "not_in_crew",
    ),
    ("unknown shift", published_week, lambda w: c.RemoveShift(9), "shift_gone"),
    ("nothing new", published_week, lambda w: c.Publish(), "nothing_to_publish"),
    ("nothing at all", needed_week, lambda w: c.Publish(), "nothing_to_publish"),
    ("give up another's shift", published_week, lambda w: c.GiveUp("blair", 1), "not_own_shift"),
    (
        "give up what has begun",
        lambda: on_monday(published_week(), 10),
        lambda w: c.GiveUp("avery", 1),
        "shift_begun",
    ),
    (
        "swap for an open shift",
        published_week,
        lambda w: c.ProposeSwap("avery", 1, 3),
        "swap_no_one",
    ),
    ("unknown request", published_week, lambda w: c.TakeShift("casey", request=4), "no_request"),
    (
        "shift of a dealer",
        published_week,
        lambda w: c.TakeShift("casey", shift=1),
        "shift_not_open",
    ),
    ("stranger picks up", published_week, lambda w: c.TakeShift("drew", shift=3), "not_in_crew"),
    ("decide nothing", published_week, lambda w: c.DecideRequest(1, True), "no_request"),
    ("call off another's", published_week, lambda w: c.CallOff("blair", 1, "x"), "not_own_shift"),
    (
        "call off what is over",
        lambda: on_monday(published_week(), 18),
        lambda w: c.CallOff("avery", 1, "x"),
        "shift_over",
    ),
    ("no-show of no one", published_week, lambda w: c.MarkNoShow(3), "shift_is_open"),
    ("early out off duty", published_week, lambda w: c.AskEarlyOut("avery"), "not_on_shift"),
    ("early out twice", early_outs, lambda w: c.AskEarlyOut("avery"), "early_out_twice"),
    ("not on the list", published_week, lambda w: c.WithdrawEarlyOut("avery"), "no_early_out"),
    ("no-show of one who came", early_outs, lambda w: c.MarkNoShow(1), "has_clocked_in"),
    ("change a worked shift", early_outs, lambda w: c.RemoveShift(1), "shift_worked"),
]


@pytest.mark.parametrize(
    ("start", "command", "code"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_refusal(
    start: Callable[[], WeekDriver], command: Callable[[WeekDriver], c.WeekCommand], code: str
) -> None:
    driver = start()
    assert driver.refused(command(driver)) == code


def test_requests_are_refused_after_they_are_decided() -> None:
    driver = published_week()
    driver.run(c.GiveUp("avery", 1))
    assert driver.refused(c.GiveUp("avery", 1)) == "request_open"
    assert driver.refused(c.TakeShift("avery", request=1)) == "own_shift"
    assert driver.refused(c.DecideRequest(1, True)) == "request_decided"
    assert driver.refused(c.WithdrawRequest("casey", 1)) == "not_own_request"
    driver.run(c.TakeShift("casey", request=1))
    assert driver.refused(c.DecideRequest(1, False)) == "refusal_reason"
    driver.run(c.DecideRequest(1, False, "too many games"))
    assert driver.refused(c.WithdrawRequest("avery", 1)) == "request_decided"
    assert driver.week.published[0].dealer == "avery"


def test_running_run_refuses_a_second_one_and_publishing() -> None:
    driver = needed_week()
    driver.place(0, 10, 18, "avery")
    driver.run(c.StartRun("greedy"))
    assert driver.refused(c.StartRun("greedy")) == "run_running"
    assert driver.refused(c.Publish()) == "run_running"
    driver.now = driver.at(7, 0)
    assert driver.refused(c.StartRun("greedy")) == "week_over"


def test_overlapping_shift_of_another_week_refuses_a_pick_up() -> None:
    around = (Shift(-1, "2026-12-07", 0, 0, "", "casey"),)
    driver = WeekDriver(*people("casey"))
    start = driver.at(7, 2)
    around = (replace(around[0], start=start, end=start + 8 * HOUR),)
    driver.facts = replace(driver.facts, around=around)
    driver.place(6, 16, 24)
    driver.publish()
    assert driver.refused(c.TakeShift("casey", shift=1)) == "breaks_rest_minutes"

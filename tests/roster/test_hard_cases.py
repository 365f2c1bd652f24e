"""The cases in which simple rosters go wrong, each with the test that proves it here."""

from importlib import import_module

import pytest

CASES = {
    "a plan with too few dealers": "test_runs::test_too_few_dealers_leave_open_need_with_a_reason",
    "a rule that nobody can meet": "rules.test_crew_decide::test_rule_that_nobody_can_meet_is_refused",
    "a rule that nobody on the crew can meet": (
        "rules.test_unmet::test_rest_of_two_days_leaves_need_open_with_the_rules_as_reason"
    ),
    "a dealer removed in mid-week": (
        "rules.test_week_decide::test_removed_dealer_in_midweek_keeps_what_has_begun"
    ),
    "an account deactivated in mid-week": (
        "test_logs::test_deactivated_account_leaves_the_crew_in_mid_week"
    ),
    "daylight saving in a night shift": (
        "test_logs::test_week_of_a_clock_change_with_a_night_shift"
    ),
    "daylight saving in the need": (
        "test_need::test_clock_change_compares_the_same_time_on_the_clock"
    ),
    "a swap that breaks rest": (
        "rules.test_week_decide::test_swap_that_breaks_rest_is_refused_with_the_rule"
    ),
    "a call-off during a push": "test_logs::test_call_off_during_a_push_takes_the_assignment_too",
    "a call-off of the dealer in the box": (
        "test_logs::test_call_off_in_a_box_keeps_the_dealer_on_duty_until_the_push"
    ),
    "two dealers take one offered shift at once": (
        "test_races::test_two_dealers_take_an_offered_shift_once"
    ),
    "two swaps of one shift at once": "test_races::test_two_swaps_of_one_shift_at_once",
    "a worker that dies while it plans": (
        "test_runs::test_run_whose_worker_is_gone_fails_after_two_minutes"
    ),
    "a manager's change during a run": (
        "rules.test_week_decide::test_change_during_a_run_opens_the_shift_that_no_longer_fits"
    ),
    "a night shift from Sunday to Monday": (
        "test_logs::test_night_shift_of_sunday_is_clocked_out_in_its_week"
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_case_has_its_test(case: str) -> None:
    module, name = CASES[case].split("::")
    assert callable(getattr(import_module(f"tests.roster.{module}"), name))

"""Random commands to a week: whatever happens, the log rebuilds the state, and swaps break no rule."""

from hypothesis import given, settings
from hypothesis import strategies as st

from poker.refusal import Refusal
from roster.rules import week_commands as c
from roster.rules.people import MINUTE
from roster.rules.plan_check import broken_rules
from roster.rules.week_codec import WEEK
from roster.rules.week_evolve import evolve
from roster.rules.week_state import Week
from tests.support.roster_rules import WeekDriver, people

DEALERS = ("avery", "blair", "casey")
dealers = st.sampled_from(DEALERS)
numbers = st.integers(1, 8)
COMMANDS = st.one_of(
    st.builds(c.GiveUp, dealers, numbers),
    st.builds(c.ProposeSwap, dealers, numbers, numbers),
    st.builds(c.TakeShift, dealers, st.integers(0, 5), numbers),
    st.builds(c.DecideRequest, numbers, st.booleans(), st.just("because")),
    st.builds(c.WithdrawRequest, dealers, numbers),
    st.builds(c.CallOff, dealers, numbers, st.just("sick"), st.booleans()),
    st.builds(c.ClockIn, dealers),
    st.builds(c.ClockOut, dealers),
    st.builds(c.MarkNoShow, numbers, st.just(30)),
    st.builds(c.AskEarlyOut, dealers),
    st.builds(c.WithdrawEarlyOut, dealers),
    st.builds(c.LetGo, numbers, st.sampled_from(("", "because"))),
    st.builds(c.RemoveDealer, dealers),
    st.builds(c.RemoveShift, numbers),
    st.builds(c.ReleaseShift, numbers),
    st.builds(c.StartRun, st.sampled_from(("cp_sat", "greedy"))),
    st.builds(c.StoreRun, st.integers(1, 3), st.sampled_from(("done", "failed"))),
    st.builds(c.Publish, st.sampled_from(("", "because"))),
)
STEPS = st.lists(st.tuples(COMMANDS, st.integers(1, 600)), max_size=40)


def busy_week() -> WeekDriver:
    """Return a published week of three dealers with seven shifts, one of them open."""
    driver = WeekDriver(*people(*DEALERS))
    driver.run(c.EditNeed("flop", 20, 60, 1))
    for day, first, dealer in (
        (0, 10, "avery"),
        (0, 18, "blair"),
        (1, 10, "casey"),
        (1, 18, "avery"),
        (2, 10, "blair"),
        (2, 18, "casey"),
        (3, 10, ""),
    ):
        driver.place(day, first, first + 8, dealer)
    driver.publish()
    driver.now = driver.at(0, 9)
    return driver


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_laws(steps: list[tuple[c.WeekCommand, int]]) -> None:
    driver = busy_week()
    rebuilt = driver.week
    for command, minutes in steps:
        driver.now += minutes * MINUTE
        before = driver.week
        try:
            events = driver.run(command)
        except Refusal:
            assert driver.week is before
            continue
        for event in events:
            name, version, data = WEEK.encode_event(event)
            rebuilt = evolve(rebuilt, WEEK.decode_event(name, version, data))
        assert rebuilt == driver.week == WEEK.decode_state(WEEK.encode_state(driver.week))
        check(driver.week)
        accepted = set(broken_rules(before.published, driver.facts))
        if not isinstance(command, c.Publish):
            assert set(broken_rules(driver.week.published, driver.facts)) <= accepted


def check(week: Week) -> None:
    """One row of each number; one open attendance and one place on the early-out list for each dealer."""
    for numbers_ in (
        [shift.id for shift in week.published],
        [shift.id for shift in week.draft],
        [request.number for request in week.requests],
        [row.shift for row in week.attendance],
        [row.number for row in week.early_outs],
        [row.dealer for row in week.attendance if row.clocked_in and not row.clocked_out],
        [row.dealer for row in week.early_outs if row.status == "asked"],
    ):
        assert len(numbers_) == len(set(numbers_))
    open_shifts = [
        shift
        for request in week.requests
        if request.status in ("open", "taken")
        for shift in (request.shift, request.other)
        if shift
    ]
    assert len(open_shifts) == len(set(open_shifts)), "one open request about a shift"

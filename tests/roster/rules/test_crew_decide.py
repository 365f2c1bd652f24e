"""Commands to a crew: what they store, and what is refused."""

import pytest

from poker.refusal import Refusal
from roster.rules import crew_commands as c
from roster.rules.crew_decide import run
from roster.rules.crew_state import MOST_REQUESTS, Crew
from roster.rules.people import RosterRules, ShiftTemplate, Window, Wish

DAY = ShiftTemplate("day", "Day", 600, 480)
NIGHT = ShiftTemplate("night", "Night", 1200, 480, (4, 5))


def crew_of(*commands: c.CrewCommand, crew: Crew | None = None) -> Crew:
    """Return a crew after these commands."""
    crew = crew or Crew()
    for number, command in enumerate(commands, 1):
        crew = run(crew, command, now=number).state
    return crew


CREW = crew_of(
    c.SetTemplate(DAY),
    c.SetTemplate(NIGHT),
    c.SetMember("avery", "full", 1920, 2400, "2020-05-01"),
    c.SetMember("blair", "part", 0, 1200, "2022-05-01"),
    c.AskTimeOff("avery", "2026-12-24", "2026-12-26", today="2026-11-30"),
)

# Name, command, code.
CASES: list[tuple[str, c.CrewCommand, str]] = [
    ("no days", c.SetRules(RosterRules(days_in_row=0), "x"), "roster_rule"),
    ("long day", c.SetRules(RosterRules(day_minutes=1500), "x"), "roster_rule"),
    ("week below day", c.SetRules(RosterRules(week_minutes=480), "x"), "week_below_day"),
    (
        "rule that nobody can meet",
        c.SetRules(RosterRules(day_minutes=450), "x"),
        "rules_forbid_template",
    ),
    ("blank title", c.SetTemplate(ShiftTemplate("k", " ", 0, 480)), "template_title"),
    ("odd minute", c.SetTemplate(ShiftTemplate("k", "K", 10, 480)), "template_times"),
    ("no length", c.SetTemplate(ShiftTemplate("k", "K", 0, 0)), "template_times"),
    ("eleven hours", c.SetTemplate(ShiftTemplate("k", "K", 0, 660)), "template_long"),
    ("eighth day", c.SetTemplate(ShiftTemplate("k", "K", 0, 480, (7,))), "bad_weekday"),
    ("unknown template", c.RemoveTemplate("noon"), "no_template"),
    ("least above most", c.SetMember("casey", "full", 90, 60, "2026-01-01"), "least_above_most"),
    ("unknown member", c.RemoveMember("casey", "x"), "not_in_crew"),
    ("window of no time", c.SetAvailability("avery", (Window(0, 600, 600),)), "bad_window"),
    ("window of three days", c.SetAvailability("avery", (Window(0, 0, 2910),)), "bad_window"),
    ("wish for nothing", c.SetWishes("avery", (Wish(0, "noon"),)), "no_template"),
    ("wish on no day", c.SetWishes("avery", (Wish(9),)), "bad_weekday"),
    ("bid twice", c.SetBid("avery", ("day", "day")), "bid_twice"),
    ("bid for nothing", c.SetBid("avery", ("noon",)), "no_template"),
    ("days reversed", c.AskTimeOff("blair", "2026-12-02", "2026-12-01"), "time_off_days"),
    (
        "yesterday",
        c.AskTimeOff("blair", "2026-11-29", "2026-12-01", today="2026-11-30"),
        "time_off_past",
    ),
    ("asked twice", c.AskTimeOff("avery", "2026-12-26", "2026-12-27"), "time_off_twice"),
    ("unknown request", c.DecideTimeOff(7, True), "no_time_off"),
    ("refused without a reason", c.DecideTimeOff(1, False), "refusal_reason"),
    ("another's request", c.CancelTimeOff(1, "blair", "2026-12-01"), "not_own_request"),
    ("on the first day", c.CancelTimeOff(1, "avery", "2026-12-24"), "time_off_begun"),
]


@pytest.mark.parametrize(
    ("command", "code"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_refusal(command: c.CrewCommand, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        run(CREW, command, now=9)
    assert refused.value.code == code


def test_removed_template_leaves_wishes_and_bids() -> None:
    crew = crew_of(
        c.SetWishes("avery", (Wish(0, "night", likes=False), Wish(1))),
        c.SetBid("avery", ("night", "day")),
        c.RemoveTemplate("night"),
        crew=CREW,
    )
    avery = crew.members["avery"]
    assert (avery.wishes, avery.bid) == ((Wish(1),), ("day",))


def test_repeated_values_store_nothing() -> None:
    for command in (
        c.SetRules(RosterRules(), "x"),
        c.SetTemplate(DAY),
        c.SetMember("avery", "full", 1920, 2400, "2020-05-01"),
        c.SetAvailability("avery", ()),
        c.SetHoliday("2026-12-25", "Christmas", 100),
    ):
        assert run(CREW, command, now=9).events == ()


def test_contract_change_keeps_what_the_dealer_set() -> None:
    windows = (Window(0, 600, 1440),)
    crew = crew_of(
        c.SetAvailability("avery", windows),
        c.SetMember("avery", "part", 0, 1200, "2020-05-01"),
        crew=CREW,
    )
    assert crew.members["avery"].windows == windows


def test_decided_time_off() -> None:
    crew = crew_of(c.DecideTimeOff(1, True, by="staff.3"), crew=CREW)
    [request] = crew.time_off
    assert (request.status, request.decided_by) == ("approved", "staff.3")
    with pytest.raises(Refusal) as refused:
        run(crew, c.DecideTimeOff(1, True), now=9)
    assert refused.value.code == "time_off_decided"
    crew = crew_of(c.CancelTimeOff(1, "avery", "2026-12-23"), crew=crew)
    assert crew.time_off[0].status == "canceled"


def test_approved_time_off_ahead_outlasts_many_later_requests() -> None:
    crew = crew_of(c.DecideTimeOff(1, True), crew=CREW)
    for number in range(2, MOST_REQUESTS + 20):
        crew = crew_of(
            c.AskTimeOff("blair", "2026-12-01", "2026-12-01"),
            c.CancelTimeOff(number, "blair", "2026-11-30"),
            crew=crew,
        )
    assert len(crew.time_off) == MOST_REQUESTS
    assert crew.time_off[0].number == 1
    assert crew.time_off[-1].number == MOST_REQUESTS + 19


def test_holiday_of_the_usual_need_is_removed() -> None:
    crew = crew_of(
        c.SetHoliday("2026-12-25", "Christmas", 60),
        c.SetHoliday("2026-12-25", "Christmas", 50),
        crew=CREW,
    )
    assert [holiday.percent for holiday in crew.holidays] == [50]
    assert crew_of(c.SetHoliday("2026-12-25", "Christmas", 100), crew=crew).holidays == ()


def test_rule_that_nobody_can_meet_is_refused() -> None:
    """A day shorter than the room's shifts: no one could work any of them."""
    with pytest.raises(Refusal) as refused:
        run(CREW, c.SetRules(RosterRules(day_minutes=450), "shorter days"), now=9)
    assert refused.value.code == "rules_forbid_template"
    assert refused.value.facts == {"title": "Day", "minutes": 480, "most": 450}

"""The crew: dealers and contracts, templates, holidays, rules with their sources, and wrong values."""

import pytest
from django.test import Client

from roster.crew_log import load_crew
from roster.rules import crew_commands as crew
from roster.rules.people import RULE_SOURCES, Window
from tests.support.room import create_staff
from tests.support.roster_pages import (
    SATURDAY,
    RosterRoom,
    page_at,
    post,
    roster_room,
    sign_in_client,
)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)


@pytest.fixture
def roster(db: None) -> RosterRoom:
    return roster_room()


@pytest.fixture
def manager(roster: RosterRoom) -> Client:
    return sign_in_client("301")


RULES = {
    "day_minutes": "9.5",
    "week_minutes": "45",
    "rest_minutes": "11",
    "days_in_row": "5",
    "overtime_minutes": "40",
    "late_minutes": "10",
    "no_show_minutes": "45",
    "least_stud": "1",
    "least_draw": "0",
}


def test_a_dealer_is_added_changed_and_removed(roster: RosterRoom, manager: Client) -> None:
    crake = create_staff("dealer", alias="Crake", badge="105", rooms=[roster.room])
    page = page_at(manager, "roster:crew", room=roster.room.pk)
    assert "Crake" in page.field("Dealer").choices
    form = {"ask": "set_member", "member": crake.key, "contract": "part", "part": "people"}
    form |= {"least": "12.5", "most": "24", "hired": "2026-01-15"}
    status, page = post(manager, "roster:crew-act", [roster.room.pk], **form)
    assert status == 200
    row = page.row("Crake")
    assert (row.cell("Contract"), row.cell("Hours a week")) == (
        "Part time",
        "12.5\N{EN DASH}24",
    )
    page = page_at(manager, "roster:crew", room=roster.room.pk, member=crake.key)
    assert page.field("Minimum hours a week").value == "12.5"
    remove = {"ask": "remove_member", "member": crake.key, "reason": "Left for Reno"}
    _, page = post(manager, "roster:crew-act", [roster.room.pk], **remove)
    assert crake.key not in load_crew(roster.room.pk).members


def test_hours_that_are_no_number_are_refused_with_what_was_typed(
    roster: RosterRoom, manager: Client
) -> None:
    form = {"ask": "set_member", "member": roster.dealers[0].key, "contract": "full"}
    form |= {"most": "40", "hired": "2026-01-15"}
    for typed in ("inf", "nan", "1e999", "many"):
        status, page = post(manager, "roster:crew-act", [roster.room.pk], **form, least=typed)
        assert status == 422
    assert "The minimum of a week must be hours from 0 to 168" in page.alert()
    assert page.field("Minimum hours a week").value == "many"


def test_a_weekday_that_is_none_is_left_out(roster: RosterRoom, manager: Client) -> None:
    form: dict[str, object] = {"ask": "set_template", "title": "Odd", "start": "9", "end": "17"}
    form |= {"weekdays": ["", "12", "3"], "part": "shifts"}
    assert post(manager, "roster:crew-act", [roster.room.pk], **form)[0] == 200
    template = load_crew(roster.room.pk).template("odd")
    assert template is not None
    assert template.weekdays == (3,)


def test_templates_go_past_midnight(roster: RosterRoom, manager: Client) -> None:
    form: dict[str, object] = {"ask": "set_template", "title": "Late", "start": "20", "end": "4:30"}
    form |= {"weekdays": ["4", "5"], "part": "shifts"}
    status, page = post(manager, "roster:crew-act", [roster.room.pk], **form)
    assert status == 200
    assert "Late 20:00 to 04:30 8.5 h, Fri, Sat" in page.text
    _, page = post(manager, "roster:crew-act", [roster.room.pk], ask="remove_template", key="late")
    assert load_crew(roster.room.pk).template("late") is None


def test_a_holiday_is_added_and_removed(roster: RosterRoom, manager: Client) -> None:
    form = {"ask": "set_holiday", "day": "2026-12-25", "title": "Christmas", "part": "shifts"}
    _, page = post(manager, "roster:crew-act", [roster.room.pk], **form, percent="140")
    assert "140% of the usual need" in page.text
    post(manager, "roster:crew-act", [roster.room.pk], **form, percent="100")
    assert not load_crew(roster.room.pk).holidays


def test_each_rule_has_its_source_and_a_change_its_reason(
    roster: RosterRoom, manager: Client
) -> None:
    page = page_at(manager, "roster:crew", room=roster.room.pk, part="rules")
    for source in RULE_SOURCES.values():
        assert source.text in page.text
    form = {"ask": "set_rules", "part": "rules", **RULES}
    status, page = post(manager, "roster:crew-act", [roster.room.pk], **form)
    assert status == 422
    assert page.field("Rest between two shifts").value == "11"
    reason = "Union agreement"
    post(manager, "roster:crew-act", [roster.room.pk], **form, reason=reason)
    rules = load_crew(roster.room.pk).rules
    assert (rules.day_minutes, rules.week_minutes, rules.rest_minutes) == (570, 2700, 660)
    assert (rules.days_in_row, rules.approves_swaps) == (5, False)
    assert (rules.least_stud, rules.least_draw) == (1, 0)


def test_the_list_shows_availability_and_time_off_conflicts(
    roster: RosterRoom, manager: Client
) -> None:
    wren, finch, _ = roster.dealers
    roster.crew(crew.SetAvailability(wren.key, (Window(0, 1080, 1560),)))
    page = page_at(manager, "roster:crew", room=roster.room.pk)
    assert page.row("Wren").cell("Available") == "Mon 18:00\N{EN DASH}02:00"
    assert page.row("Finch").cell("Available") == "any time"
    for staff in (wren, finch):
        roster.crew(crew.AskTimeOff(staff.key, "2026-12-24", "2026-12-26"))
    roster.crew(crew.DecideTimeOff(1, is_approved=True))
    page = page_at(manager, "roster:crew", room=roster.room.pk, part="time-off")
    assert "Also off then: Wren" in page.text


def test_only_managers_see_the_crew(roster: RosterRoom) -> None:
    for badge in ("101", "201"):
        answer = sign_in_client(badge).get("/roster/crew/", {"room": roster.room.pk})
        assert answer.status_code == 403

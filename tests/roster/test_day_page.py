"""The supervisor's day: late, no-show, call-off, overtime, who has a shift that no one planned."""

from datetime import timedelta

import pytest
from django.test import Client

from roster.rules import week_commands as c
from roster.rules.crew_commands import SetRules
from roster.rules.people import RosterRules
from staff.models import Staff
from tests.support.roster_pages import (
    MONDAY,
    SATURDAY,
    RosterRoom,
    page_at,
    post,
    roster_room,
    sign_in_client,
)

DAY = "2026-11-21"


@pytest.fixture
def roster(db: None, monkeypatch: pytest.MonkeyPatch) -> RosterRoom:
    """It is 17:00. Wren came at 16:00; Finch has been due since 16:00; Osprey comes at 17:30."""
    roster = roster_room()
    monkeypatch.setattr("django.utils.timezone.now", lambda: roster.now)
    wren, finch, osprey = roster.dealers
    roster.now = SATURDAY - timedelta(hours=2)
    roster.place(wren, DAY, "16:00", "24:00")
    roster.place(finch, DAY, "16:00", "24:00")
    roster.place(osprey, DAY, "17:30", "01:30")
    roster.publish()
    roster.now = SATURDAY - timedelta(hours=1)
    roster.send(c.ClockIn(wren.key))
    roster.now = SATURDAY
    return roster


@pytest.fixture
def supervisor(roster: RosterRoom) -> Client:
    return sign_in_client("201")


def act(client: Client, roster: RosterRoom, ask: str, **form: object) -> int:
    return post(client, "roster:day-act", [roster.room.pk, MONDAY], ask=ask, **form)[0]


def test_who_is_late_who_comes_and_who_is_on_duty(roster: RosterRoom, supervisor: Client) -> None:
    page = page_at(supervisor, "roster:day", room=roster.room.pk)
    assert "due 16:00, 60 min late" in page.region("Late 1").text
    assert "Osprey" in page.region("To come 1").text
    assert "in the next hour" in page.region("To come 1").text
    assert "in 16:00, to 00:00" in page.region("On duty 1").text


def test_a_no_show_opens_the_shift_for_someone_else(roster: RosterRoom, supervisor: Client) -> None:
    assert act(supervisor, roster, "mark_no_show", shift=2) == 200
    page = page_at(supervisor, "roster:day", room=roster.room.pk)
    assert "Finch didn\N{RIGHT SINGLE QUOTATION MARK}t come" in page.region("Open shifts 1").text
    assert "no-show" in page.text
    osprey = roster.dealers[2]
    status = act(supervisor, roster, "take_shift", dealer=osprey.key, shift=2)
    assert status == 409, "two shifts at one time"


def test_a_supervisor_gives_an_open_shift_without_approving_it_again(
    roster: RosterRoom, supervisor: Client
) -> None:
    wren, finch, osprey = roster.dealers
    roster.send(c.CallOff(osprey.key, 3, "Car"))
    roster.send(c.CallOff(finch.key, 2, "Flu"))
    assert act(supervisor, roster, "take_shift", dealer=wren.key, shift=3) == 409
    assert act(supervisor, roster, "take_shift", dealer=finch.key, shift=3) == 200
    shift = roster.week().shift(3)
    assert shift is not None
    assert shift.dealer == finch.key
    [request] = roster.week().requests
    assert (request.status, request.decided_by) == ("approved", rowan_key())
    assert "To approve" not in page_at(supervisor, "roster:day", room=roster.room.pk).text


def rowan_key() -> str:
    return Staff.objects.get(alias="Rowan").key


def test_no_show_waits_for_the_minutes_of_the_rule(roster: RosterRoom, supervisor: Client) -> None:
    roster.now = SATURDAY - timedelta(minutes=40)
    page = page_at(supervisor, "roster:day", room=roster.room.pk)
    assert "20 min late" in page.text
    assert "No-show: Finch" not in page.names("button")
    assert act(supervisor, roster, "mark_no_show", shift=2) == 409


def test_overtime_is_shown_before_it_begins(roster: RosterRoom, supervisor: Client) -> None:
    rules = RosterRules(overtime_minutes=6 * 60)
    roster.crew(SetRules(rules, "Six hours"))
    page = page_at(supervisor, "roster:day", room=roster.room.pk)
    assert "overtime from 22:00" in page.region("On duty 1").text
    roster.now = SATURDAY + timedelta(hours=6)
    page = page_at(sign_in_client("201"), "roster:day", room=roster.room.pk, day=DAY)
    assert "overtime since 22:00" in page.text


def test_overtime_counts_the_hours_before_a_call_off(
    roster: RosterRoom, supervisor: Client
) -> None:
    """Wren goes home sick after an hour, Finch takes the shift, and Wren is back later."""
    wren, finch, _ = roster.dealers
    roster.crew(SetRules(RosterRules(overtime_minutes=3 * 60), "Three hours"))
    roster.send(c.CallOff(wren.key, 1, "Sick"))
    roster.send(c.CallOff(finch.key, 2, "Bus"))
    assert act(supervisor, roster, "take_shift", dealer=finch.key, shift=1) == 200
    roster.now = SATURDAY + timedelta(minutes=30)
    roster.send(c.ClockIn(finch.key))
    roster.now = SATURDAY + timedelta(hours=1)
    roster.send(c.ClockIn(wren.key))
    roster.now = SATURDAY + timedelta(hours=4)
    page = page_at(sign_in_client("201"), "roster:day", room=roster.room.pk, day=DAY)
    assert "overtime since 20:00" in page.text


def test_a_dealer_without_a_shift_is_on_duty_too(roster: RosterRoom, supervisor: Client) -> None:
    roster.send(c.CallOff(roster.dealers[2].key, 3, "Car"))
    roster.send(c.ClockIn(roster.dealers[2].key))
    page = page_at(supervisor, "roster:day", room=roster.room.pk)
    assert "not in the plan" in page.region("On duty 2").text


def test_the_night_shift_of_yesterday_stays_until_it_ends(
    roster: RosterRoom, supervisor: Client
) -> None:
    roster.now = SATURDAY + timedelta(hours=8)  # 01:00 on Sunday
    roster.send(c.ClockIn(roster.dealers[2].key))
    page = page_at(sign_in_client("201"), "roster:day", room=roster.room.pk)
    assert "Sun, Nov 22" in page.heading("Sun, Nov 22").text
    assert "Osprey" in page.region("On duty 2").text


def test_a_day_without_a_plan(roster: RosterRoom, supervisor: Client) -> None:
    for day in ("0001-01-01", "9999-12-31", "soon"):
        page = page_at(supervisor, "roster:day", room=roster.room.pk, day=day)
        assert "Sat, Nov 21" in page.heading("Sat, Nov 21").text, "another text is today"
    page = page_at(supervisor, "roster:day", room=roster.room.pk, day="2026-11-25")
    assert "No one else today." in page.text or "No published plan" in page.text


def test_the_lineup_shows_the_next_hour(roster: RosterRoom, supervisor: Client) -> None:
    page = page_at(supervisor, "lineup:dealers", room=roster.room.pk)
    text = page.region("Next hour by the plan").text
    assert "Osprey comes 17:30" in text
    assert "Finch was due 16:00" in text
    roster.now = SATURDAY + timedelta(hours=6, minutes=30)
    page = page_at(sign_in_client("201"), "lineup:dealers", room=roster.room.pk)
    assert "Wren goes 00:00" in page.region("Next hour by the plan").text


def test_a_room_without_a_plan_has_no_next_hour(db: None) -> None:
    roster = roster_room()
    page = page_at(sign_in_client("201"), "lineup:dealers", room=roster.room.pk)
    assert "Next hour" not in page.text

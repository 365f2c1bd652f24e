"""The manager's week: need, shifts by hand, what publishing changes, versions, and what it refuses."""

import re

import pytest
from django.test import Client

from roster.models import RosterShift
from roster.pages.plan_texts import UNMET_REASONS
from roster.rules import unmet
from roster.rules import week_commands as c
from roster.rules.week_plan import LATE_CHANGE
from tests.support.roster_pages import (
    MONDAY,
    NEXT_MONDAY,
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


def args(roster: RosterRoom, monday: str = NEXT_MONDAY) -> list[object]:
    return [roster.room.pk, monday]


def test_each_reason_of_what_is_not_met_has_a_text() -> None:
    reasons = {
        value
        for name, value in vars(unmet).items()
        if name.isupper() and isinstance(value, str) and name.lower() == value
    }
    assert {*reasons, LATE_CHANGE} == UNMET_REASONS.keys()
    assert unmet.TOO_FEW in reasons


def test_a_week_is_opened_once(roster: RosterRoom, manager: Client) -> None:
    page = page_at(manager, "roster:week", room=roster.room.pk, week=NEXT_MONDAY)
    assert "No plan for this week yet" in page.text
    for _ in range(2):
        status, page = post(manager, "roster:week-open", args(roster))
        assert status == 200
    page.heading("Week of Nov 23")
    page.row(re.compile("Wren"))


def test_other_days_and_words_are_no_weeks(roster: RosterRoom, manager: Client) -> None:
    for text in ("2026-11-24", "soon", "20261123", "0001-01-01", "9999-12-27"):
        answer = manager.get("/roster/", {"room": roster.room.pk, "week": text})
        assert answer.status_code == 404


def test_need_is_edited_by_half_hour_and_shown_short(roster: RosterRoom, manager: Client) -> None:
    roster.week_id(NEXT_MONDAY)
    form = {"ask": "edit_need", "day": "2026-11-23", "skill": "flop"}
    form |= {"from": "18:00", "to": "02:00", "dealers": "2"}
    status, page = post(manager, "roster:week-act", args(roster), **form)
    assert status == 200
    need = roster.week(NEXT_MONDAY).need[0].dealers
    assert [number for number, dealers in enumerate(need) if dealers] == list(range(36, 52))
    assert "16 h" in page.text
    assert "6 h short" in page.text  # of Monday; two hours are on Tuesday
    roster.place(roster.dealers[0], "2026-11-23", monday=NEXT_MONDAY)
    page = page_at(manager, "roster:week", room=roster.room.pk, week=NEXT_MONDAY)
    assert "50%" in page.text


def test_a_wrong_time_is_refused_and_the_form_keeps_what_was_typed(
    roster: RosterRoom, manager: Client
) -> None:
    roster.week_id(NEXT_MONDAY)
    form = {"ask": "edit_need", "day": "2026-11-24", "skill": "stud"}
    form |= {"from": "evening", "to": "02:00", "dealers": "2"}
    status, page = post(manager, "roster:week-act", args(roster), **form)
    assert status == 422
    assert (
        "evening\N{RIGHT DOUBLE QUOTATION MARK} isn\N{RIGHT SINGLE QUOTATION MARK}t" in page.alert()
    )
    assert page.field("From").value == "evening"
    assert page.field("Day").value == "2026-11-24"
    assert not roster.week(NEXT_MONDAY).need


def test_a_shift_is_placed_changed_released_and_removed(
    roster: RosterRoom, manager: Client
) -> None:
    wren, finch, _ = roster.dealers
    roster.week_id(NEXT_MONDAY)
    query = {"day": "2026-11-23", "dealer": wren.key}
    page = page_at(manager, "roster:shift", *args(roster), **query)
    assert page.field("Dealer").value == wren.key
    form = {"ask": "place_shift", "page": "shift", "day": "2026-11-23", "dealer": wren.key}
    form |= {"start": "18", "end": "2", "template": "swing"}
    status, page = post(manager, "roster:week-act", args(roster), **form)
    assert status == 200
    assert "18\N{EN DASH}02" in page.row(re.compile("Wren")).text
    change = {"ask": "change_shift", "page": "shift", "day": "2026-11-23", "shift": "1"}
    change |= {"start": "19:30", "end": "02:00", "dealer": finch.key}
    _, page = post(manager, "roster:week-act", args(roster), **change)
    assert "19:30\N{EN DASH}02" in page.row(re.compile("Finch")).text
    assert roster.week(NEXT_MONDAY).draft[0].is_fixed
    post(manager, "roster:week-act", args(roster), ask="release_shift", shift="1")
    assert not roster.week(NEXT_MONDAY).draft[0].is_fixed
    post(manager, "roster:week-act", args(roster), ask="remove_shift", shift="1")
    assert not roster.week(NEXT_MONDAY).draft


def test_the_form_names_the_rule_that_a_dealer_would_break(
    roster: RosterRoom, manager: Client
) -> None:
    wren = roster.dealers[0]
    number = roster.place(wren, "2026-11-23", monday=NEXT_MONDAY)
    roster.place(None, "2026-11-24", "04:00", "12:00", monday=NEXT_MONDAY)
    page = page_at(manager, "roster:shift", *args(roster), shift=number + 1)
    rested = next(text for text in page.field("Dealer").choices if text.startswith("Wren"))
    assert "rests 2 h" in rested
    form = {"ask": "change_shift", "page": "shift", "day": "2026-11-24", "shift": number + 1}
    form |= {"start": "04:00", "end": "12:00", "dealer": wren.key}
    status, page = post(manager, "roster:week-act", args(roster), **form)
    assert status == 200, "a manager may break a rule by hand, with a warning"
    assert "Wren rests 2 h before the shift, at least 10 h are required" in page.text


def test_publishing_shows_who_is_affected_and_needs_a_reason_for_broken_rules(
    roster: RosterRoom, manager: Client
) -> None:
    wren, finch, _ = roster.dealers
    roster.place(wren, "2026-11-23", monday=NEXT_MONDAY)
    roster.place(finch, "2026-11-25", monday=NEXT_MONDAY)
    page = page_at(manager, "roster:week", room=roster.room.pk, week=NEXT_MONDAY)
    page.button("Publish version 1 to 2 dealers")
    assert "Mon, Nov 23, 18:00 to 02:00: new" in page.text
    _, page = post(manager, "roster:week-act", args(roster), ask="publish")
    assert RosterShift.objects.filter(dealer=wren.key).count() == 1
    assert "The draft equals the published plan." in page.text
    assert "Version 1, 2 shifts" in page.text
    roster.place(wren, "2026-11-24", "04:00", "12:00", monday=NEXT_MONDAY)
    page = page_at(manager, "roster:week", room=roster.room.pk, week=NEXT_MONDAY)
    page.button("Publish version 2 to 1 dealer")
    page.field("Reason to publish with 1 broken rule")
    status, page = post(manager, "roster:week-act", args(roster), ask="publish", reason=" ")
    assert status == 409
    assert RosterShift.objects.filter(dealer=wren.key).count() == 1
    reason = "Wren agreed by phone"
    _, page = post(manager, "roster:week-act", args(roster), ask="publish", reason=reason)
    assert f"Version 2, 3 shifts: {reason}" in page.text


def test_a_week_whose_only_change_is_an_open_shift_is_published(
    roster: RosterRoom, manager: Client
) -> None:
    roster.place(None, "2026-11-24", monday=NEXT_MONDAY)
    page = page_at(manager, "roster:week", room=roster.room.pk, week=NEXT_MONDAY)
    page.button("Publish version 1")
    assert "No dealer\N{RIGHT SINGLE QUOTATION MARK}s own shifts change" in page.text
    _, page = post(manager, "roster:week-act", args(roster), ask="publish")
    assert "Version 1, 1 shift" in page.text
    assert "The draft equals the published plan." in page.text
    offers = page_at(sign_in_client("101"), "roster:mine-part", "offers", room=roster.room.pk)
    assert "Tue, Nov 24" in offers.text


def test_a_form_sent_twice_places_one_shift(roster: RosterRoom, manager: Client) -> None:
    roster.week_id(NEXT_MONDAY)
    form = {"ask": "place_shift", "day": "2026-11-23", "start": "18", "end": "2", "command": "x"}
    post(manager, "roster:week-act", args(roster), **form)
    post(manager, "roster:week-act", args(roster), **form)
    assert len(roster.week(NEXT_MONDAY).draft) == 1
    form["start"] = "19"
    post(manager, "roster:week-act", args(roster), **form)
    assert len(roster.week(NEXT_MONDAY).draft) == 2


def test_unknown_forms_and_shifts_are_refused(roster: RosterRoom, manager: Client) -> None:
    roster.week_id(NEXT_MONDAY)
    assert post(manager, "roster:week-act", args(roster), ask="store_run")[0] == 400
    assert post(manager, "roster:week-act", args(roster), ask="remove_shift", shift="7")[0] == 404
    answer = manager.get(f"/roster/{roster.room.pk}/{NEXT_MONDAY}/shift", {"shift": "7"})
    assert answer.status_code == 404
    answer = manager.get(f"/roster/{roster.room.pk}/{NEXT_MONDAY}/shift", {"day": MONDAY})
    assert answer.status_code == 404


def test_supervisors_go_to_the_day_and_dealers_to_their_week(roster: RosterRoom) -> None:
    for badge, end in (("201", "/roster/day/"), ("101", "/roster/mine/")):
        answer = sign_in_client(badge).get("/roster/", {"room": roster.room.pk}, follow=True)
        assert answer.redirect_chain[-1][0].startswith(end)
        assert answer.status_code == 200


def test_a_run_can_be_canceled_by_its_managers_only(roster: RosterRoom) -> None:
    roster.week_id(NEXT_MONDAY)
    address = f"/roster/{roster.room.pk}/{NEXT_MONDAY}/cancel"
    assert sign_in_client("201").post(address).status_code == 403
    assert sign_in_client("301").post(address, follow=True).status_code == 200


def test_a_removed_dealers_shifts_become_open(roster: RosterRoom, manager: Client) -> None:
    wren = roster.dealers[0]
    roster.place(wren, "2026-11-23", monday=NEXT_MONDAY)
    roster.publish(NEXT_MONDAY)
    roster.send(c.RemoveDealer(wren.key), NEXT_MONDAY)
    page = page_at(manager, "roster:week", room=roster.room.pk, week=NEXT_MONDAY)
    assert "1 open shift" in page.text

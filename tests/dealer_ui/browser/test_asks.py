"""A pad or a sheet blocks the keys under it while it is open and just after it has closed."""

import pytest
from playwright.sync_api import expect

from tests.support.guard_clock import move_ahead, pause, stop_clock
from tests.support.stage import fixture
from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import sent_commands, tap

MonkeyPatch = pytest.MonkeyPatch

pytestmark = pytest.mark.browser


def test_keys_under_a_closed_pad_ignore_taps_for_a_moment(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    key = page.locator(".count.n8").bounding_box()
    assert key
    x = key["x"] + key["width"] / 2
    y = key["y"] + key["height"] / 2
    tap(page, "Raise seat 2")
    stop_clock(page)
    tap(page, "POT $150")
    move_ahead(page, 499)
    page.mouse.click(x, y)
    assert [name for name, _ in sent_commands(stage, page)] == ["act"]
    move_ahead(page, 1)
    page.mouse.click(x, y)
    assert [name for name, _ in sent_commands(stage, page)] == ["act", "close_street"]


def test_seats_next_to_the_pad_respond_at_once(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "POT $150", "Fold seat 4")
    assert [name for name, _ in sent_commands(stage, page)] == ["act", "act"]


def test_open_sheet_disables_keys_except_floor_and_undo(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "Misdeal")
    for name in ("4 players still in", "Award,", "More", "Kill a hand", "Fold seat 4"):
        expect(page.locator(f"[aria-label^='{name}']").first).to_be_disabled()
    tap(page, "Misdeal")  # the key that opened it puts it away
    expect(page.locator(".sheet")).to_have_count(0)
    tap(page, "Kill a hand")
    expect(page.locator(".pod .is-expected")).to_have_count(5)
    tap(page, "Misdeal", "Undo")
    assert [name for name, _ in sent_commands(stage, page)] == ["undo"]
    tap(page, "Misdeal", "Call the floor")
    assert [name for name, _ in sent_commands(stage, page)] == ["undo", "call_floor"]


def test_restoring_a_hand_that_costs_chips_needs_a_second_tap(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("flop")
    stage.view = fixture("flop")
    folded = next(seat for seat in stage.view["seats"] if seat["can_unfold"])
    folded["unfold_owes"] = 4100
    number = folded["seat"]
    reused_tablet.show_again()
    tap(page, f"Put the hand back, seat {number}")
    expect(page.locator(".step p")).to_have_text(
        f"Tap again: seat {number}\u2019s hand back in, it owes $41 (S-142)."
    )
    assert sent_commands(stage, page) == []
    pause(page)
    confirm_key = page.locator("[aria-label^='Tap again, put the hand back']")
    expect(confirm_key).to_contain_text("$41")
    confirm_key.click()
    assert sent_commands(stage, page) == [("unfold", {"seat": number})]


def test_key_that_waits_for_something_shows_its_reason(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("deal")
    tap(page, "More", "Close the table")
    expect(page.locator(".step p")).to_contain_text("9 players are still seated.")


def test_players_who_sit_elsewhere_are_marked(
    reused_tablet: ReusedTablet, monkeypatch: MonkeyPatch
) -> None:
    people = [
        {"player": "x1", "name": "Bellows", "at": "T3 seat 5"},
        {"player": "x2", "name": "Hinge"},
    ]
    monkeypatch.setattr("tests.support.stage.PEOPLE", people)
    _, page = reused_tablet.open("closed")
    tap(page, "Seat a player in seat 7")
    expect(page.locator("[aria-label='Bellows, sits at T3 seat 5'] .sub")).to_have_text("T3 seat 5")
    expect(page.locator("[aria-label='Hinge'] .sub")).to_have_count(0)


def test_second_page_of_names_is_one_tap_away(
    reused_tablet: ReusedTablet, monkeypatch: MonkeyPatch
) -> None:
    people = [{"player": f"x{i}", "name": f"Name {i}"} for i in range(30)]
    monkeypatch.setattr("tests.support.stage.PEOPLE", people)
    _, page = reused_tablet.open("closed")
    tap(page, "Seat a player in seat 7")
    expect(page.locator(".people .key")).to_have_count(15)
    pause(page)
    tap(page, "More, 1 of 3")
    expect(page.locator(".people .key").first).to_have_text("Name 13")

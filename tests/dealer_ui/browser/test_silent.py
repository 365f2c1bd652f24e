"""A silent seat on the tablet: it glows once its time has come, TIME is one tap, and the clock runs without a tap."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from poker.commands import CallTime
from poker.engine import run
from tests.support.axe import serious_violations
from tests.support.guard_clock import pause
from tests.support.play import open_table, play, stored_view
from tests.support.stage import NOW, Stage, view_of_silent_seat
from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import sent_commands, tap

pytestmark = pytest.mark.browser

SECOND = 1000


def silent_since(seconds: int, called: int = 0) -> Callable[[Stage], None]:
    def prepare(stage: Stage) -> None:
        stage.view = view_of_silent_seat(called=called)
        stage.acted_at = NOW - seconds * SECOND

    return prepare


def glowing(page: Page) -> list[str | None]:
    return [pod.get_attribute("aria-label") for pod in page.locator(".pod.silent").all()]


def test_seat_begins_to_glow_by_itself_and_offers_time(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop", prepare=silent_since(17))
    assert glowing(page) == []
    expect(page.locator(".stage")).to_have_class("stage of-board")
    expect(page.locator(".pod.silent")).to_have_count(1)
    assert glowing(page) == ["Seat 6"]
    expect(page.locator(".stage h3")).to_have_text("Seat 6 is silent")
    expect(page.locator(".pod.silent .key").first).to_be_enabled()
    assert (
        page.evaluate(
            "getComputedStyle(document.querySelector('.pod.silent'), '::after').animationName"
        )
        == "none"
    )
    assert serious_violations(page) == []
    pause(page)
    tap(page, "Time for seat 6")
    assert sent_commands(stage, page) == [("call_time", {"seat": 6, "seconds": 30})]


def test_clock_runs_at_the_seat_and_on_the_felt(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop", prepare=silent_since(49, called=24))
    pill = page.locator(".pod.silent .pill.timed > span").first
    expect(pill).to_have_text(re.compile(r"^\s*0:0[1-6]\s*$"))
    expect(page.locator(".step p")).to_contain_text(
        re.compile(r"Seat 6 has 0:0[1-6] to act on \$50\.")
    )
    expect(page.locator(".step p")).to_contain_text("Time\u2019s up for seat 6.")
    expect(pill).to_have_text("0:00")
    expect(page.locator(".stage h3")).to_have_text("Seat 6: time\u2019s up")
    assert stage.commands == [], "nothing happens by itself"
    tap(page, "Fold seat 6")
    assert [name for name, _ in sent_commands(stage, page)] == ["act"]


def test_clock_has_its_place_before_a_blind_beside_large_chips(reused_tablet: ReusedTablet) -> None:
    def prepare(stage: Stage) -> None:
        bets = {"blinds": [40000, 80000], "small_bet": 80000, "big_bet": 80000}
        plaque = {"game": "holdem", "limit": "none", "buy_in_max": 10**8} | bets
        table = play(open_table(plaque, seats=6), "3 raise 160000", "4 5 6 fold")
        table = run(table, CallTime(1, 30), now=NOW - 12 * SECOND).state
        stage.view = stored_view(table)

    _, page = reused_tablet.open("flop", prepare=prepare)
    seat = page.locator(".pod.silent .who")
    expect(seat.locator(".front")).to_have_text("$400")
    expect(seat.locator(".pill")).to_have_count(1)
    expect(seat.locator(".pill.timed")).to_contain_text("0:1")
    expect(seat).to_contain_text("SB blind")
    expect(page.locator("[aria-label='Seat 2'] .pill")).to_contain_text("BB")


def test_stop_time_is_one_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop", prepare=silent_since(52, called=3))
    tap(page, "Stop time")
    assert sent_commands(stage, page) == [("stop_time", {"seat": 6})]

"""A split pot by taps: scoop, split, quarters, no low; the amounts are on the keys before AWARD (S-164)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.double_taps import sent_names, tap_twice
from tests.support.guard_clock import pause
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

AWARD = ".award-key"


def choose_halves(page: Page, *keys: str) -> None:
    """Tap HIGH and LOW of seats, such as 3 high."""
    for key in keys:
        seat, half = key.split()
        page.click(f"[aria-label^='{half.capitalize()} to seat {seat}']")


def half_amounts(page: Page, seat: int) -> list[str]:
    """Return the amounts on HIGH and LOW of a seat."""
    keys = page.locator(f"[aria-label='Seat {seat}'] .key .sub")
    return keys.all_inner_texts()


@pytest.mark.parametrize(
    ("taps", "args", "text"),
    [
        (["3 high", "6 low"], ([3], [6]), "Push $58 to seat 3, $57 to seat 6."),
        (["3 high", "3 low"], ([3], [3]), "Scoop: push $115 to seat 3."),
        (["3 high"], ([3], []), "No low: push $115 to seat 3."),
        (["3 high", "3 low", "6 low"], ([3], [3, 6]), "Push $87 to seat 3, $28 to seat 6."),
        (["3 high", "4 high", "6 low"], ([3, 4], [6]), "Push $29 to seat 3, $29 to seat 4"),
        (["6 low", "4 high", "3 high", "4 high"], ([3], [6]), "Push $58 to seat 3, $57"),
    ],
)
def test_award_pushes_the_shown_amounts(
    reused_tablet: ReusedTablet, taps: list[str], args: tuple[list[int], list[int]], text: str
) -> None:
    stage, page = reused_tablet.open("halves")
    choose_halves(page, *taps)
    expect(page.locator(".step p")).to_contain_text(text)
    page.click(AWARD)
    assert sent_names(stage, page) == ["award"]
    assert stage.commands[0]["args"] == {"pot": 0, "seats": args[0], "low": args[1]}


def test_amounts_are_on_the_keys_before_the_tap(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("halves")
    assert half_amounts(page, 3) == ["$58", "$57"]
    choose_halves(page, "3 high")
    assert half_amounts(page, 3) == ["$115", "$57"]
    expect(page.locator(".odd")).to_have_text("No low picked: high scoops (Rule S-164)")
    choose_halves(page, "6 low")
    assert half_amounts(page, 3) == ["$58", "$29"]
    choose_halves(page, "3 low")
    assert (half_amounts(page, 3), half_amounts(page, 6)) == (["$58", "$29"], ["$29", "$28"])
    expect(page.locator(".odd")).to_have_text("Odd $1 to seat 3, first left of the button")


def test_halves_can_be_chosen_after_more_is_closed(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("halves")
    choose_halves(page, "3 high", "6 low")
    more_key = page.locator("[aria-label='More']").first
    more_key.click()
    expect(page.locator(".sheet")).to_be_visible()
    more_key.click()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator(".step p")).to_contain_text("Push $58 to seat 3, $57 to seat 6.")
    pause(page)
    page.click(AWARD)
    assert sent_names(stage, page) == ["award"]


def test_split_pot_without_a_high_hand_is_not_awarded(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("halves")
    choose_halves(page, "3 low")
    expect(page.locator(".step p")).to_contain_text("Tap HIGH on the seat.")
    expect(page.locator(AWARD)).to_be_disabled()
    assert stage.commands == []


def test_double_tap_keeps_the_selected_half(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("halves")
    tap_twice(page, "[aria-label^='High to seat 3']", 100)
    expect(page.locator("[aria-label='Seat 3'] .is-set")).to_have_count(1)


def test_best_hand_of_each_half_is_marked_and_named(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("halves_read")
    marked = page.locator(".pod .is-due").evaluate_all(
        "keys => keys.map(key => key.ariaLabel.slice(0, 14))"
    )
    assert marked == ["Low to seat 3,", "High to seat 4", "Low to seat 6,"]
    expect(page.locator(".reading").nth(1)).to_contain_text("Four of a kind / No low")
    inside = page.evaluate(
        """() => [".stage", ".pots > :last-child"].map(selector =>
        document.querySelector(selector).getBoundingClientRect().bottom)"""
    )
    assert inside[1] <= inside[0] - 16


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


@pytest.mark.release
def test_split_pot_and_kill_in_a_live_room(dealer: Dealer) -> None:
    dealer.sit_down("T7", 4)
    dealer.tap("Raise seat 3")
    dealer.expect_step("Bet is $8.")  # sooner, the key of seat 4 would still raise to $8
    dealer.tap("Raise seat 4", "4 players still in")
    dealer.expect_step("Seat 1 is first: check or bet.")
    dealer.tap("Bet seat 1", "Raise seat 2", "4 players still in")
    dealer.expect_step("Seat 1 is first")
    dealer.tap("Fold seat 3", "3 players still in")
    dealer.expect_step("Seat 1 is first")
    dealer.tap("3 players still in")
    dealer.expect_step("Showdown.")
    dealer.tap("High to seat 2", "Low to seat 4", "Low to seat 1")
    save_picture(dealer.page, "hi-lo")
    dealer.tap("Push $")
    dealer.expect_step("first card to seat 2")
    expect(dealer.page.locator(".undo")).to_contain_text("Award $75, split")
    expect(dealer.page.locator(".header")).not_to_contain_text("KILL")
    dealer.tap("Undo: Award")
    dealer.expect_step("Showdown.")
    dealer.tap("High to seat 2", "No low: push")
    dealer.expect_step("Kill 8/16: seat 2 posts $8.")
    expect(dealer.page.locator(".header")).to_contain_text("8/16 · KILL")
    expect(dealer.page.locator("[aria-label='Seat 2'] .pill.kill")).to_be_visible()

"""Two pages of one room: the tablet calls, the floor's page rules, the tablet goes on; override, phone, sizes."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.dealer import Dealer
from tests.support.floor_pages import (
    ALDER,
    PHONE,
    ROWAN,
    TABLET_SIZE,
    check_page,
    dealer,
    open_floor_page,
    page_errors,
)
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture, takes_pictures

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser
WREN = ("101", "2580")
T1_CALL_LINK = ".call:has-text('T1 ') .open"
UPDATE_TIMEOUT_MS = 10_000  # ms from the table to the floor, on a busy machine


def create_past(room: LiveRoom) -> None:
    """Create earlier rulings for screenshots; other runs start with an empty room."""
    if takes_pictures():
        result = room.manage(
            "shell",
            "-c",
            "from tests.floor_ui.browser.past import create_past_events; create_past_events()",
        )
        assert result.returncode == 0, result.stderr


def deal_early_turn(dealer: Dealer) -> None:
    """Deal the turn although seat 7 has not answered seat 2's bet on the flop."""
    dealer.tap(
        "Fold seat 3", "Fold seat 4", "Raise seat 5", "Fold seat 6", "Fold seat 8", "Fold seat 1"
    )
    dealer.expect_step("Bet is $8.")
    dealer.tap("4 players still in")
    dealer.expect_step("Seat 2 is first: check or bet.")
    dealer.tap("More", "Enter cards", "The board", "K diamonds", "8 spades", "3 clubs", "Done")
    dealer.tap("Bet seat 2")
    dealer.expect_step("to act")
    dealer.tap("4 players still in")
    dealer.expect_step("Seat 2 is first: check or bet.")


def enter_badge(page: Page, dialog: str, account: tuple[str, str]) -> None:
    """Enter badge and PIN; the signed-in badge is prefilled."""
    expect(page.locator(f"#{dialog} [name=badge]")).to_have_value(account[0])
    for digit in account[1]:
        page.tap(f"#{dialog} [data-digit='{digit}']")


def name_early_turn(page: Page) -> None:
    """Say what happened, and how many cards were burned for the early turn."""
    page.tap("#proposal button:has-text('Premature turn')")
    expect(page.locator("#proposal-title")).to_contain_text("How many cards were burned")
    page.fill("#proposal [name=burned]", "1")
    page.tap("#proposal .save")
    expect(page.locator("#proposal-title")).to_contain_text("The turn card is out of play")


def report_early_turn(page: Page) -> None:
    """Report what happened, the card and the seats that had not acted."""
    page.tap(T1_CALL_LINK)
    page.tap("#ladder button:has-text('On the way')")
    page.tap("#ladder button:has-text('At the table')")
    name_early_turn(page)
    page.tap("[data-fact=early_card] summary")
    page.tap("[data-fact=early_card] .chip:has-text('J')")
    page.tap("[data-fact=early_card] .chip.suit.h")
    page.tap("[data-fact=early_card] .save")
    expect(page.locator(".steps")).to_contain_text("J♥")
    page.tap("[data-fact=pending] summary")
    for seat in ("5", "9"):
        page.tap(f"[data-fact=pending] .chip:has(input[value='{seat}'])")
    page.tap("[data-fact=pending] .save")
    expect(page.locator("#proposal-title")).to_contain_text("even if seat 7 folds")
    for name in ("Dealer", "S7", "S9"):
        if name == "S9":  # it is not about this seat
            page.tap(".more-witnesses summary")
        page.tap(f".witnesses .chip:has-text('{name}')")
        expect(page.locator(f".witnesses .chip:has-text('{name}')")).to_have_attribute(
            "aria-pressed", "true"
        )


@pytest.mark.crossing
def test_a_premature_turn_from_the_table_to_the_floor_and_back(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    create_past(live_room)
    page = open_floor_page(chromium, live_room, page_errors)
    check_page(page, TABLET_SIZE)
    page.tap("#sound")
    expect(page.locator("#sound")).to_have_text("Sound on")
    dealer.sit_down()
    deal_early_turn(dealer)
    dealer.tap("Call the floor")
    expect(page.locator(".call", has_text="T1")).to_be_visible(timeout=UPDATE_TIMEOUT_MS)
    # Nobody has tapped anything: the floor's page itself confirms that it shows the call.
    expect(dealer.page.locator(".ladder .reached")).to_contain_text(["Sent", "Delivered"])
    page.wait_for_timeout(1200)
    assert page.evaluate("document.documentElement.dataset.tones") == "1"  # one soft tone
    check_page(page, TABLET_SIZE)
    save_picture(page, "floor-queue")
    alder_page = open_floor_page(chromium, live_room, page_errors, ALDER)
    report_early_turn(page)
    check_page(page, TABLET_SIZE)
    page.locator("#facts-body").evaluate("(body) => body.scrollTo(0, 0)")
    save_picture(page, "floor-ruling")
    alder_page.tap(T1_CALL_LINK)
    alder_page.tap(".accept")
    page.tap(".accept")
    check_page(page, TABLET_SIZE)
    enter_badge(page, "accept", ROWAN)
    page.tap("#accept .amber")
    expect(page.locator("h1")).to_contain_text(
        "The turn card is out of play, even if seat 7 folds."
    )
    check_page(page, TABLET_SIZE)
    # The other supervisor had the pad open and is refused.
    enter_badge(alder_page, "accept", ALDER)
    alder_page.tap("#accept .amber")
    expect(alder_page.locator("#accept .form-error")).to_contain_text("is already closed")
    # The tablet goes on by itself.
    dealer.expect_step("Set the turned card J♥ aside")
    dealer.tap("Fold seat 7", "3 players still in")
    dealer.expect_step("Seat 2 is first: check or bet.")
    expect(page.locator("#left")).to_contain_text("1 still to do at the table")
    dealer.tap("3 players still in")
    dealer.expect_step("Seat 2 is first: check or bet.")
    expect(page.locator("#left")).to_have_text("all done")
    dealer.tap("3 players still in")
    dealer.expect_step("Showdown")
    dealer.tap("Award to seat 2")
    dealer.expect_step("first card to seat")
    assert page_errors == []


@pytest.mark.release
def test_press_is_a_click_while_the_queue_changes(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors)
    alder_page = open_floor_page(chromium, live_room, page_errors, ALDER)
    dealer.sit_down()
    dealer.tap("Call the floor")
    alder_page.tap(T1_CALL_LINK)
    # A refresh that is under way when the press begins ends only after it, and the next one then follows.
    expect(page.locator(".call [aria-label$='T1, Alder']")).to_have_count(1)
    call_link = page.locator(T1_CALL_LINK)
    call_link.evaluate("(link) => { window.pressedLink = link; }")
    call_link.hover()
    page.mouse.down()
    with page.expect_response(lambda answer: "hx-request" in answer.request.headers):
        alder_page.tap("#ladder button:has-text('On the way')")
    page.wait_for_timeout(300)
    assert page.evaluate("window.pressedLink.isConnected")
    page.mouse.up()
    expect(page.locator("h1")).to_contain_text("T1")
    assert page_errors == []


@pytest.mark.release
def test_an_override_with_its_own_remedy_on_a_phone(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    create_past(live_room)
    dealer.sit_down()
    deal_early_turn(dealer)
    dealer.tap("Call the floor")
    page = open_floor_page(chromium, live_room, page_errors, size=PHONE)
    check_page(page, PHONE)
    page.tap(T1_CALL_LINK)
    page.tap("#ladder button:has-text('On the way')")
    page.tap("#ladder button:has-text('At the table')")
    name_early_turn(page)
    check_page(page, PHONE)
    save_picture(page, "floor-phone")
    for panel in ("facts", "clause", "others", "before"):
        page.tap(f"[data-tab={panel}]")
        expect(page.locator(f"#{panel}-body")).to_be_visible()
        check_page(page, PHONE)
        page.tap(f"[data-tab={panel}]")
    page.tap("button:has-text('OVERRIDE')")
    page.tap("#override .amber")
    expect(page.locator("#override .form-error")).to_be_hidden()  # badge and PIN are asked first
    page.tap("text=Best interest, fairness")
    page.fill("[name=result]", "The turn stays; seat 7 answers the bet.")
    page.tap("#take-proposed")
    expect(page.locator("[name=back]")).to_have_value("street:turn")
    expect(page.locator("#tried")).to_contain_text("Adds up")
    while page.locator("#composed li").count():
        page.tap("[aria-label='Remove step 1']")
    page.select_option("[name=back]", "")
    page.select_option("#add-kind", "move_cards")
    page.tap("#add-step")
    page.select_option("[aria-label='From']", "stub")
    page.select_option("[aria-label='To']", "burns")
    page.fill("[aria-label='How many']", "99")
    expect(page.locator("#tried .refused")).to_be_visible()
    page.fill("[aria-label='How many']", "1")
    expect(page.locator("#tried .steps")).to_contain_text("Move 1 from the stub to the burns.")
    check_page(page, PHONE)
    enter_badge(page, "override", ("201", "0000"))
    page.tap("#override .amber")
    expect(page.locator("#override .form-error")).to_contain_text("Wrong badge or PIN")
    expect(page.locator("[name=result]")).to_have_value("The turn stays; seat 7 answers the bet.")
    expect(page.locator("#composed li")).to_have_count(1)
    expect(page.locator("#override .form-error")).to_contain_text("Enter the PIN again")
    # A dealer may not rule, with whatever PIN: the form names the role and asks for no PIN again.
    page.fill("#override [name=badge]", WREN[0])
    page.fill("#override [name=pin]", WREN[1])
    page.tap("#override .amber")
    expect(page.locator("#override .form-error")).to_contain_text(
        "It\u2019s for supervisors and managers"
    )
    expect(page.locator("#override .form-error")).not_to_contain_text("PIN")
    page.fill("#override [name=badge]", ROWAN[0])
    page.focus("#override [name=pin]")
    # Another supervisor corrects a fact: the facts reload, and only the PIN is entered again.
    alder_page = open_floor_page(chromium, live_room, page_errors, ALDER)
    alder_page.tap(T1_CALL_LINK)
    alder_page.tap("[data-fact=early_card] summary")
    alder_page.tap("[data-fact=early_card] .chip:has-text('Q')")
    alder_page.tap("[data-fact=early_card] .chip.suit.s")
    alder_page.tap("[data-fact=early_card] .save")
    expect(alder_page.locator(".steps")).to_contain_text("Q♠")
    enter_badge(page, "override", ROWAN)
    page.tap("#override .amber")
    expect(page.locator("#override .form-error")).to_contain_text("The table has moved on")
    check_page(page, PHONE)
    page.tap("#override .reload")
    expect(page.locator("#override .form-error")).to_contain_text("Reloaded")
    expect(page.locator("[name=result]")).to_have_value("The turn stays; seat 7 answers the bet.")
    expect(page.locator("#composed li")).to_have_count(1)
    enter_badge(page, "override", ROWAN)
    page.tap("#override .amber")
    expect(page.locator("h1")).to_contain_text("The turn stays; seat 7 answers the bet.")
    expect(page.locator("main")).to_contain_text("best interest of the game, fairness")
    check_page(page, PHONE)
    dealer.expect_step("Move 1 from the stub to the burns.")
    # The hand goes on to its end.
    dealer.tap("4 players still in", "4 players still in", "Award to seat 2")
    dealer.expect_step("first card to seat")
    assert page_errors == []


def test_lost_connection_is_shown_until_reconnected(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors)
    expect(page.locator("html[data-live=yes]")).to_have_count(1)
    live_room.kill()
    expect(page.locator("#lost")).to_be_visible()
    live_room.start()
    expect(page.locator("#lost")).to_be_hidden()
    assert re.match(r"Calls\s+none", page.locator("h1").inner_text())
    assert page_errors == []


def test_refresh_that_failed_is_tried_again(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    """A server that has just started may take sockets before it answers requests."""
    page = open_floor_page(chromium, live_room, page_errors)
    is_live = page.locator("html[data-live=yes]")
    expect(is_live).to_have_count(1)
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.continue_()
            return
        failed.append(route.request.headers["hx-request"])
        route.fulfill(status=503)

    page.route(page.url, fail_once)
    live_room.kill()
    expect(is_live).to_have_count(0)
    live_room.start()
    expect(is_live).to_have_count(1)
    assert failed == ["true"]
    assert page_errors == []

"""Two pages of one room: the tablet calls, the floor's page rules, the tablet goes on; override, phone, axe, sizes.

`PICTURES=docs/img .venv/bin/python -m pytest tests/floor_ui/browser` takes the pictures of docs.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.dealer_ui.browser.dealer import Dealer
from tests.dealer_ui.stage import CHROMIUM
from tests.live_room import LiveRoom
from tests.rulings.browser.test_rulebook import serious

pytestmark = pytest.mark.browser
HELD, PHONE = (1180, 820), (390, 844)
ROWAN, ALDER, HORNBEAM = ("201", "7410"), ("202", "8520"), ("301", "9630")
TARGETS = "a, button, summary, select, textarea, .chip, input:not([type=hidden], [type=radio], [type=checkbox])"
SMALL = f"""() => [...document.querySelectorAll("{TARGETS}")]
    .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && !one.closest(".skip"))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 160)])
    .filter(([box]) => box.height < 43.9 || box.width < 43.9)
    .map(([box, html]) => `${{box.width}}x${{box.height}} ${{html}}`)"""
T1 = ".call:has-text('T1 ') .open"
SOON = 10_000  # ms from the table to the floor, on a busy machine


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=CHROMIUM
        )
        yield browser
        browser.close()


@pytest.fixture
def told() -> list[str]:
    """What any page threw, or its console said of the policy of contents: nothing."""
    return []


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


def floor(
    browser: Browser,
    room: LiveRoom,
    told: list[str],
    who: tuple[str, str] = ROWAN,
    size: tuple[int, int] = HELD,
) -> Page:
    """Somebody at the queue."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2,
        has_touch=True,
        timezone_id="UTC",
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on(
        "console", lambda said: told.append(said.text) if "policy" in said.text.lower() else None
    )
    page.goto(f"{room.url}/floor/")
    checked(page, size)
    page.fill("[name=badge]", who[0])
    for digit in who[1]:
        page.focus("[name=pin]")
        page.tap(f".digits [data-digit='{digit}']")
    page.tap("text=Sign in")
    expect(page.locator("h1")).to_contain_text("Calls")
    return page


def checked(page: Page, size: tuple[int, int]) -> None:
    """Fits its width, no target is small, axe finds nothing serious."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not serious(page)
    assert page.evaluate(SMALL) == []


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.wait_for_timeout(400)
        page.screenshot(path=Path(folder) / f"{name}.png")


def past(room: LiveRoom) -> None:
    """Pictures have a past; tests begin in an empty room."""
    if os.environ.get("PICTURES"):
        result = room.manage("shell", "-c", "from tests.floor_ui.browser.past import lay; lay()")
        assert result.returncode == 0, result.stderr


def early_turn(dealer: Dealer) -> None:
    """Seats 2, 5, 7 and 9 see a flop; seat 2 bets, and the turn is dealt although seat 7 has not answered."""
    dealer.tap(
        "Fold seat 3", "Fold seat 4", "Raise seat 5", "Fold seat 6", "Fold seat 8", "Fold seat 1"
    )
    dealer.says("Bet is $8.")
    dealer.tap("4 players still in")
    dealer.says("Seat 2 is first: check or bet.")
    dealer.tap("More", "Enter cards", "The board", "K diamonds", "8 spades", "3 clubs", "Done")
    dealer.tap("Bet seat 2")
    dealer.says("to act")
    dealer.tap("4 players still in")
    dealer.says("Seat 2 is first: check or bet.")


def badge(page: Page, dialog: str, who: tuple[str, str]) -> None:
    """Badge and PIN by a finger; the badge of who signed in stands there already."""
    expect(page.locator(f"#{dialog} [name=badge]")).to_have_value(who[0])
    for digit in who[1]:
        page.tap(f"#{dialog} [data-digit='{digit}']")


def reported(page: Page) -> None:
    """The supervisor at the table names what happened, the card, and who had not answered."""
    page.tap(T1)
    page.tap("#ladder button:has-text('On the way')")
    page.tap("#ladder button:has-text('At the table')")
    page.tap("#proposal button:has-text('Premature turn')")
    expect(page.locator("#proposal-title")).to_contain_text("The turn card is out of play")
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
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, told: list[str]
) -> None:
    past(live_room)
    page = floor(chromium, live_room, told)
    checked(page, HELD)
    page.tap("#sound")
    expect(page.locator("#sound")).to_have_text("Sound on")
    dealer.sit_down()
    early_turn(dealer)
    dealer.tap("Call the floor")
    expect(page.locator(".call", has_text="T1")).to_be_visible(timeout=SOON)
    page.wait_for_timeout(1200)
    assert page.evaluate("document.documentElement.dataset.tones") == "1"  # one soft tone
    checked(page, HELD)
    picture(page, "floor-queue")
    late = floor(chromium, live_room, told, ALDER)
    reported(page)
    checked(page, HELD)
    page.locator("#facts-body").evaluate("(body) => body.scrollTo(0, 0)")
    picture(page, "floor-ruling")
    late.tap(T1)
    late.tap(".accept")
    page.tap(".accept")
    checked(page, HELD)
    badge(page, "accept", ROWAN)
    page.tap("#accept .amber")
    expect(page.locator("h1")).to_contain_text(
        "The turn card is out of play, even if seat 7 folds."
    )
    checked(page, HELD)
    # The other supervisor, whose pad was open, is told and rules nothing.
    badge(late, "accept", ALDER)
    late.tap("#accept .amber")
    expect(late.locator("#accept .form-error")).to_contain_text("is already closed")
    # The tablet goes on by itself.
    dealer.says("Set the turned card J♥ aside")
    dealer.tap("Fold seat 7", "3 players still in")
    dealer.says("Seat 2 is first: check or bet.")
    expect(page.locator("#left")).to_contain_text("1 still to do at the table")
    dealer.tap("3 players still in")
    dealer.says("Seat 2 is first: check or bet.")
    expect(page.locator("#left")).to_have_text("all done")
    dealer.tap("3 players still in")
    dealer.says("Showdown")
    dealer.tap("Award to seat 2")
    dealer.says("first card to seat")
    assert told == []


def test_an_override_with_its_own_remedy_on_a_phone(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, told: list[str]
) -> None:
    past(live_room)
    dealer.sit_down()
    early_turn(dealer)
    dealer.tap("Call the floor")
    page = floor(chromium, live_room, told, size=PHONE)
    checked(page, PHONE)
    page.tap(T1)
    page.tap("#ladder button:has-text('On the way')")
    page.tap("#ladder button:has-text('At the table')")
    page.tap("#proposal button:has-text('Premature turn')")
    expect(page.locator("#proposal-title")).to_contain_text("The turn card is out of play")
    checked(page, PHONE)
    picture(page, "floor-phone")
    for door in ("facts", "clause", "others", "before"):
        page.tap(f"[data-tab={door}]")
        expect(page.locator(f"#{door}-body")).to_be_visible()
        checked(page, PHONE)
        page.tap(f"[data-tab={door}]")
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
    checked(page, PHONE)
    badge(page, "override", ("201", "0000"))
    page.tap("#override .amber")
    expect(page.locator("#override .form-error")).to_contain_text("Wrong badge or PIN")
    expect(page.locator("[name=result]")).to_have_value("The turn stays; seat 7 answers the bet.")
    expect(page.locator("#composed li")).to_have_count(1)
    expect(page.locator("#override .form-error")).to_contain_text("Enter the PIN again")
    # Somebody else corrects a fact: the facts are read anew, and nothing but the PIN is typed again.
    late = floor(chromium, live_room, told, ALDER)
    late.tap(T1)
    late.tap("[data-fact=early_card] summary")
    late.tap("[data-fact=early_card] .chip:has-text('Q')")
    late.tap("[data-fact=early_card] .chip.suit.s")
    late.tap("[data-fact=early_card] .save")
    expect(late.locator(".steps")).to_contain_text("Q♠")
    badge(page, "override", ROWAN)
    page.tap("#override .amber")
    expect(page.locator("#override .form-error")).to_contain_text("The table has moved on")
    checked(page, PHONE)
    page.tap("#override .reload")
    expect(page.locator("#override .form-error")).to_contain_text("Reloaded")
    expect(page.locator("[name=result]")).to_have_value("The turn stays; seat 7 answers the bet.")
    expect(page.locator("#composed li")).to_have_count(1)
    badge(page, "override", ROWAN)
    page.tap("#override .amber")
    expect(page.locator("h1")).to_contain_text("The turn stays; seat 7 answers the bet.")
    expect(page.locator("main")).to_contain_text("best interest of the game, fairness")
    checked(page, PHONE)
    dealer.says("Move 1 from the stub to the burns.")
    # The hand goes on to its end.
    dealer.tap("4 players still in", "4 players still in", "Award to seat 2")
    dealer.says("first card to seat")
    assert told == []


def test_a_lost_line_says_so_and_comes_back(
    chromium: Browser, live_room: LiveRoom, told: list[str]
) -> None:
    page = floor(chromium, live_room, told)
    live_room.kill()
    expect(page.locator("#lost")).to_be_visible()
    live_room.start()
    expect(page.locator("#lost")).to_be_hidden(timeout=20_000)
    assert re.match(r"Calls\s+none", page.locator("h1").inner_text())
    assert told == []

"""One hand, dealt with the room, without it, over a reload, and with the room again, in any browser."""

from collections.abc import Iterable
from typing import Protocol

from playwright.sync_api import Page, expect

from ops import demo
from tests.support.cable import Cable
from tests.support.dealer import WREN


class TabletBrowser(Protocol):
    """The browser functions that the walk needs. Selectors are CSS."""

    def open(self, url: str) -> None:
        """Load a page."""

    def reload(self) -> None:
        """Load the page again."""

    def tap(self, selector: str) -> None:
        """Tap the first match as soon as it exists."""

    def expect(self, selector: str, text: str = "") -> None:
        """Wait until the first match has the text."""


class PlaywrightTablet:
    """A `TabletBrowser` of Playwright."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def expect(self, selector: str, text: str = "") -> None:
        expect(self.page.locator(selector).first).to_contain_text(text)


def walk_a_hand(browser: TabletBrowser, cable: Cable) -> None:
    """Deal one hand of limit hold'em at the demo room's table T1; the next hand begins with every tap stored."""
    sit_down(browser, cable)
    deal_with_the_room(browser)
    cable.pull()
    deal_to_the_flop_alone(browser)
    reload_and_deal_on_alone(browser)
    cable.plug()
    # "6 of 6 taps sent" remains for ten seconds before "all sent".
    browser.expect(".footer .link", "sent")
    browser.expect("body[data-engine='ready']")
    tap_keys(browser, ["Award to seat 2", "Fold seat 4"])
    browser.expect(".step p", "Eight to act, seat 5 first.")
    browser.expect(".footer .link", "all sent")


def sign_in(browser: TabletBrowser, cable: Cable, table: str) -> None:
    """Pair with a table of the demo room, and enter badge and PIN."""
    browser.open(f"{cable.url}/tablet/")
    type_digits(browser, demo.CODES[table], "PAIR")
    browser.expect("[data-state='sign-in'] [aria-label='Badge number, 0']")  # the page loads again
    badge, pin = WREN
    type_digits(browser, badge, "NEXT")
    type_digits(browser, pin, "SIGN IN")


def sit_down(browser: TabletBrowser, cable: Cable) -> None:
    """Pair, sign in and place the button; wait until the tablet decides taps itself and is stored for a reload."""
    sign_in(browser, cable, "T1")
    browser.expect(".step p", "button? Tap its seat")
    tap_keys(browser, ["Button is here, seat 9"])
    browser.expect(".step p", "first card to seat 1")
    browser.expect("body[data-engine='ready']")
    browser.expect("body[data-kept]")


def deal_with_the_room(browser: TabletBrowser) -> None:
    """Fold four seats; seat 7 raises."""
    tap_keys(browser, ["Fold seat 3", "Fold seat 4", "Fold seat 5", "Fold seat 6", "Raise seat 7"])
    browser.expect(".step p", "Bet is $8. Seats 8, 9, 1, 2 to act.")
    browser.expect(".footer .link", "all sent")


def deal_to_the_flop_alone(browser: TabletBrowser) -> None:
    """Count the players who see the flop, without the room."""
    tap_keys(browser, ["Fold seat 1"])
    browser.expect(".step p", "Bet is $8. Seat 2 to act.")
    tap_keys(browser, ["4 players still in"])
    browser.expect(".step p", "Seat 2 is first: check or bet.")


def reload_and_deal_on_alone(browser: TabletBrowser) -> None:
    """The table survives the reload; seat 2 bets and wins."""
    browser.reload()
    browser.expect("body[data-engine='ready']")
    browser.expect(".step p", "Seat 2 is first: check or bet.")
    tap_keys(browser, ["Bet seat 2", "Fold seat 7", "Fold seat 8", "Fold seat 9"])
    browser.expect(".step p", "push $30 to seat 2")


def type_digits(browser: TabletBrowser, digits: str, last: str) -> None:
    """Tap digit keys of the gate, then the key that ends the number."""
    for digit in (*digits, last):
        browser.tap(f".digits [aria-label='{digit}']")


def tap_keys(browser: TabletBrowser, names: Iterable[str]) -> None:
    """Tap one key after the other, by the beginning of its name."""
    for name in names:
        browser.tap(f"[aria-label^='{name}']")


def contains(shown: str | None, text: str) -> bool:
    """Return whether an element with this text is on the page."""
    return shown is not None and text in shown

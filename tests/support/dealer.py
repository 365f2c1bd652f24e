"""A dealer who taps the tablet of a live room."""

import re

from playwright.sync_api import Browser, Page, expect

from ops import demo
from tests.support.guard_clock import pause
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels

WREN = ("101", "2580")
# High card: seat 9 draws the ace and takes the button.
BUTTON_DRAW = (
    "2 clubs",
    "3 clubs",
    "4 clubs",
    "5 clubs",
    "6 clubs",
    "7 clubs",
    "8 clubs",
    "9 clubs",
    "A spades",
)


class Dealer:
    """Taps keys by the beginning of their accessible name and reads the step."""

    def __init__(self, browser: Browser, room: LiveRoom) -> None:
        context = browser.new_context(
            viewport={"width": 1180, "height": 820},
            device_scale_factor=pixels(),
            has_touch=True,
            is_mobile=True,
        )
        self.room = room
        self._begin(context.new_page(), room.url)

    def _begin(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    @classmethod
    def on_page(cls, page: Page, url: str) -> "Dealer":
        """Return a dealer at a page of another browser, which reaches the room at this URL."""
        dealer = cls.__new__(cls)
        dealer._begin(page, url)
        return dealer

    def without_engine(self) -> None:
        """Open pages as in a browser that can't run the engine, so that the server renders the screens."""
        self.page.add_init_script("delete window.Worker")

    def tap(self, *names: str) -> None:
        """Tap one key after the other, with a pause before each."""
        for name in names:
            key = self.page.locator(f"[aria-label^='{name}']").first
            key.wait_for()
            pause(self.page)
            key.tap()

    def type_digits(self, text: str, last: str) -> None:
        """Tap digit keys of the gate."""
        for digit in (*text, last):
            self.page.locator(f".digits [aria-label='{digit}']").tap()

    def sit_down(self, table: str = "T1", seats: int = 9, *, draws: bool = False) -> None:
        """Pair, sign in, and give the button to the last seat.

        draws: by a card draw, where the last seat gets the ace, instead of one tap on the seat.
        """
        self.sign_in(table)
        self.expect_step("button? Tap its seat, or DRAW.")
        if draws:
            self.tap("Draw button", *BUTTON_DRAW[: seats - 1], BUTTON_DRAW[-1], "Done")
        else:
            self.tap(f"Button is here, seat {seats}")
        self.expect_step("first card to seat 1")

    def sign_in(self, table: str, code: str = "") -> None:
        """Pair with a table and enter badge and PIN."""
        self.page.goto(f"{self.url}/tablet/")
        self.type_digits(code or demo.CODES[table], "PAIR")
        self.page.wait_for_selector("[aria-label='Badge number, 0']")
        self.type_digits(WREN[0], "NEXT")
        self.type_digits(WREN[1], "SIGN IN")

    def enter_pin(self, pin: str) -> None:
        """Enter the PIN on the sheet of a push, then tap the key that confirms it."""
        for digit in pin:
            self.page.locator(f".digits [aria-label='{digit}']").tap()
        self.page.locator(".digits .go").tap()

    def expect_step(self, text: str) -> None:
        """Expect the step once the room has answered every command."""
        expect(self.page.locator(".step p")).to_contain_text(text)
        self.expect_footer("all sent")

    def expect_engine(self) -> None:
        """Expect the tablet to decide taps itself, and to be stored for a start without the room."""
        expect(self.page.locator("body[data-engine='ready']")).to_be_attached()
        expect(self.page.locator("body[data-kept]")).to_be_attached()

    def expect_footer(self, text: str) -> None:
        """Expect the text at the left of the footer."""
        expect(self.page.locator(".footer .link")).to_contain_text(text)

    def amount(self, label: str) -> str:
        """Return POT, MATCH, BETS or STILL IN on the table diagram."""
        box = self.page.locator(".number", has_text=re.compile(rf"^\s*{label}", re.IGNORECASE))
        return box.locator("b").inner_text().replace("\n", " ")

    def close(self) -> None:
        """Close the page, which must have raised no error."""
        self.page.context.close()
        assert not self.errors

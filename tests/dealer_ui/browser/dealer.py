"""A dealer with one finger at the tablet of a live room."""

import os
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tables import demo
from tests.live_room import LiveRoom

WREN = ("101", "2580")
PATIENCE = 20_000
AGAIN = 600  # ms; sooner, the tablet takes a tap for the second of the same finger
OPEN = ".pad, .sheet, .wide"  # what it had covered takes no tap just after it has closed
# High card: seat 9 draws the ace and takes the button.
DRAWN = (
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
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
        )
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.room = room
        self.last = ""

    def tap(self, *names: str) -> None:
        """One key after the other; the same key again only after a while, as for a new street."""
        for name in names:
            key = name.partition(":")[0]
            if key == self.last:
                self.page.wait_for_timeout(AGAIN)
            self.last = key
            before = self.page.locator(OPEN).count()
            self.page.locator(f"[aria-label^='{name}']").first.tap()
            if before and not self.page.locator(OPEN).count():
                self.page.wait_for_timeout(AGAIN)

    def digits(self, text: str, last: str) -> None:
        """Keys of the gate."""
        for digit in (*text, last):
            self.page.locator(f".digits [aria-label='{digit}']").tap()

    def sit_down(self, table: str = "T1", seats: int = 9) -> None:
        """Pair, sign in, draw for the button: the last seat has the ace."""
        self.sign_in(table)
        self.says("Deal one card up to each")
        self.tap("More", "Draw cards for the button", *DRAWN[: seats - 1], DRAWN[-1], "Done")
        self.says("first card to seat 1")

    def sign_in(self, table: str) -> None:
        """Pair with a table and key in badge and PIN."""
        self.page.goto(f"{self.room.url}/tablet/")
        self.digits(demo.CODES[table], "PAIR")
        self.page.wait_for_selector("[aria-label='Badge number, 0']")
        self.digits(WREN[0], "NEXT")
        self.digits(WREN[1], "SIGN IN")

    def says(self, text: str) -> None:
        """The step, once the room has answered everything."""
        expect(self.page.locator(".step p")).to_contain_text(text, timeout=PATIENCE)
        self.footer("all sent")

    def footer(self, text: str) -> None:
        """What the left of the footer says."""
        expect(self.page.locator(".footer .link")).to_contain_text(text, timeout=PATIENCE)

    def picture(self, name: str) -> None:
        """Photograph the tablet for the pages of docs, into the folder PICTURES where one is named."""
        if folder := os.environ.get("PICTURES"):
            self.page.wait_for_timeout(AGAIN)  # the last tap still fills its key
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    def number(self, label: str) -> str:
        """POT, MATCH, BETS or STILL IN on the felt."""
        box = self.page.locator(".number", has_text=re.compile(rf"^\s*{label}", re.IGNORECASE))
        return box.locator("b").inner_text().replace("\n", " ")

    def close(self) -> None:
        """Leave, and nothing went wrong in the page."""
        self.page.context.close()
        assert not self.errors

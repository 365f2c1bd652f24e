"""The clock of the tablet's double-tap guard, which a test moves ahead instead of waiting."""

from playwright.sync_api import Page

PAUSE_MS = 5000  # the guard remembers a tap for three seconds at most
MOVE_AHEAD = """(ms) => {
  const { app, school } = window.floorbook;
  (app ?? school).guard.clock.ahead += ms;
}"""
# The app's guard gets a clock that only `move_ahead` moves, until another app starts in the page.
STOP = """() => {
  const clock = { ahead: performance.now(), now: () => clock.ahead, timeOf: () => clock.ahead };
  window.floorbook.app.guard.clock = clock;
}"""


def pause(page: Page) -> None:
    """Let the guard accept the next tap anywhere, as after a pause of the finger."""
    move_ahead(page, PAUSE_MS)


def stop_clock(page: Page) -> None:
    """Stop the guard's clock, so that the test sets the time between two taps, however busy the machine is."""
    page.evaluate(STOP)


def move_ahead(page: Page, milliseconds: int) -> None:
    """Advance the guard's clock."""
    page.evaluate(MOVE_AHEAD, milliseconds)

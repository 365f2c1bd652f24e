"""The server is killed again and again in the middle of hands: no tap waits for it, and none is lost."""

import os

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom

pytestmark = pytest.mark.browser
KILLS = int(os.environ.get("KILLS", "2"))  # 6 in `make test-all`; KILLS=100 for the whole proof
# A hand by counts: each tap changes the next step.
HAND = (
    ("9 players still in", "Burn, flop"),
    ("9 players still in", ""),
    ("9 players still in", ""),
    ("9 players still in", "Showdown"),
    ("Award to seat 1", "first card to"),
)
STATE = (
    "() => { const { app } = floorbook; return { pending: app.queue.size, shown: app.shownText } }"
)
HAS_CHANGED = """(before) => {
  const { app } = floorbook;
  return app.queue.size > before.pending && app.shownText !== before.shown;
}"""


@pytest.mark.release
def test_dealer_sees_no_pause_when_the_server_is_killed(
    chromium: Browser, live_room: LiveRoom
) -> None:
    dealer = Dealer(chromium, live_room)
    dealer.sit_down()
    dealer.expect_engine()
    for number in range(KILLS):
        name, _ = HAND[number % len(HAND)]
        live_room.kill()
        before = dealer.page.evaluate(STATE)
        dealer.tap(name)
        # The server is dead: the tablet does it.
        dealer.page.wait_for_function(HAS_CHANGED, arg=before)
        live_room.start()
    expect(dealer.page.locator(".footer .link")).to_contain_text("all sent")
    after = dealer.page.evaluate(STATE)
    assert after["pending"] == 0
    assert live_room.manage("verify_journal").returncode == 0
    dealer.close()

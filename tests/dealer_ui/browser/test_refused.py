"""Back in the room with taps that no longer apply: each is told alone, with one key, and the game goes on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.dealer_ui.browser.dealer import Dealer
from tests.live_room import LiveRoom
from tests.offline.cable import Cable

pytestmark = pytest.mark.browser
# The floor ends the hand while the tablet has no network.
END_HAND = """
from django.utils import timezone
from poker.commands import FinishHand
from tables.actions import execute
from tables.models import Table
execute(table_id=Table.objects.get(name="T1").pk, command_id="floor-ends-it", seen=None, actor="system.test",
    command=FinishHand(hand=1, by="Rowan", reason="dead tablet"), now=timezone.now())
"""


@pytest.fixture
def cable(live_room: LiveRoom) -> Iterator[Cable]:
    cable = Cable(live_room.port)
    yield cable
    cable.close()


@pytest.fixture
def dealer(chromium: Browser, cable: Cable) -> Iterator[Dealer]:
    context = chromium.new_context(
        viewport={"width": 1180, "height": 820}, device_scale_factor=2, has_touch=True
    )
    dealer = Dealer.on_page(context.new_page(), cable.url)
    yield dealer
    dealer.close()


def test_refused_taps_are_told_one_by_one(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("to act")
    cable.pull()
    dealer.tap("Fold seat 5", "Fold seat 6")
    expect(dealer.page.locator(".step p")).to_contain_text("Seats 7, 8, 9, 1, 2 to act.")
    done = live_room.manage("shell", "--no-imports", "-c", END_HAND)
    assert done.returncode == 0, done.stderr
    cable.plug()
    refused = dealer.page.locator(".refused-tap")
    expect(refused.locator("h3")).to_contain_text("Not possible: fold seat 6", timeout=20_000)
    expect(refused.locator("h3")).to_contain_text("1 of 2")
    expect(refused).to_contain_text("Rowan")
    dealer.save_screenshot("refused-tap")
    dealer.tap("Drop this tap")
    expect(refused.locator("h3")).to_contain_text("Not possible: fold seat 5")
    dealer.tap("Drop this tap")
    expect(refused).to_have_count(0)
    # The next hand starts as always.
    dealer.tap("Fold seat 3")
    dealer.expect_footer("all sent")

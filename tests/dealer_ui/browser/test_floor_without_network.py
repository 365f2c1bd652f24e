"""FLOOR without the network: the rule and its steps come from the tablet, and the call says that nobody has it."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import REPEAT_PAUSE_MS, Dealer
from tests.support.live_hands import play_to_flop
from tests.support.live_room import LiveRoom
from tests.support.room_log import run_code

pytestmark = pytest.mark.browser
CALLS = """
from journal.models import Entry
from tables.models import Table

log = Entry.objects.filter(stream=Table.objects.get(name="T1").pk, name__startswith="floor.")
print(*log.order_by("seq").values_list("name", flat=True))
"""


def test_proposal_comes_from_the_tablet(dealer: Dealer, cable: Cable, live_room: LiveRoom) -> None:
    dealer.sit_down()
    dealer.expect_engine()
    play_to_flop(dealer)
    dealer.expect_footer("all sent")
    cable.pull()
    dealer.tap("Call the floor")
    for name in ("Premature burn or card", "Premature turn", "1"):
        dealer.page.wait_for_timeout(REPEAT_PAUSE_MS)
        dealer.tap(name)
    proposed = dealer.page.locator(".proposed")
    expect(proposed.locator(".head")).to_contain_text("Proposed, not final")
    expect(proposed.locator(".remedy li")).not_to_have_count(0)
    expect(dealer.page.locator("body")).to_contain_text("NOT DELIVERED: call out FLOOR")
    cable.plug()
    dealer.expect_footer("all sent")
    expect(dealer.page.locator("body")).not_to_contain_text("NOT DELIVERED")
    expect(proposed.locator(".head")).to_contain_text("Proposed, not final")
    # The row, and again with the answer to its question.
    assert run_code(live_room, CALLS).split() == [
        "floor.called",
        "floor.reported",
        "floor.reported",
    ]

"""Back in the room with taps that no longer apply: one line with one key tells them, and the game goes on."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import END_HAND, run_code

pytestmark = pytest.mark.browser
# A supervisor rules on the first hand, and it goes on.
RULE = """
from django.utils import timezone
from poker.commands import CallFloor, MakeRuling
from tables.actions import execute
from tables.models import Table
ruling = MakeRuling("R 1", "As said.", "Rowan", "accepted")
for number, command in enumerate((CallFloor(), ruling)):
    execute(table_id=Table.objects.get(name="T1").pk, command_id=f"rules-{number}", seen=None,
        actor="system.test", command=command, now=timezone.now())
"""
REPORTED = """
from staff.models import AuditEvent
for act in AuditEvent.objects.filter(verb="taps_refused"):
    print(act.reason, *act.after.values(), sep="; ")
"""


def begin_hand(dealer: Dealer, cable: Cable) -> None:
    """Begin a hand, and lose the network."""
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("to act")
    dealer.expect_footer("all sent")
    cable.pull()


@pytest.mark.release
def test_refused_tap_is_told_alone(dealer: Dealer, cable: Cable, live_room: LiveRoom) -> None:
    begin_hand(dealer, cable)
    dealer.tap("Fold seat 5")
    expect(dealer.page.locator(".step p")).to_contain_text("Six to act, seat 6 first.")
    run_code(live_room, END_HAND)
    cable.plug()
    refused = dealer.page.locator(".refused-tap")
    expect(refused.locator("h3")).to_contain_text("Not possible: fold seat 5")
    expect(refused).to_contain_text("Rowan")
    dealer.tap("Drop this tap")
    expect(refused).to_have_count(0)
    # The next hand starts as always.
    dealer.tap("Fold seat 3")
    dealer.expect_footer("all sent")


@pytest.mark.release
def test_refused_taps_of_three_hands_are_one_line(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    begin_hand(dealer, cable)
    dealer.tap("Fold seat 5", "Fold seat 6", "Fold seat 7", "Fold seat 8", "Fold seat 9")
    dealer.tap("Fold seat 1")
    dealer.tap("Award to seat 2")
    for first in (4, 5):
        order = [(first + i - 1) % 9 + 1 for i in range(8)]
        dealer.tap(*(f"Fold seat {seat}" for seat in order))
        dealer.tap(f"Award to seat {(first + 7) % 9 + 1}")
    run_code(live_room, RULE)
    cable.plug()
    refused = dealer.page.locator(".refused-tap")
    expect(refused.locator("h3")).to_contain_text("25 taps not stored")
    expect(refused.locator("p")).to_have_text(
        "Hands 1 to 3. Rowan ruled on hand 1. Floor must settle the chips."
    )
    dealer.page.reload()
    dealer.expect_engine()
    expect(refused.locator("h3")).to_contain_text("25 taps not stored")
    dealer.tap("Drop these taps")
    expect(refused).to_have_count(0)
    reported = run_code(live_room, REPORTED)
    assert reported.count("Rowan ruled on hand 1.") == 1
    assert reported.count("Fold seat") == 22
    dealer.page.reload()
    dealer.expect_engine()
    expect(refused).to_have_count(0)

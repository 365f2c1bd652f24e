"""A supervisor's PIN at a dealer's tablet is one act; then the dealer is back without a PIN (S-012)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom

pytestmark = pytest.mark.browser
ROWAN = ("201", "7410")
ACTORS = """
from journal.models import Entry
from staff.models import Staff
from tables.models import Table

names = {staff.key: staff.alias for staff in Staff.objects.all()}
folds = Entry.objects.filter(stream=Table.objects.get(name="T1").pk, name="hand.folded")
print(*(names[actor] for actor in folds.order_by("seq").values_list("actor", flat=True)))
"""
TWO_MINUTES_AGO = """
from django.utils import timezone
from tables.dealer_sign_in import ASIDE
from tables.models import Device

Device.objects.exclude(aside=None).update(signed_in_at=timezone.now() - ASIDE)
"""


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


def sign_supervisor_in(dealer: Dealer) -> None:
    """Enter a supervisor's badge and PIN at the dealer's tablet, during a hand."""
    dealer.tap("More", "Push the next dealer in", "Rowan")
    with dealer.page.expect_navigation():
        dealer.enter_pin(ROWAN[1])
    dealer.page.wait_for_selector(".frame")


def expect_no_gate(dealer: Dealer) -> None:
    """Expect the table, and neither badge nor PIN to enter."""
    expect(dealer.page.locator(".digits")).to_have_count(0)
    expect(dealer.page.locator(".frame")).to_be_visible()


def folds_of(dealer: Dealer) -> list[str]:
    """Return who stored each fold."""
    result = dealer.room.manage("shell", "--verbosity", "0", "-c", ACTORS)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


@pytest.mark.release
def test_supervisor_does_one_action_and_the_dealer_continues(dealer: Dealer) -> None:
    dealer.sit_down()
    dealer.tap("Fold seat 3")
    dealer.expect_step("to act")
    sign_supervisor_in(dealer)
    dealer.tap("Fold seat 4")
    dealer.expect_step("to act")
    expect_no_gate(dealer)
    dealer.tap("Fold seat 5", "Fold seat 6")
    dealer.expect_step("to act")
    assert folds_of(dealer) == ["Wren", "Rowan", "Wren", "Wren"]
    dealer.page.reload()  # the page asks for no one either
    dealer.page.wait_for_selector(".frame")
    expect_no_gate(dealer)
    dealer.tap("Fold seat 7")
    dealer.expect_step("to act")
    assert folds_of(dealer)[-1] == "Wren"


@pytest.mark.release
def test_supervisors_pin_carries_out_the_act_it_was_for(dealer: Dealer) -> None:
    dealer.sit_down()
    dealer.tap("More", "Change a seat", "Change seat 4", "Button to seat 4", "Rowan")
    expect(dealer.page.locator(".wide.push h3")).to_contain_text("Rowan confirms this one step")
    with dealer.page.expect_navigation():
        dealer.enter_pin(ROWAN[1])
    dealer.expect_step("last to seat 4 (button)")
    expect_no_gate(dealer)
    dealer.tap("Fold seat 7")
    dealer.expect_step("to act")
    assert folds_of(dealer) == ["Wren"]


@pytest.mark.release
def test_supervisor_does_nothing_and_the_dealer_goes_on(dealer: Dealer) -> None:
    dealer.page.clock.install()
    dealer.sit_down()
    sign_supervisor_in(dealer)
    result = dealer.room.manage("shell", "--verbosity", "0", "-c", TWO_MINUTES_AGO)
    assert result.returncode == 0, result.stderr
    with dealer.page.expect_navigation():
        dealer.page.clock.fast_forward("02:01")
    dealer.page.wait_for_selector(".frame")
    expect_no_gate(dealer)
    dealer.tap("Fold seat 3")
    dealer.expect_step("to act")
    assert folds_of(dealer) == ["Wren"]

"""A tablet or its dealer is signed out while the tablet deals without a network: its taps wait for their dealer."""

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.support.cable import Cable
from tests.support.dealer import WREN, Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats, run_code

pytestmark = pytest.mark.browser
PLOVER = ("102", "1470")
CODE = "20262055"
REVOKE = f"""
from django.utils import timezone
from tables.models import Device
from tables.pairing import device_revoke, pairing_code_make
device = Device.objects.filter(table__name="T1").exclude(token_hash=None).get()
device_revoke(device=device, now=timezone.now())
pairing_code_make(device=device, now=timezone.now(), code="{CODE}")
"""
SIGN_OUT = """
from django.utils import timezone
from tables.dealer_sign_in import dealer_sign_out
from tables.models import Device
device = Device.objects.filter(table__name="T1").exclude(token_hash=None).get()
dealer_sign_out(device=device, now=timezone.now())
"""


def sign_in(dealer: Dealer, badge: str, pin: str) -> None:
    dealer.page.wait_for_selector("[aria-label='Badge number, 0']")
    dealer.type_digits(badge, "NEXT")
    dealer.type_digits(pin, "SIGN IN")


def expect_gate(dealer: Dealer) -> None:
    """Expect the page to ask who is there, and to name the taps that wait."""
    taps = dealer.page.locator(".gate .left-behind")
    expect(taps).to_contain_text("Unsent taps saved on this tablet: 2 by Wren")


def fold_without_network(dealer: Dealer, cable: Cable) -> None:
    """Deal until seat 5 is to act, then fold two seats on a tablet without a network."""
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")
    cable.pull()
    dealer.tap("Fold seat 5", "Fold seat 6")
    expect(dealer.page.locator(".step p")).to_contain_text("Five to act, seat 7 first.")
    dealer.expect_footer("2")


@pytest.mark.release
def test_taps_of_a_revoked_tablet_wait_for_their_dealer(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    """Another dealer at the tablet sees that they wait; they are stored when the tablet has its own dealer again."""
    fold_without_network(dealer, cable)
    run_code(live_room, REVOKE)
    cable.plug()
    expect_gate(dealer)
    dealer.type_digits(CODE, "PAIR")
    expect_gate(dealer)
    sign_in(dealer, *PLOVER)
    expect(dealer.page.locator(".sheet h3")).to_have_text("Taps not sent: 2 by Wren")
    dealer.tap("Keep for their dealer")
    dealer.expect_step("Seven to act, seat 5 first.")
    dealer.expect_footer("2 by Wren not sent")
    expect(dealer.page.locator("body[data-engine='ready']")).to_be_attached()
    assert folded_seats(live_room) == [3, 4]
    run_code(live_room, SIGN_OUT)
    dealer.page.reload()
    expect_gate(dealer)
    sign_in(dealer, *WREN)
    dealer.expect_step("Five to act, seat 7 first.")
    assert folded_seats(live_room) == [3, 4, 5, 6]


@pytest.mark.release
def test_saved_table_does_not_bring_back_the_dealer_who_saved_it(
    dealer: Dealer, live_room: LiveRoom
) -> None:
    """Until the room answers, the tablet shows the table that it saved; its taps are those of the dealer signed in."""
    is_answering = [True]

    def connect(socket: WebSocketRoute) -> None:
        if is_answering[0]:
            socket.connect_to_server()

    dealer.page.route_web_socket("**/ws/tablet/", connect)
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3")
    dealer.expect_step("Eight to act, seat 4 first.")
    run_code(live_room, SIGN_OUT)
    dealer.page.reload()
    is_answering[0] = False
    sign_in(dealer, *PLOVER)
    expect(dealer.page.locator("body[data-engine='ready']")).to_be_attached()
    dealer.tap("Fold seat 4")
    made = dealer.page.evaluate("() => floorbook.app.queue.pending.map(({command}) => command.by)")
    is_answering[0] = True
    dealer.expect_step("Seven to act, seat 5 first.")
    assert made == ["Plover"]
    assert folded_seats(live_room) == [3, 4]


@pytest.mark.release
def test_taps_wait_for_a_dealer_who_was_signed_out(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    fold_without_network(dealer, cable)
    run_code(live_room, SIGN_OUT)
    cable.plug()
    expect_gate(dealer)
    assert folded_seats(live_room) == [3, 4]
    sign_in(dealer, *WREN)
    dealer.expect_step("Five to act, seat 7 first.")
    assert folded_seats(live_room) == [3, 4, 5, 6]

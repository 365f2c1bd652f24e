"""A live room: a complete hand by taps; a reload, a dead server and a dead socket in the middle of one."""

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.support.dealer import Dealer
from tests.support.live_hands import dealer, play_to_flop
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["dealer"]

pytestmark = pytest.mark.browser


def deal_a_complete_hand(dealer: Dealer) -> None:
    """Deal the first hand, from the first fold to the award."""
    play_to_flop(dealer)
    assert dealer.amount("Pot") == "$34"
    dealer.tap("Bet seat 2")
    dealer.expect_step("Bet is $4. Seats 7, 8, 9 to act.")
    dealer.tap("Raise seat 8", "Fold seat 9")
    dealer.expect_step("Bet is $8. Seats 2, 7 to act.")
    save_picture(dealer.page, "tablet")
    dealer.tap("3 players still in")
    dealer.expect_step("Seat 2 is first")
    assert dealer.amount("Pot") == "$58"
    dealer.tap("3 players still in")
    dealer.expect_step("Seat 2 is first")
    dealer.tap("Bet seat 7")
    dealer.expect_step("Bet is $8. Seats 8, 2 to act.")
    dealer.tap("Fold seat 2", "2 players still in")
    dealer.expect_step("Showdown. Seat 7 shows first.")
    expect(dealer.page.locator(".caption .note")).to_have_text("Pots plus rake $74")
    dealer.tap("Award to seat 8")
    dealer.expect_step("first card to seat 2, last to seat 1 (button)")
    expect(dealer.page.locator(".undo")).to_contain_text("Award $68 to seat 8")
    expect(dealer.page.locator(".header")).to_contain_text("Hand 2")


def test_a_hand_with_and_a_hand_without_the_room(dealer: Dealer, live_room: LiveRoom) -> None:
    """The room is killed in the second hand: keys, figures and a reload work from the tablet, and every tap arrives.

    The reload does without the browser's own cache, which has most files for a minute only.
    """
    dealer.sit_down(draws=True)
    dealer.expect_engine()
    deal_a_complete_hand(dealer)
    dealer.tap("Fold seat 4", "Fold seat 5", "Fold seat 6", "Raise seat 7")
    dealer.expect_step("Bet is $8. Five to act, seat 8 first.")
    live_room.kill()
    dealer.tap("Fold seat 8", "Fold seat 9")
    expect(dealer.page.locator(".step p")).to_contain_text("Bet is $8. Seats 1, 2, 3 to act.")
    expect(dealer.page.locator(".no-network")).to_be_visible()
    dealer.expect_footer("2 taps kept on this tablet. Deal on.")
    expect(dealer.page.locator(".floor-key")).to_contain_text("by voice")
    save_picture(dealer.page, "no-network")
    dealer.page.context.new_cdp_session(dealer.page).send("Network.clearBrowserCache")
    dealer.page.reload()
    dealer.tap("4 players still in", "3 players still in", "3 players still in")
    dealer.tap("2 players still in")
    expect(dealer.page.locator(".step p")).to_contain_text("Showdown.")
    dealer.tap("Award to seat 7")
    expect(dealer.page.locator(".header")).to_contain_text("Hand 3")
    live_room.start()
    dealer.expect_footer("7 of 7 taps sent.")
    dealer.expect_step("first card to seat 3")


@pytest.mark.release
def test_undo_walks_back_through_a_hand(dealer: Dealer) -> None:
    dealer.sit_down()
    play_to_flop(dealer)
    dealer.tap("Undo: Flop, 4 in")
    dealer.expect_step("Bet is $8. Seat 2 to act.")
    dealer.tap("Undo: Seat 1 fold")
    dealer.expect_step("Bet is $8. Seats 8, 9, 1, 2 to act.")


@pytest.mark.release
def test_reload_during_a_hand_keeps_its_state(dealer: Dealer) -> None:
    dealer.sit_down()
    play_to_flop(dealer)
    dealer.tap("Bet seat 2")
    dealer.expect_footer("Saved on tablet")
    dealer.page.reload()
    dealer.expect_step("Bet is $4. Seats 7, 8, 9 to act.")
    assert dealer.amount("Pot") == "$38"


@pytest.mark.crossing
def test_taps_during_a_server_crash_are_delivered(dealer: Dealer, live_room: LiveRoom) -> None:
    dealer.sit_down()
    play_to_flop(dealer)
    live_room.kill()
    dealer.tap("Bet seat 2", "Fold seat 7")
    dealer.expect_footer("2 to send")
    live_room.start()
    dealer.expect_step("Bet is $4. Seats 8, 9 to act.")
    dealer.tap("Raise seat 8")
    dealer.expect_step("Bet is $8. Seats 9, 2 to act.")


@pytest.mark.release
def test_taps_after_a_refused_tap_are_held(dealer: Dealer, live_room: LiveRoom) -> None:
    dealer.without_engine()
    dealer.sit_down()
    play_to_flop(dealer)
    live_room.kill()
    dealer.tap("Bet seat 2", "Bet seat 7", "4 players still in")  # the second is no longer a bet
    dealer.expect_footer("3 to send")
    live_room.start()
    dealer.expect_step("Bet is $4. Seats 7, 8, 9 to act.")
    locator = dealer.page.locator(".held")
    expect(locator.locator("h3")).to_contain_text("Not done: Bet seat 7")
    dealer.tap("Raise seat 7", "Send the rest")
    dealer.expect_step("Seat 2 is first")
    expect(locator).to_have_count(0)
    assert dealer.amount("Pot") == "$66"


@pytest.mark.release
def test_taps_before_a_floor_call_are_stored_after_it(dealer: Dealer, live_room: LiveRoom) -> None:
    dealer.without_engine()
    dealer.sit_down()
    play_to_flop(dealer)
    live_room.kill()
    dealer.tap("Bet seat 2", "Bet seat 7", "4 players still in", "Call the floor")
    live_room.start()
    expect(dealer.page.locator(".floor-key")).to_contain_text("SENT")
    dealer.expect_footer("2 held")
    dealer.tap("Send the rest")
    dealer.expect_footer("all sent")
    expect(dealer.page.locator(".call .sent-with")).to_have_text(
        "Sent along: turn, 4 in, pot $50, hand 1 log"
    )


@pytest.mark.release
@pytest.mark.crossing
def test_closed_socket_reconnects(chromium: Browser, dealer: Dealer, live_room: LiveRoom) -> None:
    sockets: list[WebSocketRoute] = []

    def forward(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    dealer.page.route_web_socket("**/ws/tablet/", forward)
    dealer.sit_down()
    live = len(sockets)
    sockets[-1].close()
    dealer.expect_footer("connecting")
    dealer.tap("Fold seat 3")
    dealer.expect_step("Eight to act, seat 4 first.")
    expect(dealer.page.locator(".footer .link")).not_to_contain_text("connecting")
    assert len(sockets) > live

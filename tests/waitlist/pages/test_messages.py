"""Texts of the waitlists."""

from poker.refusal import Refusal
from waitlist import messages
from waitlist.rules.wait_estimate import WaitEstimate
from waitlist.seat_availability import SeatReservation
from web.messages.refusals import refusal_message


def test_table_refusal_has_its_message() -> None:
    message = refusal_message(Refusal("seat_in_hand", "S-010", seat=3))
    assert message.endswith("(Rule S-010)")
    assert "?" not in message


def test_waits_are_shown_with_their_error_or_not_at_all() -> None:
    assert messages.wait_text(WaitEstimate(26, 8)) == "about 26 min, give or take 8"
    assert messages.wait_text(WaitEstimate(0, 0)) == "now"
    assert messages.wait_text(WaitEstimate(40, 0, more=True)) == "more than 40 min"
    assert messages.wait_text(None).startswith("no estimate yet")
    assert messages.turnover_text(23) == "a seat opens every 2.6 min (23 in the last hour)"
    assert messages.countdown(190_999) == "3:10"
    assert messages.countdown(-5) == "0:00"


def test_reserved_seat_shows_the_reason() -> None:
    assert (
        messages.reservation_reason(SeatReservation("called", "Blue Hat", 1)) == "held for Blue Hat"
    )
    assert messages.reservation_reason(SeatReservation("held", "", 1)) == "held for no one yet"
    assert (
        messages.reservation_reason(SeatReservation("locked", "broken chair", 1))
        == "locked up: broken chair"
    )

"""Every refusal code of the waitlists has a message that uses only existing facts."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from floor_ui.desk import messages
from poker.refusal import Refusal
from poker.waitlist.wait_estimate import WaitEstimate
from tables.seat_availability import SeatReservation

ROOT = Path(__file__).parents[3]
PACKAGES = ("poker/logs", "poker/waitlist", "tables/waitlist", "floor_ui/desk")
SHARED = ROOT / "tables/room_logs.py"  # of every log that a room has one of
MESSAGES_ELSEWHERE = {
    *("bad_sign_in", "locked_out", "other_room"),  # of the sign-in
    "id_reused",  # of the log
    *("code_needed", "wrong_code", "code_wait"),  # of signing in with a second factor
    "player_elsewhere",  # of the admission check
}


def refusals_in_source() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield code and facts of each refusal in the sources."""
    for path in (
        SHARED,
        *(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")),
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}"
                yield str(code.value), frozenset(keyword.arg or "" for keyword in node.keywords)


CASES = sorted(set(refusals_in_source()), key=lambda case: (case[0], sorted(case[1])))


@pytest.mark.parametrize(("code", "facts"), CASES)
def test_every_code_has_a_message(code: str, facts: frozenset[str]) -> None:
    fields = {name for _, name, _, _ in string.Formatter().parse(messages.MESSAGES[code]) if name}
    assert fields <= facts
    message = messages.refusal_message(Refusal(code, "", **{name: name.upper() for name in facts}))
    assert "{" not in message
    assert message.endswith(".")
    assert 400 <= messages.http_status(Refusal(code)) < 500


def test_every_message_has_a_code() -> None:
    assert set(messages.MESSAGES) == {code for code, _ in CASES} | MESSAGES_ELSEWHERE
    assert set(messages.STATUS) <= set(messages.MESSAGES)


def test_table_refusal_has_its_message() -> None:
    message = messages.refusal_message(Refusal("seat_in_hand", "S-010", seat=3))
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

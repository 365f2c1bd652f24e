"""Inferred acts on the tablet: the pill that asks, both keys live, what the last tap rewrote."""

from typing import Any

import pytest

from tests.support.play import open_table, play, stored_view
from tests.support.screens import pod, sent_command
from tests.support.stage import NOW, view_with_rewritten_call
from tests.support.view_json import screen


def played(*lines: str, seats: int = 9, **plaque: Any) -> dict[str, Any]:
    """Return the screen after these lines at a full table of limit hold'em."""
    table = open_table({"game": "holdem"} | plaque, seats=seats)
    return screen(stored_view(play(table, *lines)), now_ms=NOW)


def test_a_fold_out_of_order_leaves_the_seats_before_it_live() -> None:
    data = played("8 fold")
    for seat in (3, 4, 5, 6, 7):
        fold, bet = pod(data, seat)["keys"]
        assert sent_command(fold) == ("act", {"seat": seat, "what": "fold"})
        assert sent_command(bet) == ("act", {"seat": seat, "what": "raise", "to": 800})
        assert (fold["look"], bet["look"]) == ("calm", "calm")
        assert pod(data, seat)["front"] == ""
        assert pod(data, seat)["pills"][-1] == {
            "text": "call $4?",
            "name": "call $4 assumed",
            "look": "inferred",
        }
    assert "inferred" not in {pill["look"] for pill in pod(data, 9)["pills"]}


def test_a_rewritten_call_says_what_changed_until_the_next_tap() -> None:
    view = view_with_rewritten_call()
    data = screen(view, now_ms=NOW)
    (key,) = pod(data, 6)["keys"]
    assert (key["text"], key["sub"], key["strong"]) == ("folded", "was a call", True)
    assert sent_command(key) == ("unfold", {"seat": 6})
    assert data["caption"]["note"] == "Seat 6 now a fold. Pot $18 → $14"
    assert data["undo"]["sub"] == "Seat 6 fold, was a call"
    assert data["step"] == {
        "now": "Bet is $4. Seats 9, 2, 3, 4 to act.",
        "then": "Then burn and flop.",
    }
    later = played("8 fold", "6 fold", "9 fold")
    assert pod(later, 6)["keys"][0]["sub"] == ""
    assert later["caption"]["note"] == "When a round ends"


def test_an_inserted_raise_asks_the_tapped_call_after_it_again() -> None:
    data = played("8 fold", "9 call", "6 raise")
    assert data["step"]["now"] == "Bet is $8. Seven to act, seat 7 first."
    assert data["step"]["then"] == "Seat 9 had called: ask again."
    assert data["caption"]["note"] == "Seat 6 now a raise to $8"
    assert data["undo"]["sub"] == "Seat 6 raise to $8, was a call"
    assert played("8 fold", "9 call", "6 raise", "9 call")["step"]["then"] != (
        "Seat 9 had called: ask again."
    )


@pytest.mark.parametrize(
    ("lines", "note", "undo"),
    [
        (
            ("8 fold", "6 call"),
            "Seat 6\u2019s call is no longer assumed",
            "Seat 6 call $4, was a call",
        ),
        (("8 fold", "6 all_in 300"), "Seat 6 now all-in for $3", "Seat 6 all-in $3, was a call"),
        (
            ("close_street count=9", "4 check", "2 bet"),
            "Seat 2 now a bet of $4",
            "Seat 2 bet $4, was a check",
        ),
        (
            ("close_street count=9", "4 check", "2 fold"),
            "Seat 2 now a fold",
            "Seat 2 fold, was a check",
        ),
    ],
)
def test_the_caption_names_the_rewritten_act(lines: tuple[str, ...], note: str, undo: str) -> None:
    data = played(*lines)
    assert data["caption"]["note"] == note
    assert data["undo"]["sub"] == undo


def test_a_check_is_asked_about_and_an_all_in_can_still_be_a_fold() -> None:
    data = played("close_street count=9", "4 check")
    assert pod(data, 2)["pills"][-1]["text"] == "check?"
    table = open_table({"game": "holdem", "limit": "none"}, seats=4)
    view = stored_view(play(table, "deal", "3 raise 1250000", "1 fold"))
    data = screen(view, now_ms=NOW)
    assert pod(data, 4)["pills"][-1]["text"] == "$12,500?"

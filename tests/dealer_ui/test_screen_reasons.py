"""A key that is off says why: no tap on the tablet is without an answer."""

from typing import Any

import pytest

from tests.support.play import open_table, play, stored_view
from tests.support.screens import all_keys, pod
from tests.support.stage import FIXTURES, NOW, fixture
from tests.support.view_json import screen


@pytest.mark.parametrize("name", FIXTURES)
def test_a_key_that_is_off_gives_a_reason(name: str) -> None:
    for key in all_keys(screen(fixture(name), now_ms=NOW)):
        assert key["do"] or key.get("why") or key.get("hidden"), key


def keys_after(seat: int, *lines: str, **plaque: Any) -> list[dict[str, Any]]:
    """Return a seat's keys after these lines at a full table of limit hold'em."""
    table = play(open_table({"game": "holdem"} | plaque), *lines)
    keys: list[dict[str, Any]] = pod(screen(stored_view(table), now_ms=NOW), seat)["keys"]
    return keys


@pytest.mark.parametrize(
    ("seat", "lines", "fold", "bet"),
    [
        (3, ("3 call", "4 fold"), "Seat 3 has called", "Seat 3 has called"),
        (3, ("3 raise", "4 fold"), "Seat 3 has raised", "Seat 3 has raised"),
        (5, ("3 raise", "4 raise", "5 raise", "1 fold"), "Seat 5 has raised", "Seat 5 has raised"),
        (6, ("3 raise", "4 raise", "5 raise", "1 fold"), "", "Capped at $16"),
        (2, ("3 4 5 6 1 call", "2 check"), "Seat 2 has checked", ""),
    ],
)
def test_a_dead_act_says_what_the_seat_did(
    seat: int, lines: tuple[str, ...], fold: str, bet: str
) -> None:
    for key, reason in zip(keys_after(seat, *lines), (fold, bet), strict=True):
        assert key.get("why", "").startswith(reason)
        assert bool(key["do"]) != bool(reason), key


def test_an_earlier_round_is_for_undo_or_the_floor() -> None:
    (key,) = keys_after(4, "3 raise 2000", "4 all_in 500", "close_street count=6", limit="none")
    assert key["text"] == "ALL-IN"
    assert key["why"] == "Seat 4 is all-in and owes no act. UNDO takes back the last tap."
    fold, bet = keys_after(4, "close_street count=6", "4 check")
    assert fold["why"] == bet["why"]
    assert "UNDO takes back the last tap; FLOOR rules on the rest" in fold["why"]

"""Seats that change during a hand: a player sitting out finishes the hand, a departed player is not
seated again.
"""

import pytest

from dealer_ui.messages import accessible_names
from dealer_ui.screen.pots import DASH
from poker.view import read_view
from tests.support.play import open_table, play, stored_view
from tests.support.screens import fixture_screen, pod, sent_command
from tests.support.stage import NOW, fixture
from tests.support.view_json import screen


def test_player_with_cards_may_sit_out_from_the_next_hand() -> None:
    sit_out_key, chips, leave, *_ = pod(fixture_screen("flop"), 4)["choices"]
    assert sent_command(sit_out_key) == ("sit_out", {"seat": 4})
    assert leave["do"] is None
    assert chips["do"] == {"open": "amount", "args": {"seat": 4, "of": "chips"}}, "S-010"


def test_player_sitting_out_after_the_hand_may_change_their_mind() -> None:
    view = fixture("flop")
    view["seats"][3] |= {"away": True, "choices": [""]}
    data = pod(screen(view, now_ms=NOW), 4)
    assert [key["text"] for key in data["choices"]] == [
        "Back in",
        "Add chips",
        "Leave",
        "Player away",
    ]
    assert data["keys"][0]["text"] == "FOLD"
    assert accessible_names.standing(read_view(view).seats[3]).endswith("sitting out next hand")


def test_hand_can_be_misdealt_and_killed_during_the_deal() -> None:
    _, misdeal, kill, _ = fixture_screen("deal")["secondary"]
    assert sent_command(misdeal) == ("misdeal", {})
    assert kill["do"] == {"open": "arm", "args": {"of": "kill"}}
    assert "kill" in pod(fixture_screen("deal"), 4)["arms"]
    assert [key["do"] for key in fixture_screen("closed")["secondary"][1:3]] == [None, None]


def test_counted_pot_hides_the_bets() -> None:
    view = fixture("streets")
    view["money"] |= {"known": True, "pot": 8000}
    data = screen(view | {"floor": fixture("floor")["floor"]}, now_ms=NOW)
    assert [number["text"] for number in data["stage"]["numbers"][:3]] == ["$80", DASH, DASH]
    sent_call = data["floor"]["sent_with"]
    assert sent_call == "Sent along: flop, 5 in, pot $80, hand 214 log"


def test_departed_player_is_not_seated_again() -> None:
    view = fixture("flop")
    view["seats"][2] |= {"name": "", "player": "", "can_unfold": False}
    assert pod(screen(view, now_ms=NOW), 3)["keys"][0]["do"] is None


def test_restoring_a_hand_that_costs_chips_needs_a_second_tap() -> None:
    table = play(
        open_table({"game": "holdem"}, seats=3),
        "3 raise",
        "1 fold",
        "2 call",
        "close_street count=2",
    )
    data = screen(stored_view(table), now_ms=NOW)
    back_pod = pod(data, 1)
    assert back_pod["keys"][0]["do"] == {"open": "arm", "args": {"of": "unfold", "seat": 1}}
    assert "unfold" in back_pod["arms"]
    assert back_pod["again"]["now"] == "Tap again: seat 1\u2019s hand back in, it owes $6 (S-142)."
    assert sent_command(data["arms"]["unfold"])[0] == "unfold"
    after = screen(stored_view(play(table, "unfold seat=1")), now_ms=NOW)
    assert after["step"]["now"].startswith("Collect $6 from seat 1. Seat 1 is first")
    assert (
        "Collect"
        not in screen(stored_view(play(table, "unfold seat=1", "1 check")), now_ms=NOW)["step"]
    )


def test_fold_of_the_current_round_is_restored_in_one_tap() -> None:
    data = screen(
        stored_view(play(open_table({"game": "holdem"}, seats=3), "3 raise", "1 fold")), now_ms=NOW
    )
    assert sent_command(pod(data, 1)["keys"][0]) == ("unfold", {"seat": 1})
    assert (pod(data, 1)["again"], "unfold" in pod(data, 1)["arms"]) == (None, False)


def test_restoring_a_hand_at_showdown_needs_a_second_tap() -> None:
    calls = [f"close_street count={count}" for count in (3, 3, 3)]
    table = play(open_table({"game": "holdem"}, seats=3), *calls, "1 fold", "close_street count=2")
    back_pod = pod(screen(stored_view(table), now_ms=NOW), 1)
    assert back_pod["keys"][0]["do"] == {"open": "arm", "args": {"of": "unfold", "seat": 1}}
    assert back_pod["again"]["now"].endswith("hand back in, for showdown (S-142).")


@pytest.mark.parametrize(
    ("name", "reason", "sub"),
    [
        ("Kettle", "on the phone", "Kettle"),
        ("", "broken chair", "broken chair"),
        ("Lamplighter Joe", "", "Lamplighter J\u2026"),
    ],
)
def test_locked_seat_shows_player_or_reason(name: str, reason: str, sub: str) -> None:
    view = fixture("closed")
    seat = next(seat for seat in view["seats"] if seat["state"] == "empty")
    seat["lock"] = {"until": 1, "player": "p9", "name": name, "reason": reason}
    (message,) = pod(screen(view, now_ms=NOW), seat["seat"])["keys"]
    assert (message["text"], message["sub"]) == ("locked up", sub)
    assert f"locked up: {name or reason}" in message["name"]


def test_plaque_posted_during_a_hand_is_in_the_header() -> None:
    view = fixture("flop")
    assert screen(view, now_ms=NOW)["header"]["turn"] == ""
    view["next_game"] = view["game"] | {"limit": "none", "blinds": [100, 300]}
    message = screen(view, now_ms=NOW)["header"]
    assert message["turn"] == "next hand No-limit hold\u2019em 1/3"
    view["next_game"] = view["next_game"] | {"title": "Omaha eight-or-better with a kill and more"}
    assert screen(view, now_ms=NOW)["header"]["turn"] == "new plaque next hand"

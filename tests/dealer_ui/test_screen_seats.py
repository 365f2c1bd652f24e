"""Seats that change in mid-hand: who sits out plays on, who left is not put back."""

import pytest

from dealer_ui.messages import accessible_names
from dealer_ui.screen import screen
from dealer_ui.screen.center import DASH
from tests.dealer_ui.play import opened, play, seen
from tests.dealer_ui.stage import NOW, fixture
from tests.dealer_ui.test_screen import pod, sends, shown


def test_who_has_cards_may_sit_out_from_the_next_hand_on() -> None:
    out, chips, leave, *_ = pod(shown("flop"), 4)["choices"]
    assert sends(out) == ("sit_out", {"seat": 4})
    assert leave["do"] is None
    assert chips["do"] == {"open": "amount", "args": {"seat": 4, "of": "chips_next"}}, "S-010"


def test_who_sits_out_after_the_hand_may_stay_after_all() -> None:
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
    assert accessible_names.standing(view["seats"][3]).endswith("sitting out next hand")


def test_a_hand_that_is_being_dealt_can_be_misdealt_and_killed() -> None:
    _, misdeal, kill, _ = shown("deal")["secondary"]
    assert sends(misdeal) == ("misdeal", {})
    assert kill["do"] == {"open": "arm", "args": {"of": "kill"}}
    assert "kill" in pod(shown("deal"), 4)["arms"]
    assert [key["do"] for key in shown("closed")["secondary"][1:3]] == [None, None]


def test_a_counted_pot_says_nothing_of_the_bets() -> None:
    view = fixture("streets")
    view["money"] |= {"known": True, "pot": 8000}
    data = screen(view | {"floor": fixture("floor")["floor"]}, now_ms=NOW)
    assert [number["text"] for number in data["stage"]["numbers"][:3]] == ["$80", DASH, DASH]
    sent = data["floor"]["sent_with"]
    assert sent == "Sent along: flop, 5 in, pot $80, hand 214 log"


def test_a_player_who_left_is_not_put_back() -> None:
    view = fixture("flop")
    view["seats"][2] |= {"name": "", "player": "", "can_unfold": False}
    assert pod(screen(view, now_ms=NOW), 3)["keys"][0]["do"] is None


def test_a_hand_that_costs_chips_is_put_back_by_a_second_tap() -> None:
    table = play(
        opened({"game": "holdem"}, seats=3), "3 raise", "1 fold", "2 call", "close_street count=2"
    )
    data = screen(seen(table), now_ms=NOW)
    back = pod(data, 1)
    assert back["keys"][0]["do"] == {"open": "arm", "args": {"of": "unfold", "seat": 1}}
    assert "unfold" in back["arms"]
    assert back["again"]["now"] == "Tap again: seat 1\u2019s hand back in, it owes $6 (S-142)."
    assert sends(data["arms"]["unfold"])[0] == "unfold"
    after = screen(seen(play(table, "unfold seat=1")), now_ms=NOW)
    assert after["step"]["now"].startswith("Collect $6 from seat 1. Seat 1 is first")
    assert (
        "Collect" not in screen(seen(play(table, "unfold seat=1", "1 check")), now_ms=NOW)["step"]
    )


def test_a_fold_of_the_round_that_goes_on_is_put_back_at_once() -> None:
    data = screen(seen(play(opened({"game": "holdem"}, seats=3), "3 raise", "1 fold")), now_ms=NOW)
    assert sends(pod(data, 1)["keys"][0]) == ("unfold", {"seat": 1})
    assert (pod(data, 1)["again"], "unfold" in pod(data, 1)["arms"]) == (None, False)


def test_no_single_tap_brings_a_hand_into_the_showdown() -> None:
    calls = [f"close_street count={count}" for count in (3, 3, 3)]
    table = play(opened({"game": "holdem"}, seats=3), *calls, "1 fold", "close_street count=2")
    back = pod(screen(seen(table), now_ms=NOW), 1)
    assert back["keys"][0]["do"] == {"open": "arm", "args": {"of": "unfold", "seat": 1}}
    assert back["again"]["now"].endswith("hand back in, into the showdown (S-142).")


@pytest.mark.parametrize(
    ("name", "reason", "sub"),
    [
        ("Kettle", "on the phone", "Kettle"),
        ("", "broken chair", "broken chair"),
        ("Lamplighter Joe", "", "Lamplighter J\u2026"),
    ],
)
def test_a_chair_that_is_locked_up_says_for_whom_or_why(name: str, reason: str, sub: str) -> None:
    view = fixture("closed")
    seat = next(seat for seat in view["seats"] if seat["state"] == "empty")
    seat["lock"] = {"until": 1, "player": "p9", "name": name, "reason": reason}
    (message,) = pod(screen(view, now_ms=NOW), seat["seat"])["keys"]
    assert (message["text"], message["sub"]) == ("locked up", sub)
    assert f"locked up: {name or reason}" in message["name"]


def test_a_plaque_that_is_put_up_during_a_hand_stands_in_the_header() -> None:
    view = fixture("flop")
    assert screen(view, now_ms=NOW)["header"]["turn"] == ""
    view["next_game"] = view["game"] | {"limit": "none", "blinds": [100, 300]}
    message = screen(view, now_ms=NOW)["header"]
    assert message["turn"] == "next hand No-limit hold\u2019em 1/3"
    view["next_game"] = view["next_game"] | {"title": "Omaha eight-or-better with a kill and more"}
    assert screen(view, now_ms=NOW)["header"]["turn"] == "new plaque next hand"

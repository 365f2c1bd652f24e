"""Tracking by streets on the tablet: four taps to the award, and an optional count of the pot."""

from tests.support.play import open_table, play, stored_view
from tests.support.screens import fixture_screen, pod, sent_command
from tests.support.stage import NOW
from tests.support.view_json import screen


def test_a_hand_by_streets_takes_four_taps_to_the_award() -> None:
    table = play(open_table({"game": "holdem"}), "set_tracking tracking=streets")
    for _ in range(3):
        data = screen(stored_view(table), now_ms=NOW)
        assert all(key["text"] != "WINS" for key in pod(data, 4)["keys"])
        table = play(table, "close_street count=4")
    data = screen(stored_view(table), now_ms=NOW)
    assert data["step"] == {
        "now": "Betting. Then showdown: tap WINS.",
        "then": "Or the number still in.",
    }
    assert sent_command(pod(data, 4)["keys"][1]) == ("award", {"seats": [4]})
    play(table, "award seats=4")
    halves = play(
        open_table({"game": "omaha8"}),
        "set_tracking tracking=streets",
        *["close_street count=4"] * 3,
    )
    assert pod(screen(stored_view(halves), now_ms=NOW), 4)["keys"][1]["text"] != "WINS"


def test_the_count_of_the_pot_is_a_key_on_the_table_surface() -> None:
    plaque = {
        "game": "holdem",
        "rake": {"kind": "percent", "basis_points": 1000, "unit": 100, "cap": 400},
    }
    table = play(open_table(plaque), "set_tracking tracking=streets", *["close_street count=4"] * 4)
    data = screen(stored_view(table), now_ms=NOW)
    key = data["stage"]["key"]
    assert (key["text"], key["look"]) == ("COUNT\nPOT", "due")
    assert key["do"] == {"open": "amount", "args": {"of": "pot"}}
    assert data["stage"]["lines"] == ["Bets aren\u2019t logged.", "WINS works without the count."]
    assert data["step"] == {"now": "Count the pot for the drop.", "then": "Then read the hands."}
    assert data["caption"]["note"] == "WINS works without the count"
    counted = screen(stored_view(play(table, "count_pot amount=13600")), now_ms=NOW)
    assert counted["stage"]["kind"] != "prompt"
    assert fixture_screen("flop")["stage"]["kind"] != "prompt"


def test_a_split_pot_has_its_halves_beside_the_count_of_the_pot() -> None:
    plaque = {
        "game": "omaha8",
        "rake": {"kind": "percent", "basis_points": 1000, "unit": 100, "cap": 400},
    }
    table = play(open_table(plaque), "set_tracking tracking=streets", *["close_street count=4"] * 4)
    data = screen(stored_view(table), now_ms=NOW)
    assert data["stage"]["key"]["text"] == "COUNT\nPOT"
    assert data["stage"]["halves"]["words"] == ["high", "low"]
    assert [key["text"] for key in pod(data, 4)["keys"]] == ["HIGH", "LOW"]


def test_a_pot_pushed_without_a_count_is_asked_about_between_hands() -> None:
    plaque = {
        "game": "holdem",
        "rake": {"kind": "percent", "basis_points": 1000, "unit": 100, "cap": 400},
    }
    table = play(open_table(plaque), "set_tracking tracking=streets", *["close_street count=4"] * 3)
    table = play(table, "award seats=4")
    data = screen(stored_view(table), now_ms=NOW)
    assert data["step"]["then"] == "Hand 1: count its pot for the drop."
    assert data["stage"]["key"]["do"] == {"open": "amount", "args": {"of": "pot"}}
    assert data["stage"]["title"] == "Pot of hand 1 not known"
    counted = screen(stored_view(play(table, "count_pot amount=13600")), now_ms=NOW)
    assert counted["stage"]["kind"] != "prompt"
    assert counted["undo"]["sub"] == "Pot count"

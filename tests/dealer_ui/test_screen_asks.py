"""What a sheet or a pad says before it is answered: a misdeal, a raise over calls, the next dealer."""

import pytest

from dealer_ui.messages import PAGE, misdeal_confirmation, refusal
from poker.refusal import Refusal
from poker.view.model import SubstantialView
from tests.support.play import open_table, play, stored_view
from tests.support.screens import fixture_screen, pod
from tests.support.stage import FIXTURES, NOW
from tests.support.view_json import screen

POT = {"game": "omaha", "limit": "pot", "blinds": [200, 400]}
RETURNED_TEXT = "Bets after the deal go back. Blinds and antes stay; redeal."


@pytest.mark.parametrize(
    ("by", "text"),
    [
        (
            "guides",
            "Three acted, one with chips (H-01: three, or two with chips).",
        ),
        ("two_acted", "Three acted, one with chips (H-01: two players)."),
        (
            "tda",
            "Three acts, one with chips (H-01: any three, or two, one with chips).",
        ),
    ],
)
def test_misdeal_names_the_house_definition_of_action(by: str, text: str) -> None:
    table = play(open_table({"game": "holdem"}, substantial=by), "3 call", "4 fold", "5 fold")
    arguments = screen(stored_view(table), now_ms=NOW)["secondary"][1]["do"]["args"]
    assert arguments == {"of": "misdeal", "now": f"{text} {RETURNED_TEXT}"}
    assert "oid" not in PAGE["misdeal_yes"]


def test_round_without_tracking_counts_as_action() -> None:
    data = SubstantialView("guides", players=None, with_chips=None, acts=None)
    assert misdeal_confirmation(data).startswith("A round is complete (H-01")


def test_pot_preset_includes_the_calls_before_the_raiser() -> None:
    data = screen(stored_view(open_table(POT)), now_ms=NOW)
    # Seat 3 calls $4 and makes it $14 in all; behind its call seat 4 may make it $18.
    assert [pod(data, seat)["pad"]["presets"][3]["do"]["total"] for seat in (3, 4)] == [1400, 1800]
    assert [pod(data, seat)["pad"]["range"]["max"] for seat in (3, 4)] == ["$14", "$18"]


def test_last_player_has_no_showdown() -> None:
    folds = ("3 fold", "4 fold", "5 fold", "6 fold", "1 fold")
    data = screen(stored_view(play(open_table({"game": "holdem"}), *folds)), now_ms=NOW)
    assert data["caption"]["text"] == "One player left"
    assert fixture_screen("award")["caption"]["text"] == "Players still in · showdown"


def test_next_dealer_is_shown_before_the_badge_in_mid_hand() -> None:
    assert (fixture_screen("flop")["running"], fixture_screen("deal")["running"]) == (True, False)


def test_after_a_misdeal_the_felt_shows_the_deal_again() -> None:
    data = screen(
        stored_view(play(open_table({"game": "holdem"}), "3 call", "misdeal")), now_ms=NOW
    )
    assert (data["stage"]["kind"], data["stage"]["order"][0]) == ("deal", 1)
    assert [part["text"] for part in data["footer"]["ledger"]] == [
        "in the deck · after the deal",
        "+",
        "stub",
    ]
    assert "first card to seat 1" in data["step"]["now"]


def test_seat_that_sits_out_after_the_hand_is_marked_out() -> None:
    table = play(open_table({"game": "holdem"}), "3 call", "sit_out seat=4")
    data = screen(stored_view(table), now_ms=NOW)
    assert pod(data, 4)["pills"] == [
        {"text": "OUT", "name": "sitting out next hand", "look": "plain"}
    ]
    assert pod(data, 5)["pills"] == []


def test_all_in_pill_appears_only_at_showdown() -> None:
    folds = ("4 fold", "5 fold", "6 fold", "1 fold")
    table = play(open_table({"game": "holdem"}), "3 all_in 300")
    # Its key says it and its chips lie in front; at the showdown there are other keys and no chips.
    before = pod(screen(stored_view(table), now_ms=NOW), 3)
    assert (before["pills"], before["keys"][0]["text"]) == ([], "ALL-IN")
    later_table = play(table, *folds, *("close_street count=2",) * 4)
    chip = {"text": "ALL-IN", "name": "all-in", "look": "all-in"}
    assert chip in pod(screen(stored_view(later_table), now_ms=NOW), 3)["pills"]


def test_large_bets_use_the_small_number_layout() -> None:
    table = play(open_table({"game": "holdem", "limit": "none"}), "3 raise 12000")
    assert [n.get("sums") for n in screen(stored_view(table), now_ms=NOW)["stage"]["numbers"]] == [
        True
    ] * 4
    assert "sums" not in fixture_screen("flop")["stage"]["numbers"][2]


def test_impossible_count_is_explained_with_one_colon() -> None:
    message = refusal(Refusal("count_range", "S-081", count=9, dealt=6))
    assert (
        message == "9 can\u2019t be right: 6 were dealt in. Tap the number still in. (Rule S-081)"
    )


@pytest.mark.parametrize("name", FIXTURES)
def test_more_has_three_rows_of_four_cells(name: str) -> None:
    rows = fixture_screen(name)["more"]
    assert [row["name"] for row in rows] == ["This\nhand", "Seats", "Table"]
    for row in rows:
        assert len(row["keys"]) == 4
        for key in filter(None, row["keys"]):
            assert bool(key["do"]) != bool(key.get("why")), key["text"]

"""All-ins and side pots in play: the seat, the felt, the caption, UNDO, the cap."""

from tests.support.play import open_table, play, stored_view
from tests.support.screens import pod
from tests.support.stage import NOW, THREE_POTS, fixture, view_with_side_pots
from tests.support.view_json import screen, undo_label


def test_side_pots_in_play_have_their_seats_in_columns() -> None:
    data = screen(view_with_side_pots(*THREE_POTS), now_ms=NOW)
    rows = data["stage"]["rows"]
    assert [row["name"] for row in rows] == ["Side pot 2", "Side pot 1", "Main pot"]
    assert [row["amount"] for row in rows] == ["$135", "$180", "$151"]
    assert [row["note"] for row in rows] == ["bets go here", "", ""]
    marks = [{chip["seat"]: chip["mark"] for chip in row["seats"]} for row in rows]
    assert marks[0] == {1: "in", 4: "in", 7: "in"}
    assert marks[1] == {1: "in", 4: "in", 7: "in", 8: "none", 9: "all-in"}
    assert marks[2] == {1: "in", 4: "in", 7: "in", 8: "all-in", 9: "all-in"}
    assert data["caption"]["note"] == "All pots $466"


def test_all_in_seat_has_its_stake_and_its_pots() -> None:
    data = screen(view_with_side_pots(*THREE_POTS), now_ms=NOW)
    keys = [pod(data, seat)["keys"][0] for seat in (8, 9)]
    assert [(key["text"], key["sub"], key["line"]) for key in keys] == [
        ("ALL-IN", "$30", "main pot only"),
        ("ALL-IN", "$75", "main + side 1"),
    ]
    assert {key["look"] for key in keys} == {"all-in"}
    assert pod(data, 8)["front"] == ""


def test_hand_is_run_out_by_one_key_when_no_seat_can_bet() -> None:
    lines = (*THREE_POTS, "7 all_in 28000", "1 call", "4 fold")
    stage = screen(view_with_side_pots(*lines), now_ms=NOW)["stage"]
    assert (stage["kind"], stage["title"]) == ("prompt", "No more bets")
    assert stage["lines"] == ["Two streets to come,", "a burn before each."]
    assert stage["key"]["do"] == {"send": "run_out", "args": {"count": 4}}


def test_seats_look_different_without_fold_and_bet() -> None:
    data = screen(fixture("closed"), now_ms=NOW)
    assert pod(data, 1)["keys"][0]["look"] == "open"
    assert pod(screen(fixture("flop"), now_ms=NOW), 3)["keys"][0]["look"] == "folded"


def test_undo_names_an_all_in() -> None:
    short = view_with_side_pots("6 raise 8000", "8 all_in 2700")
    assert undo_label(short["undo"]) == "Seat 8 all-in $24"  # with the $3 that were inferred
    raised = view_with_side_pots("9 all_in 7500")
    assert undo_label(raised["undo"]) == "Seat 9 all-in $75"


def test_four_bets_are_said_to_be_capped() -> None:
    table = play(open_table({"game": "holdem"}), "3 raise 800", "4 raise 1200", "5 raise 1600")
    data = screen(stored_view(table), now_ms=NOW)
    assert data["stage"]["numbers"][2]["of"] == "capped"
    assert data["step"]["now"].startswith("Bet is $16, capped.")


def test_player_who_is_dealt_in_owes_no_missed_blind() -> None:
    view = fixture("flop")
    view["seats"][3]["missed"] = "both"
    assert not any(pill["text"] == "MB" for pill in pod(screen(view, now_ms=NOW), 4)["pills"])

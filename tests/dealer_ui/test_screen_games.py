"""Split pots, kills and rotations on the tablet (S-164, S-072, H-10)."""

from typing import Any

import pytest

from poker.state import Table
from tests.support.play import LIMIT, NOW, open_table, play, stored_view
from tests.support.screens import more_key, sent_command
from tests.support.view_json import screen, step_sentence, undo_label

OMAHA8 = {
    "game": "omaha8",
    "rake": {"kind": "percent", "basis_points": 1000, "cap": 500, "unit": 100},
}
KILL = OMAHA8 | {"kill": {"kind": "full", "trigger": 4000, "post": 800}}
TEN_TWENTY = {"limit": "split", "small_bet": 1000, "big_bet": 2000}
STUD = TEN_TWENTY | {"ante": 200, "bring_in": 500}
HORSE = {
    **{"game": "holdem", **TEN_TWENTY, "blinds": [500, 1000]},
    "rotation": {
        "by": "orbit",
        "then": [
            {"game": "omaha8", **TEN_TWENTY, "blinds": [500, 1000]},
            *({"game": game, **STUD} for game in ("razz", "stud", "stud8")),
        ],
    },
}
SHOWDOWN = ("3 raise", *("close_street count=6",) * 4)


def screen_of(table: Table) -> dict[str, Any]:
    """Return the screen of a table."""
    return screen(stored_view(table), now_ms=NOW)


def test_both_halves_are_on_every_seat_with_their_amounts() -> None:
    data = screen_of(play(open_table(OMAHA8), *SHOWDOWN))
    high, low = data["pods"][1]["keys"]
    assert (high["text"], high["sub"], low["text"], low["sub"]) == ("HIGH", "$22", "LOW", "$22")
    assert high["do"] == {"open": "half", "args": {"pot": 0, "half": 0, "seat": 2, "unit": [2]}}
    assert data["stage"]["halves"]["whole"]["2"]["shares"] == {"2": 4400}
    assert data["stage"]["note"] == "High $22 · low $22"


def test_the_odd_chip_of_the_pot_goes_to_the_high() -> None:
    small = open_table(OMAHA8 | {"rake": {"kind": "free"}, "blinds": [100, 400]})
    table = play(small, "3 call", "4 call", "5 fold", "6 fold", "1 fold", "close_street count=3")
    table = play(table, "close_street count=3", "close_street count=3", "close_street count=3")
    message = screen_of(table)["stage"]
    assert message["note"] == "High $7 · low $6: odd $1 to the high"
    third = message["halves"]["parts"][0]["splits"]["2+3"]
    assert third["odd"] == "Odd $1 to seat 2, first left of the button"


def test_best_entered_hand_of_each_half_is_marked() -> None:
    table = play(open_table(OMAHA8), "3 raise", "4 call", "5 fold", "6 fold", "1 fold", "2 fold")
    table = play(table, *("close_street count=2",) * 4)
    table = play(table, "show_board cards=2h7d8sKcKd", "show_hand seat=3 cards=Ac3dQhJs")
    data = screen_of(play(table, "show_hand seat=4 cards=KhKs9d9c"))
    key_looks = [[key["look"] for key in data["pods"][seat - 1]["keys"]] for seat in (3, 4)]
    assert key_looks == [["live", "due"], ["due", "live"]]
    assert data["stage"]["readings"] == [
        {"seat": 3, "text": "One pair / 8-7 low"},
        {"seat": 4, "text": "Four of a kind / No low"},
    ]


def test_odd_chips_of_stud_go_by_suit_once_the_hands_are_entered() -> None:
    stud = {"game": "stud8", "ante": 100, "bring_in": 100, "blinds": []}
    table = play(open_table(stud, seats=3), "opener seat=1", "close_street count=3")
    table = play(
        table,
        "close_street count=3",
        "close_street count=3",
        "close_street count=3",
        "close_street count=3",
    )
    pot_parts = screen_of(table)["stage"]["halves"]["parts"]
    assert screen_of(table)["stage"]["kind"] == "pots"
    odd_chips = [
        split["odd"] for part in pot_parts for split in part["splits"].values() if split["odd"]
    ]
    assert odd_chips
    assert all("left of the dealer; by suit once" in message for message in odd_chips)


def test_kill_is_shown_in_header_step_and_seat() -> None:
    table = play(open_table(KILL), *SHOWDOWN, "award seats=5")
    data = screen_of(table)
    assert data["header"]["game"] == "Limit Omaha eight-or-better 8/16 · KILL"
    assert data["step"]["then"] == "Kill 8/16: seat 5 posts $8."
    assert [
        pod["seat"] for pod in data["pods"] if any(p["text"] == "KILL" for p in pod["pills"])
    ] == [5]
    view = stored_view(table)
    view["seats"][4]["button"] = True
    pills = screen(view, now_ms=NOW)["pods"][4]["pills"]
    assert [pill["text"] for pill in pills] == ["D", "K"], "the name needs the room"
    assert undo_label(stored_view(table)["undo"]) == "Award $44 to seat 5"


def test_rotation_header_names_game_position_and_next_game() -> None:
    table = open_table(HORSE)
    header = screen_of(table)["header"]
    assert (header["game"], header["turn"]) == (
        f"HORSE · hold{chr(0x2019)}em 10/20",
        "1 of 6, then Omaha eight-or-better",
    )
    table = play(table, *("award seats=5",) * 2)
    assert screen_of(table)["header"]["turn"] == "3 of 6, then Omaha eight-or-better"


def test_step_announces_a_change_of_game() -> None:
    table = play(open_table(HORSE), *("award seats=5",) * 6)
    assert step_sentence(stored_view(table)) == {
        "now": "Change of game: Omaha eight-or-better 10/20.",
        "then": "Shuffle, cut and deal.",
    }
    assert step_sentence(stored_view(play(table, "award seats=5")))["now"].startswith(
        "Shuffle, cut."
    )


def test_header_of_a_timed_rotation_has_its_end() -> None:
    rotation = HORSE["rotation"] | {"by": "time", "count": 30}  # type: ignore[operator]
    message = screen_of(open_table(HORSE | {"rotation": rotation}))["header"]
    assert message["until"] == NOW + 30 * 60_000
    assert message["turn"] == "then Omaha eight-or-better"


def test_a_player_chooses_the_next_game_between_hands() -> None:
    choice = HORSE | {"rotation": HORSE["rotation"] | {"by": "choice"}}  # type: ignore[operator]
    table = open_table(choice)
    data = screen_of(table)
    assert data["header"]["game"].startswith("Dealer")
    assert more_key(data, "Change game")["do"] == {"open": "games", "args": {}}
    assert [key["look"] for key in data["games"]] == ["set", *["filled"] * 4]
    assert sent_command(data["games"][2]) == ("choose_game", {"game": "razz"})
    table = play(table, "choose_game game=razz")
    assert undo_label(stored_view(table)["undo"]) == "Change of game"
    assert screen_of(play(open_table(choice), "3 raise"))["games"] == []


def test_a_table_of_one_game_has_no_next_game() -> None:
    assert screen_of(open_table(LIMIT | {"game": "holdem"}))["games"] == []
    with pytest.raises(StopIteration):
        more_key(screen_of(open_table({"game": "holdem"})), "Change game")

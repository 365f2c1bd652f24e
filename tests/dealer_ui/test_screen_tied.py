"""The keys of a later pot: hands that tied have one key, beaten hands show whom they lost to (S-094, S-181)."""

from typing import Any

from tests.support.play import open_table_without_button, play, stored_view
from tests.support.screens import pod
from tests.support.stage import NOW
from tests.support.view_json import screen

NO_LIMIT = {"game": "holdem", "limit": "none", "blinds": [100, 300]}
OMAHA8 = {"game": "omaha8", "limit": "none", "blinds": [100, 300]}
SHOW = ("close_street count=4",) * 4


def side_pot_awarded(award: str, *, game: dict[str, Any], button: int = 1) -> dict[str, Any]:
    """Return the screen after the side pot of 3, 5 and 7; seat 1 is all-in for $50 and has only the main pot."""
    table = open_table_without_button(game, seats=7)
    for seat in (2, 4, 6):
        table = play(table, f"leave_seat seat={seat}")
    for seat in (1, 3, 5, 7):
        table = play(table, f"add_chips seat={seat} amount={5000 if seat == 1 else 20000}")
    table = play(
        table, f"set_button seat={button}", "3 raise 10000", "5 call", "7 call", "1 all_in 5000"
    )
    return screen(stored_view(play(table, *SHOW, award)), now_ms=NOW)


def test_tied_hands_have_one_key_at_both_seats() -> None:
    data = side_pot_awarded("award seats=5,7", game=NO_LIMIT)
    for number, amount in ((5, "$100"), (7, "$100")):
        split, wins = pod(data, number)["keys"]
        assert (split["text"], wins["text"], wins["sub"]) == ("SPLIT", "5+7 WIN", amount)
        assert wins["do"] == {"send": "award", "args": {"pot": 0, "seats": [5, 7]}}
        assert split["do"]["args"]["units"] == [[5, 7], [1]]
    assert [key["text"] for key in pod(data, 1)["keys"]] == ["SPLIT", "WINS"]
    assert pod(data, 5)["pills"][-1]["text"] == "= 7"
    assert data["stage"]["note"] == "5 and 7 are equal: both win, or all three split."
    assert "seats 5 and 7 together, or seat 1" in data["step"]["now"]


def test_tied_hands_cannot_be_armed_alone() -> None:
    data = side_pot_awarded("award seats=5,7", game=NO_LIMIT)
    assert "award" in pod(data, 1)["arms"]
    assert "award" not in pod(data, 5)["arms"]


def test_beaten_hand_is_gray_with_the_winners() -> None:
    data = side_pot_awarded("award seats=5,7", game=NO_LIMIT)
    (key,) = pod(data, 3)["keys"]
    assert (key["text"], key["line"], key["do"]) == ("cannot win", "lost to 5 and 7", None)
    assert "lost a side pot to seats 5 and 7" in key["why"]


def test_half_that_was_lost_is_gray_with_its_reason() -> None:
    data = side_pot_awarded("award seats=5 low=7", game=OMAHA8)
    high, low = pod(data, 7)["keys"]
    assert high["do"] is None
    assert "the high of a side pot" in high["why"]
    assert low["do"]["args"]["unit"] == [7]
    assert pod(data, 5)["keys"][1]["do"] is None


def test_tie_for_high_is_one_tap_in_the_main_pot() -> None:
    data = side_pot_awarded("award seats=5,7 low=5", game=OMAHA8)
    high = pod(data, 7)["keys"][0]
    assert high["do"]["args"]["unit"] == [5, 7]
    assert data["stage"]["halves"]["parts"][0]["units"] == [[5, 7], [1]]


def test_order_of_showing_is_on_the_seats() -> None:
    table = open_table_without_button(NO_LIMIT, seats=7)
    for seat in (2, 4, 6):
        table = play(table, f"leave_seat seat={seat}")
    for seat in (1, 3, 5, 7):
        table = play(table, f"add_chips seat={seat} amount={5000 if seat == 1 else 20000}")
    table = play(table, "set_button seat=1", "3 raise 10000", "5 call", "7 call", "1 all_in 5000")
    table = play(table, *SHOW[:3], "3 check", "5 check", "7 bet 3000", "3 call", "5 call", SHOW[3])
    data = screen(stored_view(table), now_ms=NOW)
    places = {pod["seat"]: [pill["text"] for pill in pod["pills"]][-1:] for pod in data["pods"]}
    assert [places[seat] for seat in (7, 3, 5, 1)] == [["1st"], ["2nd"], ["3rd"], ["4th"]]
    assert data["step"]["now"] == "Side pot: seat 7 shows first, then 3 and 5."
    assert data["step"]["then"] == "Then seat 1."
    (key,) = pod(data, 1)["keys"]
    assert (key["text"], key["sub"], key["line"]) == ("ALL-IN", "$50", "main pot only")

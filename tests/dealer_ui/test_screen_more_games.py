"""Games of no guide on the tablet: Courchevel's card, crazy pineapple's discard, drawmaha's draw, halves."""

from typing import Any

from poker.state import Table
from tests.support.play import NOW, open_table, play, stored_view
from tests.support.view_json import screen, step_sentence


def screen_of(table: Table) -> dict[str, Any]:
    """Return the screen of a table."""
    return screen(stored_view(table), now_ms=NOW)


def sentence(table: Table) -> tuple[str, str]:
    """Return the next step in white and in gray."""
    data = step_sentence(stored_view(table))
    return data["now"], data["then"]


def test_courchevel_deals_a_flop_card_with_the_hands() -> None:
    table = open_table({"game": "courchevel"})
    data = screen_of(table)
    assert sentence(table)[1] == "Then burn one, one flop card up."
    assert data["stage"]["text"] == "five rounds · 30 cards · stub 20"
    ledger = [(part["count"], part["text"]) for part in data["footer"]["ledger"]]
    assert ledger[1:] == [(30, "+"), (1, "burn +"), (1, "board +"), (20, "stub")]


def test_courchevel_shows_its_card_on_the_flop_and_no_burn_after_it() -> None:
    table = play(open_table({"game": "courchevel"}), "deal", "show_board cards=Kh")
    flop, turn, _ = screen_of(table)["stage"]["groups"]
    assert (flop["street"], flop["burn"], flop["cards"]) == ("flop", True, ["Kh", None, None])
    assert flop["key"]["do"]
    assert not flop["out"]
    assert not turn["burn"]
    complete = play(table, "3 call", "4 5 6 fold", "1 call", "2 check")
    assert sentence(complete)[0] == "Tap the table, no burn, two cards to the flop."
    dealt = play(complete, "close_street count=3 cards=Qh7c")
    flop, turn, _ = screen_of(dealt)["stage"]["groups"]
    assert flop["cards"] == ["Kh", "Qh", "7c"]
    assert flop["out"]
    assert not turn["burn"]


def crazy_pineapple() -> Table:
    """Return the flop after its betting, with seats 1, 2 and 3 in."""
    table = play(open_table({"game": "crazy_pineapple"}), "3 call", "4 5 6 fold", "1 call")
    return play(table, "2 check", "close_street count=3", "1 bet", "2 call", "3 call")


def test_everyone_throws_a_card_before_the_turn() -> None:
    table = crazy_pineapple()
    data = screen_of(table)
    assert sentence(table) == ("Each throws one card. Then burn, turn.", "Three in: tap 3.")
    assert data["caption"] == {
        "text": "3 says: all have thrown. It opens the turn",
        "note": "A tap on a seat: it has thrown",
        "clause": "",
    }
    (key,) = data["pods"][0]["keys"]
    assert (key["text"], key["sub"], key["look"]) == ("3 cards", "throws one", "expected")
    assert key["do"] == {"send": "discard", "args": {"seat": 1}}
    turn = data["count"][1]
    assert (turn["text"], turn["sub"], turn["look"]) == ("3", "TURN", "due")
    labels = [(number["label"], number["text"]) for number in data["stage"]["numbers"]]
    assert labels == [("Pot", "$24"), ("Thrown", "0"), ("Still in", "3")]


def test_late_seats_are_named_once_one_has_thrown() -> None:
    table = play(crazy_pineapple(), "discard seat=1")
    data = screen_of(table)
    assert sentence(table) == (
        "Each throws one card. Seats 2 and 3 still have three.",
        "Then burn, turn.",
    )
    (key,) = data["pods"][0]["keys"]
    assert (key["text"], key["saved"], key["do"]) == ("2 cards", True, None)
    assert key["why"].startswith("Seat 1 has thrown its card. UNDO")
    assert data["undo"]["sub"] == "Seat 1 has thrown"
    numbers = [(number["text"], number.get("of")) for number in data["stage"]["numbers"]]
    assert numbers[1] == ("1", "of 3")
    assert data["count"][1]["look"] == "expected"


def test_count_cannot_be_less_than_the_seats_that_have_thrown() -> None:
    table = play(crazy_pineapple(), *(f"discard seat={seat}" for seat in (1, 2, 3)))
    two, three, *_ = screen_of(table)["count"]
    assert two["why"] == "3 have thrown a card, so at least 3 are in. UNDO if a tap is wrong."
    assert three["look"] == "due"
    assert sentence(table)[0] == "Tap the table, burn one under the pot, one card to the turn."


def test_card_thrown_is_a_key_of_more_during_the_betting() -> None:
    table = play(open_table({"game": "crazy_pineapple"}), "3 call", "4 5 6 fold", "1 call")
    table = play(table, "2 check", "close_street count=3")
    data = screen_of(table)
    keys = [key for row in data["more"] for key in row["keys"] if key]
    (thrown,) = [key for key in keys if key["text"] == "Card\nthrown"]
    assert thrown["do"] == {"open": "arm", "args": {"of": "thrown"}}
    assert "thrown" in data["pods"][1]["arms"]
    assert data["arms"]["thrown"]["do"] == {"send": "discard", "args": {"seat": "$seat"}}


def drawmaha() -> Table:
    """Return the flop after its betting, with seats 1, 2 and 3 in."""
    table = play(open_table({"game": "drawmaha"}), "3 call", "4 5 6 fold", "1 call")
    return play(table, "2 check", "close_street count=3", "1 bet", "2 call", "3 call")


def test_drawmaha_draws_before_the_turn() -> None:
    betting = play(open_table({"game": "drawmaha"}), "3 call", "4 5 6 fold", "1 call")
    betting = play(betting, "2 check", "close_street count=3", "1 bet")
    assert sentence(betting)[1] == "Then the draw."
    table = drawmaha()
    data = screen_of(table)
    assert sentence(table) == ("Bets in. Tap the table, draw.", "Three in: tap 3.")
    assert data["count"][1]["sub"] == "DRAW"
    assert data["caption"]["text"] == "Players still in · tap to go to the draw"
    drawing = play(table, "close_street count=3")
    data = screen_of(drawing)
    assert sentence(drawing)[0] == "Burn one. Seat 1 draws: discards in, same number out."
    assert data["draw"]["left"] == 52 - 30 - 4 - 1 - 4
    assert len(data["draw"]["row"]) == 5
    _, turn, _ = data["stage"]["groups"]
    assert (turn["burn"], turn["out"]) == (False, False)


def test_drawmaha_turns_the_card_after_the_last_draw() -> None:
    table = play(drawmaha(), "close_street count=3", "1 draw 3", "2 pat")
    assert sentence(table)[1] == "Then burn, turn."
    drawn = play(table, "3 draw 1")
    assert sentence(drawn) == (
        "Burn one, turn. Seat 1 is first: check or bet.",
        "Then seats 2 and 3.",
    )
    data = screen_of(drawn)
    _, turn, river = data["stage"]["groups"]
    assert (turn["burn"], turn["out"], river["burn"]) == (True, True, False)
    assert data["pods"][0]["pills"][-1]["text"] == "3"


def test_drawmaha_keeps_the_board_in_a_short_deck() -> None:
    table = open_table({"game": "drawmaha"})
    table = play(table, "close_street count=6", "close_street count=6", *["1 draw 5", "2 draw 5"])
    table = play(table, "3 draw 5")
    assert sentence(table)[0] == "Keep the last four cards: seat 3 is owed two cards."
    lines = screen_of(table)["stage"]["lines"]
    assert lines[-1] == "Add the last four cards. Shuffle, cut."


def test_halves_have_the_names_of_the_game() -> None:
    table = open_table({"game": "badacey"})
    table = play(table, "3 call", "4 5 6 fold", "1 fold", "2 check")
    table = play(table, "skip_to street=showdown count=2")
    data = screen_of(table)
    assert data["stage"]["halves"]["words"] == ["badugi", "low"]
    assert data["stage"]["halves"]["must"]
    assert [key["text"] for key in data["pods"][1]["keys"]] == ["BADUGI", "LOW"]

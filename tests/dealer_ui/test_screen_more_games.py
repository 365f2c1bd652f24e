"""Games that no guide has on the tablet: Courchevel's first card, halves by their names."""

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


def test_halves_have_the_names_of_the_game() -> None:
    table = open_table({"game": "badacey"})
    table = play(table, "3 call", "4 5 6 fold", "1 fold", "2 check")
    table = play(table, "skip_to street=showdown count=2")
    data = screen_of(table)
    assert data["stage"]["halves"]["words"] == ["badugi", "low"]
    assert data["stage"]["halves"]["must"]
    assert [key["text"] for key in data["pods"][1]["keys"]] == ["BADUGI", "LOW"]

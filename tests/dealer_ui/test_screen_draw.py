"""Draws on the tablet: whose number is asked, what stands on each seat, a deck that runs short (S-176, H-45)."""

from typing import Any

import pytest

from dealer_ui.messages import step_sentence, undo_label
from dealer_ui.screen import screen
from poker.state import Table
from tests.dealer_ui.play import NOW, opened, play, seen
from tests.dealer_ui.test_screen import for_seat, sends

TRIPLE = {"game": "deuce7_triple"}
ROUND = ("1 draw 3", "2 draw 3", "3 pat", "4 draw 3", "5 draw 4")


def shown(table: Table) -> dict[str, Any]:
    """Its screen."""
    return screen(seen(table), now_ms=NOW)


def right(told: dict[str, Any], seat: int) -> dict[str, Any]:
    """The right half of a pod."""
    key: dict[str, Any] = told["pods"][seat - 1]["keys"][1]
    return key


@pytest.fixture
def first_draw() -> Table:
    """Seats 2, 4 and 5 are in for the first draw."""
    return play(
        opened(TRIPLE),
        *("3 fold", "4 raise", "5 call", "6 fold", "1 fold", "2 call", "close_street count=3"),
    )


def test_pat_and_each_number_are_one_tap(first_draw: Table) -> None:
    draw = shown(first_draw)["draw"]
    assert [item["seat"] for item in draw["order"]] == [2, 4, 5]
    assert sends(for_seat(draw["pat"], 2)) == ("draw", {"seat": 2, "count": 0})
    taps = [sends(for_seat(key, 2)) for key in draw["row"]]
    assert taps == [("draw", {"seat": 2, "count": count}) for count in range(1, 6)]
    assert for_seat(draw["row"][2], 2)["name"] == "Seat 2 draws 3"


def test_a_number_of_cards_is_not_a_number_of_players(first_draw: Table) -> None:
    data = shown(first_draw)
    assert [key["sub"] for key in data["draw"]["row"]] == [
        "CARD",
        "CARDS",
        "CARDS",
        "CARDS",
        "CARDS",
    ]
    assert data["draw"]["caption"] == "Seat $seat draws · PAT is on the seat"


def test_every_seat_has_its_sentence_so_that_the_tablet_may_be_ahead(first_draw: Table) -> None:
    message = [item["step"] for item in shown(first_draw)["draw"]["order"]]
    assert message[0] == step_sentence(seen(first_draw))
    assert message[0]["now"] == "Burn one. Seat 2 draws: discards in, same number out."
    assert message[1] == {
        "now": "Seat 4 draws: discards in, same number out.",
        "then": "Then seat 5.",
    }


def test_no_burn_is_said_where_the_house_makes_none() -> None:
    table = play(opened(TRIPLE, draw_burn=False), "close_street count=6")
    assert not step_sentence(seen(table))["now"].startswith("Burn")


def test_what_was_drawn_stands_on_the_seat_and_in_its_name_row(first_draw: Table) -> None:
    table = play(first_draw, "2 draw 3", "4 pat")
    data = shown(table)
    assert (right(data, 2)["text"], right(data, 2)["saved"]) == ("DREW 3", True)
    assert (right(data, 4)["text"], right(data, 5)["text"]) == ("PAT", "to draw")
    table = play(table, "5 draw 1", "close_street count=3", "2 pat")
    (pill,) = shown(table)["pods"][1]["pills"]
    assert (pill["text"], pill["name"]) == ("3·P", "drew 3, pat")
    assert shown(table)["stage"]["groups"][0]["count"] == 4


def test_undo_names_the_draw(first_draw: Table) -> None:
    assert undo_label(seen(play(first_draw, "2 draw 3"))["undo"]) == "Seat 2 draws 3"
    assert undo_label(seen(play(first_draw, "2 pat"))["undo"]) == "Seat 2 pat"


def test_who_is_all_in_draws_too() -> None:
    table = play(opened(TRIPLE), "3 all_in 100", "close_street count=6", "1 pat", "2 pat")
    assert shown(table)["draw"]["order"][0]["seat"] == 3
    assert right(shown(table), 3)["text"] == "to draw"


def test_the_draw_is_said_before_its_round_is_closed(first_draw: Table) -> None:
    table = play(first_draw, "2 pat", "4 pat", "5 pat", "2 check", "4 check")
    assert step_sentence(seen(table))["then"] == "Then the second draw."
    data = step_sentence(seen(play(table, "5 check")))
    assert data == {"now": "Bets in. Tap the table, second draw.", "then": "Three in: tap 3."}
    count = next(key for key in shown(table)["count"] if key["look"] in ("due", "expected"))
    assert count["sub"] == "DRAW 2"


def test_the_footer_counts_discards(first_draw: Table) -> None:
    parts = shown(play(first_draw, "2 draw 3"))["footer"]["ledger"]
    assert {"count": 3, "text": "discards +"} in parts
    assert sum(part["count"] or 0 for part in parts) == 52


def test_all_say_first_then_the_order_of_the_deal_is_told() -> None:
    table = play(opened(TRIPLE, draw_order="announce"), "close_street count=6", *ROUND)
    assert step_sentence(seen(table)) == {
        "now": "Seat 6: how many?",
        "then": "Then deal in order.",
    }
    key = right(shown(table), 1)
    assert (key["text"], key["sub"], key["saved"]) == ("DREW 3", "0 dealt", False)
    assert shown(table)["draw"]["left"] is None
    data = step_sentence(seen(play(table, "6 pat")))
    assert data["now"] == "Deal seat 1 three, seat 2 three, seat 4 three and seat 5 four."


@pytest.fixture
def short() -> Table:
    """The stub ends while seat 2 draws three on the second draw."""
    start = play(opened(TRIPLE), "close_street count=6", *ROUND, "6 draw 3")
    return play(start, "close_street count=6", "1 draw 2", "2 draw 3")


def test_a_deck_that_runs_short_is_made_up_step_by_step(short: Table) -> None:
    assert step_sentence(seen(short))["now"] == "Keep the last card: seat 2 is owed two cards."
    data = shown(short)
    assert data["stage"]["kind"] == "rebuild"
    lines = [(line["text"], line["count"]) for line in data["stage"]["lines"]]
    minus = chr(0x2212)
    assert lines == [
        ("Seat 2 has 1 of 3, stub", "1"),
        ("Discards of earlier draws", "+16"),
        ("Discards of this draw", "+2"),
        ("Shuffle and cut", "19"),
        ("Deal to seat 2", f"{minus}2"),
    ]
    assert data["stage"]["out"] == "Discards of seat 2 stay out"
    assert data["stage"]["step"] == {
        "now": "Keep the last card: seat 2 is owed two cards.",
        "then": "Tap REBUILD THE DECK.",
    }
    assert sends(data["stage"]["key"]) == ("rebuild_deck", {})
    assert data["draw"]["order"] == []
    assert (right(data, 2)["sub"], right(data, 1)["saved"]) == ("1 dealt", True)


def test_the_draw_goes_on_with_the_deck_that_was_made_up(short: Table) -> None:
    table = play(short, "rebuild_deck")
    assert step_sentence(seen(table))["now"].startswith("Seat 3 draws")
    assert undo_label(seen(table)["undo"]) == "Deck rebuilt"


def test_all_who_are_owed_are_served_in_one_line() -> None:
    table = play(opened(TRIPLE, draw_order="announce"), "close_street count=6", *ROUND, "6 draw 3")
    table = play(table, "close_street count=6", *ROUND, "6 draw 3")
    message = shown(table)["stage"]
    assert message["lines"][-1]["text"] == "Deal to seats 2, 4, 5 and 6"
    assert len(shown(table)["draw"]["row"]) == 5


def test_five_card_draw_has_a_marker_on_the_stub_while_there_is_betting() -> None:
    table = opened({"game": "five_card_draw"})
    assert step_sentence(seen(table))["then"] == "Marker on the stub."
    assert not shown(play(table, "close_street count=6"))["stage"]["marked"]
    assert shown(play(table, "3 raise"))["stage"]["marked"]


def test_pineapple_gives_up_a_card_before_the_street() -> None:
    table = play(
        opened({"game": "pineapple"}), "3 call", "4 fold", "5 fold", "6 fold", "1 fold", "2 check"
    )
    data = step_sentence(seen(table))
    assert data["now"] == "Each player discards one card, face down. Then burn, flop."

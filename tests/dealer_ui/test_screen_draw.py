"""Draws on the tablet: whose number is asked for, what each seat shows, a deck that runs short (S-176, H-45)."""

from typing import Any

import pytest

from poker.state import Table
from tests.support.play import NOW, open_table, play, stored_view
from tests.support.screens import fill_in_seat, sent_command
from tests.support.view_json import screen, step_sentence, undo_label

TRIPLE_DRAW = {"game": "deuce7_triple"}
DRAW_ROUND = ("1 draw 3", "2 draw 3", "3 pat", "4 draw 3", "5 draw 4")


def screen_of(table: Table) -> dict[str, Any]:
    """Return the screen of a table."""
    return screen(stored_view(table), now_ms=NOW)


def right_half(data: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return the right half of a pod."""
    key: dict[str, Any] = data["pods"][seat - 1]["keys"][1]
    return key


@pytest.fixture
def first_draw() -> Table:
    """Seats 2, 4 and 5 are in for the first draw."""
    return play(
        open_table(TRIPLE_DRAW),
        "3 fold",
        "4 raise",
        "5 call",
        "6 fold",
        "1 fold",
        "2 call",
        "close_street count=3",
    )


def test_pat_and_each_number_are_one_tap(first_draw: Table) -> None:
    draw = screen_of(first_draw)["draw"]
    assert [item["seat"] for item in draw["order"]] == [2, 4, 5]
    assert sent_command(fill_in_seat(draw["pat"], 2)) == ("draw", {"seat": 2, "count": 0})
    taps = [sent_command(fill_in_seat(key, 2)) for key in draw["row"]]
    assert taps == [("draw", {"seat": 2, "count": count}) for count in range(1, 6)]
    assert fill_in_seat(draw["row"][2], 2)["name"] == "Seat 2 draws 3"


def test_draw_keys_say_cards_not_players(first_draw: Table) -> None:
    data = screen_of(first_draw)
    assert [key["sub"] for key in data["draw"]["row"]] == [
        "CARD",
        "CARDS",
        "CARDS",
        "CARDS",
        "CARDS",
    ]
    assert data["draw"]["caption"] == "Seat $seat draws: a number, or PAT at the seat"


def test_every_draw_seat_has_a_step_text_in_advance(first_draw: Table) -> None:
    message = [item["step"] for item in screen_of(first_draw)["draw"]["order"]]
    assert message[0] == step_sentence(stored_view(first_draw))
    assert message[0]["now"] == "Burn one. Seat 2 draws: discards in, same number out."
    assert message[1] == {
        "now": "Seat 4 draws: discards in, same number out.",
        "then": "Then seat 5.",
    }


def test_step_names_no_burn_if_the_house_burns_none() -> None:
    table = play(open_table(TRIPLE_DRAW, draw_burn=False), "close_street count=6")
    assert not step_sentence(stored_view(table))["now"].startswith("Burn")


def test_drawn_cards_are_shown_on_the_seat_and_in_its_name_row(first_draw: Table) -> None:
    table = play(first_draw, "2 draw 3", "4 pat")
    data = screen_of(table)
    assert (right_half(data, 2)["text"], right_half(data, 2)["saved"]) == ("DREW 3", True)
    assert (right_half(data, 4)["text"], right_half(data, 5)["text"]) == ("PAT", "to draw")
    table = play(table, "5 draw 1", "close_street count=3", "2 pat")
    (pill,) = screen_of(table)["pods"][1]["pills"]
    assert (pill["text"], pill["name"]) == ("3·P", "drew 3, pat")
    assert screen_of(table)["stage"]["groups"][0]["count"] == 4


def test_undo_names_the_draw(first_draw: Table) -> None:
    assert undo_label(stored_view(play(first_draw, "2 draw 3"))["undo"]) == "Seat 2 draws 3"
    assert undo_label(stored_view(play(first_draw, "2 pat"))["undo"]) == "Seat 2 pat"


def test_all_in_player_draws() -> None:
    table = play(open_table(TRIPLE_DRAW), "3 all_in 100", "close_street count=6", "1 pat", "2 pat")
    assert screen_of(table)["draw"]["order"][0]["seat"] == 3
    assert right_half(screen_of(table), 3)["text"] == "to draw"


def test_draw_is_announced_before_the_round_closes(first_draw: Table) -> None:
    table = play(first_draw, "2 pat", "4 pat", "5 pat", "2 check", "4 check")
    assert step_sentence(stored_view(table))["then"] == "Then the second draw."
    data = step_sentence(stored_view(play(table, "5 check")))
    assert data == {"now": "Bets in. Tap the table, second draw.", "then": "Three in: tap 3."}
    count = next(key for key in screen_of(table)["count"] if key["look"] in ("due", "expected"))
    assert count["sub"] == "DRAW 2"


def test_the_footer_counts_discards(first_draw: Table) -> None:
    parts = screen_of(play(first_draw, "2 draw 3"))["footer"]["ledger"]
    assert {"count": 3, "text": "discards +"} in parts
    assert sum(part["count"] or 0 for part in parts) == 52


def test_deal_order_is_announced_after_all_counts() -> None:
    table = play(
        open_table(TRIPLE_DRAW, draw_order="announce"), "close_street count=6", *DRAW_ROUND
    )
    assert step_sentence(stored_view(table)) == {
        "now": "Seat 6: how many?",
        "then": "Then deal in order.",
    }
    key = right_half(screen_of(table), 1)
    assert (key["text"], key["sub"], key["saved"]) == ("DREW 3", "0 dealt", False)
    assert screen_of(table)["draw"]["left"] is None
    data = step_sentence(stored_view(play(table, "6 pat")))
    assert data["now"] == "Deal seat 1 three, seat 2 three, seat 4 three and seat 5 four."


@pytest.fixture
def short_deck() -> Table:
    """The stub ends while seat 2 draws three on the second draw."""
    start = play(open_table(TRIPLE_DRAW), "close_street count=6", *DRAW_ROUND, "6 draw 3")
    return play(start, "close_street count=6", "1 draw 2", "2 draw 3")


def test_short_draw_deck_is_rebuilt_step_by_step(short_deck: Table) -> None:
    assert (
        step_sentence(stored_view(short_deck))["now"]
        == "Keep the last card: seat 2 is owed two cards."
    )
    data = screen_of(short_deck)
    assert data["stage"]["kind"] == "rebuild"
    assert data["stage"]["lines"] == [
        "Keep burns and seat 2\u2019s out.",
        "Count 16 earlier, 2 of this draw.",
        "Add the last card. Shuffle, cut.",
    ]
    assert (data["stage"]["last"], data["stage"]["stub"], data["stage"]["most"]) == (1, 19, 19)
    assert data["caption"]["note"] == "Short deck on the draw: you decide, FLOOR if disputed"
    assert data["draw"]["caption"] == "Seat 2 is owed two cards"
    assert data["stage"]["step"] == {
        "now": "Keep the last card: seat 2 is owed two cards.",
        "then": "Then tap STUB IS.",
    }
    assert sent_command(data["stage"]["key"]) == ("rebuild_deck", {})
    assert data["draw"]["order"] == []
    assert (right_half(data, 2)["sub"], right_half(data, 1)["saved"]) == ("1 dealt", True)


def test_draw_continues_with_the_rebuilt_deck(short_deck: Table) -> None:
    table = play(short_deck, "rebuild_deck")
    assert step_sentence(stored_view(table))["now"].startswith("Seat 3 draws")
    assert undo_label(stored_view(table)["undo"]) == "Deck rebuilt"


def test_owed_cards_are_dealt_in_one_line() -> None:
    table = play(
        open_table(TRIPLE_DRAW, draw_order="announce"),
        "close_street count=6",
        *DRAW_ROUND,
        "6 draw 3",
    )
    table = play(table, "close_street count=6", *DRAW_ROUND, "6 draw 3")
    message = screen_of(table)["stage"]
    assert message["stub"] > message["last"]
    assert len(screen_of(table)["draw"]["row"]) == 5


def test_the_betting_begins_when_a_ruling_served_the_last_cards() -> None:
    table = open_table(TRIPLE_DRAW, draw_shortage="earlier")
    drawn = ("3 fold", "close_street count=5", "1 2 4 5 draw 5", "6 draw 5")
    joined = ("move_cards source=muck target=stub count=5", "reshuffle", "serve seat=6 count=5")
    table = play(table, *drawn, *joined)
    assert step_sentence(stored_view(table))["now"].startswith("Every hand has drawn.")


def test_five_card_draw_has_a_marker_on_the_stub_during_betting() -> None:
    table = open_table({"game": "five_card_draw"})
    assert step_sentence(stored_view(table))["then"] == "Marker on the stub."
    assert not screen_of(play(table, "close_street count=6"))["stage"]["marked"]
    assert screen_of(play(table, "3 raise"))["stage"]["marked"]


def test_pineapple_discards_a_card_before_the_street() -> None:
    table = play(
        open_table({"game": "pineapple"}),
        "3 call",
        "4 fold",
        "5 fold",
        "6 fold",
        "1 fold",
        "2 check",
    )
    data = step_sentence(stored_view(table))
    assert data["now"] == "Each player discards one card, face down. Then burn, flop."

"""Screens of bomb pots, splash pots, hands with two boards, and boards that are run twice (H-70 to H-75)."""

from typing import Any

import pytest

from poker import commands as c
from poker import engine
from poker.promotion_terms import FundSplash
from tests.support.play import open_table, play, stored_view
from tests.support.special_pots import NO_LIMIT, SPECIAL_POTS, SPLASH, SPLASH_AND_BOMB
from tests.support.view_json import screen

NOW = 1763700000000


def shown(name: str) -> dict[str, Any]:
    return screen(SPECIAL_POTS[name](), now_ms=NOW)


def keys_of(data: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    pod = next(pod for pod in data["pods"] if pod["seat"] == seat)
    return list(pod["keys"])


def test_bomb_pot_is_one_tap_between_hands() -> None:
    data = shown("bomb_offer")
    felt = data["stage"]
    assert felt["key"]["do"] == {"send": "bomb_pot", "args": {"amount": 1000, "boards": 2}}
    assert felt["key"]["look"] == "plain"
    assert felt["second"]["do"] == {"open": "amount", "args": {"of": "bomb"}}
    assert [key["text"] for key in data["bomb"]["boards"]] == ["1 BOARD", "2 BOARDS"]
    assert data["more"][0]["keys"][0]["text"] == "Bomb\npot"


def test_bomb_pot_waits_for_the_payouts_unless_it_is_due() -> None:
    table = play(open_table(NO_LIMIT, seats=3), "deal", "3 call", "1 call", "2 check")
    table = play(
        table,
        "close_street count=3",
        "close_street count=3",
        "close_street count=3",
        "close_street count=3",
        "award seats=1",
    )
    view = stored_view(table)
    assert screen(view, now_ms=NOW)["stage"]["kind"] == "totals"
    view["bomb_pot"]["due"] = True
    data = screen(view, now_ms=NOW)
    assert data["stage"]["key"]["look"] == "due"


def test_bomb_pot_by_the_hour_is_due_by_the_tablets_clock() -> None:
    view = SPECIAL_POTS["bomb_offer"]()
    view["bomb_pot"] |= {"due": False, "due_at": NOW + 1}
    assert screen(view, now_ms=NOW)["stage"]["key"]["look"] == "plain"
    assert screen(view, now_ms=NOW + 1)["stage"]["key"]["look"] == "due"


def test_only_exceptions_are_tapped_when_a_bomb_pot_is_collected() -> None:
    data = shown("bomb_collect")
    away, short = keys_of(data, 1)
    assert away["do"] == {"send": "sit_out", "args": {"seat": 1}}
    assert short["do"] == {"open": "amount", "args": {"seat": 1, "of": "post"}}
    assert keys_of(data, 9)[0]["text"] == "ALL-IN"
    assert keys_of(data, 6)[0]["text"] == "away"
    assert data["step"]["now"] == "Collect $10 from each seat. No blinds."
    assert data["header"]["game"] == "Hold\u2019em, bomb pot $10, two boards"
    count = next(key for key in data["count"] if key["number"] == 8)
    assert count["sub"] == "FLOPS"
    assert count["look"] == "due"


def test_a_deck_that_is_too_small_offers_one_board() -> None:
    table = open_table(NO_LIMIT | {"game": "omaha"}, seats=10)
    data = screen(stored_view(table), now_ms=NOW)
    assert data["stage"]["key"]["do"]["args"]["boards"] == 1
    assert [key["text"] for key in data["bomb"]["boards"]] == ["1 BOARD"]


def test_both_boards_are_drawn_with_the_burn_of_a_street_between_them() -> None:
    groups = shown("boards_two")["stage"]["groups"]
    assert groups[0]["cards"] == ["??"] * 3
    assert groups[0]["more"] == [["??"] * 3]
    assert groups[1]["more"] == [[None]]


def test_cards_of_each_board_are_entered_for_it() -> None:
    data = shown("boards_two")
    keys = data["cards"]["keys"]
    assert [key["text"] for key in keys[:2]] == ["Board 1", "Board 2"]
    assert keys[1]["do"] == {"open": "picker", "args": {"of": "board", "board": 1}}
    assert data["cards"]["boards"] == [[""] * 3, [""] * 3]


def test_pots_are_awarded_board_by_board() -> None:
    data = shown("award_by_board")
    felt = data["stage"]
    assert felt["heads"] == ["Board 1", "Board 2"]
    side, main = felt["rows"]
    assert [(cell["amount"], cell["note"], cell["done"]) for cell in side["cells"]] == [
        ("$37", "5", True),
        ("$37", "", False),
    ]
    assert [cell["turn"] for cell in main["cells"]] == [True, False]
    assert data["step"] == {
        "now": "Board 1, main pot $32: seat 5 or seat 9.",
        "then": "Then read board 2.",
    }
    assert keys_of(data, 5)[1]["do"]["args"] == {"pot": 0, "seats": [5], "board": 0}
    assert keys_of(data, 1)[0]["line"] == "lost board 1 to 5"
    assert data["award"]["sub"] == "2 of 4"


def test_both_halves_of_a_board_are_marked_together() -> None:
    data = shown("award_by_board_hi_lo")
    assert data["stage"]["heads"] == ["Board 1", "Board 2"]
    assert [part["amount"] for part in data["stage"]["halves"]["parts"]] == [1900, 1800]


def test_each_player_left_agrees_to_run_it_twice() -> None:
    once, twice = keys_of(shown("runs_asked"), 1)
    assert once["do"] == {"send": "agree_runs", "args": {"seat": 1, "runs": 1}}
    assert twice["do"] == {"send": "agree_runs", "args": {"seat": 1, "runs": 2}}
    data = shown("runs_agreed")
    assert keys_of(data, 8)[1]["look"] == "set"
    assert data["step"]["now"] == "All-in. Seat 9: once or twice?"
    assert data["stage"]["key"]["text"] == "RUN IT\nOUT"  # deals on: the board is run once


def test_a_third_run_is_a_second_tap_where_the_house_allows_it() -> None:
    view = SPECIAL_POTS["runs_agreed"]()
    view["runs"]["most"] = 3
    twice = keys_of(screen(view, now_ms=NOW), 8)[1]
    assert twice["text"] == "3 TIMES"
    assert twice["do"]["args"] == {"seat": 8, "runs": 3}


@pytest.mark.parametrize(
    ("name", "key", "step"),
    [
        ("run_one", "DEAL\nRUN 1", "All agree: twice. Run 1 of 2: burn one, one card to the turn."),
        ("run_two", "DEAL\nRUN 2", "Run 2 of 2: burn one, one card to the turn."),
    ],
)
def test_each_run_is_dealt_with_one_tap(name: str, key: str, step: str) -> None:
    data = shown(name)
    assert data["stage"]["key"]["text"] == key
    assert data["step"]["now"] == step


def test_runs_are_columns_of_the_award() -> None:
    data = shown("runs_award")
    assert data["stage"]["heads"] == ["Run 1", "Run 2"]
    assert data["step"]["now"] == "Run 1, main pot $321: seat 8 or seat 9."


def test_one_run_ends_the_question() -> None:
    view = SPECIAL_POTS["runs_asked"]()
    view["runs"]["agreed"] = [[1, 1]]
    assert screen(view, now_ms=NOW)["step"]["now"] == "Seat 1: once. The board is run once."


def test_step_says_which_board_comes_without_a_burn() -> None:
    table = open_table(NO_LIMIT, seats=3, board_burns="each")
    table = play(table, "bomb_pot", "close_street count=3", "waive_burn street=turn", "1 2 3 check")
    data = screen(stored_view(table), now_ms=NOW)
    assert data["step"]["now"] == "Turn without a burn, board 1. Burn and turn, board 2."


def test_splash_pot_is_one_tap_between_hands() -> None:
    data = shown("splash_offer")
    felt = data["stage"]
    assert felt["title"] == "Or a splash pot"
    assert felt["lines"] == ["$100 from the house.", "No tap: hand 1 has no splash."]
    assert felt["key"]["do"] == {"send": "splash_pot", "args": {"amount": 10000}}
    assert felt["second"]["do"] == {"open": "amount", "args": {"of": "splash"}}
    assert data["more"][0]["keys"][0]["do"]["open"] == "pots"
    assert [key["text"] for key in data["pots"]] == ["Splash pot", "Change\nsplash pot"]


def test_announced_splash_goes_to_the_pot_before_the_deal() -> None:
    data = shown("splash_announced")
    assert data["step"]["now"] == "Put the house\u2019s $100 in the pot."
    assert data["step"]["then"] == "Deal two rounds, first card to seat 1."
    assert data["header"]["game"].endswith(" \u00b7 $100 splash")
    pot = data["stage"]["numbers"][0]
    assert (pot["text"], pot["note"]) == ("$104", "splash")
    off, change = data["pots"]
    assert off["do"] == {"send": "splash_pot", "args": {"on": False}}
    assert change["why"] == "Take the splash pot back first: No splash pot."
    assert data["undo"]["sub"] == "Splash pot $100"


def test_bomb_pot_and_splash_pot_share_one_key_of_more() -> None:
    data = shown("splash_bomb_offer")
    assert data["stage"]["title"] == "Or a bomb pot"
    assert data["more"][0]["keys"][0]["text"] == "Bomb or\nsplash"
    assert [key["text"] for key in data["pots"]] == [
        "Bomb pot",
        "Change\nbomb pot",
        "No splash pot",
        "Change\nsplash pot",
    ]
    both = shown("splash_bomb")
    assert both["step"] == {
        "now": "Put the house\u2019s $100 in the pot.",
        "then": "Collect $10 from each seat. No blinds.",
    }
    assert both["pots"][0]["do"] == {"send": "bomb_pot", "args": {"on": False}}
    assert both["header"]["game"] == "Hold\u2019em, bomb pot $10, two boards \u00b7 $100 splash"


def test_splash_pot_waits_in_more_while_the_felt_asks_for_a_straddle() -> None:
    plaque = SPLASH | {"straddle": True}
    data = screen(stored_view(open_table(plaque, seats=4)), now_ms=NOW)
    assert data["stage"]["kind"] == "straddles"
    assert data["pots"][0]["do"] == {"send": "splash_pot", "args": {"amount": 10000}}


def test_hand_names_its_splash() -> None:
    data = shown("splash_flop")
    pot = data["stage"]["numbers"][0]
    assert (pot["text"], pot["note"]) == ("$128", "$3 dead")
    assert data["header"]["game"].endswith(" \u00b7 $100 splash")
    assert data["pots"] == []
    assert data["more"][0]["keys"][0]["text"] == "Check\nor call"


def test_splash_is_not_offered_while_it_is_in_the_pot_of_a_redeal() -> None:
    table = play(open_table(SPLASH_AND_BOMB, seats=3), "splash_pot", "deal", "misdeal")
    data = screen(stored_view(table), now_ms=NOW)
    assert data["step"]["now"].startswith("Shuffle, cut. Deal two rounds")
    assert data["pots"] == []


@pytest.mark.parametrize(
    ("title", "order", "note"),
    [
        ("Friday splash", "Friday splash: put $100 in the pot.", "$100 Friday splash"),
        ("Friday night splash " * 4, "Splash: put $100 in the pot.", "$100 splash"),
    ],
)
def test_splash_of_a_promotion_is_ordered_before_the_deal(
    title: str, order: str, note: str
) -> None:
    table = open_table(SPLASH, seats=3)
    command = c.AnnounceFundSplash(FundSplash("splash.1", title.strip(), 4), 10_000)
    data = screen(stored_view(engine.run(table, command, now=NOW).state), now_ms=NOW)
    assert data["step"]["now"].startswith(order)
    assert data["header"]["game"].endswith(note)
    off = data["pots"][0]
    assert (off["do"], off["why"]) == (None, "A promotion pays it. A manager can take it back.")

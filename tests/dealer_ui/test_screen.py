"""The screen: text, command and appearance of each key."""

import json
from typing import Any

import msgspec
import pytest

from dealer_ui import messages
from dealer_ui.screen.slots import slots
from poker import codec, engine
from poker.view import view as engine_view
from tests.support.play import stored_view
from tests.support.screens import (
    all_keys,
    fill_in_seat,
    fixture_screen,
    has_more_key,
    more_key,
    pod,
    sent_command,
)
from tests.support.stage import FILES, FIXTURES, NOW, fixture, view_with_three_contenders
from tests.support.view_json import screen


@pytest.mark.parametrize("name", FIXTURES)
def test_commands_of_keys_are_valid(name: str) -> None:
    data = fixture_screen(name)
    data["said"] = fill_in_seat(data["said"], 4)
    data["draw"] = fill_in_seat(data["draw"], 4)
    sent_commands = [
        sent_command(key) for key in all_keys(data) if key["do"] and "send" in key["do"]
    ]
    assert sent_commands
    for command, args in sent_commands:
        if command != "open_table":  # the room adds the plaque
            codec.parse_command(command, args)


def test_commands_of_armed_keys_are_valid() -> None:
    data = fixture_screen("flop")
    for arm in data["pods"][3]["arms"]:
        sent_command = fill_in_seat(data["arms"][arm]["do"], 4)
        if sent_command.get("send"):
            codec.parse_command(sent_command["send"], sent_command["args"])


@pytest.mark.parametrize("name", FIXTURES)
def test_every_key_has_a_name_and_at_most_one_is_amber(name: str) -> None:
    data = fixture_screen(name)
    assert all(key["name"] for key in all_keys(data) if not key.get("hidden"))
    amber = [key for key in [*data["count"], data["award"]] if key["look"] in ("due", "expected")]
    assert len(amber) <= 1


@pytest.mark.parametrize("name", FILES)
def test_fixtures_have_the_shape_of_the_engines_view(name: str) -> None:
    engine_data: Any = msgspec.to_builtins(engine_view(engine.create("T1", 9).state))
    fixture_data = fixture(name)
    assert set(fixture_data) == set(engine_data)
    assert set(fixture_data["seats"][0]) == set(engine_data["seats"][0])
    for part in ("table", "hand", "step", "money", "count", "board", "ledger"):
        assert set(fixture_data[part]) == set(engine_data[part]), part


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_has_a_separate_slot(seats: int) -> None:
    slot_positions = slots(seats)
    assert len(slot_positions) == len(set(slot_positions)) == seats


def test_new_table_has_a_screen() -> None:
    data = screen(stored_view(engine.create("T1", 9).state), now_ms=NOW)
    assert data["header"]["game"] == "Not open yet"
    assert pod(data, 1)["keys"][0]["do"] == {"open": "seat", "args": {"seat": 1}}


def test_limit_raise_is_one_tap() -> None:
    fold, bet = pod(fixture_screen("flop"), 4)["keys"]
    assert sent_command(fold) == ("act", {"seat": 4, "what": "fold"})
    assert sent_command(bet) == ("act", {"seat": 4, "what": "raise", "to": 1200})
    assert bet["sub"] == "$12"
    assert bet["name"] == "Raise seat 4, Anvil, to $12"


def test_last_raise_is_marked_and_disabled() -> None:
    raised = pod(fixture_screen("flop"), 7)["keys"][1]
    assert (raised["text"], raised["look"], raised["do"]) == ("RAISED", "set", None)


def test_no_limit_raise_opens_the_pad() -> None:
    data = pod(fixture_screen("pad"), 2)
    assert data["keys"][1]["do"] == {"open": "pad", "args": {"seat": 2}}
    assert data["keys"][1]["sub"] == "$60+"
    pad = data["pad"]
    assert (pad["call"], pad["range"]) == ("$30", {"min": "$60", "max": ""})
    assert [preset["text"] for preset in pad["presets"]] == [
        "CALL",
        "MIN",
        "½ POT",
        "POT",
        "ALL-IN",
    ]
    assert [preset["sub"] for preset in pad["presets"]] == ["$30", "$60", "$90", "$150", "count it"]
    assert pad["presets"][0]["do"] == {"what": "call"}
    assert pad["step"]["then"] == "Then seats 4, 6, 7, 9 act."


def test_all_in_is_one_tap_when_the_stack_is_counted() -> None:
    view = fixture("pad")
    view["seats"][1]["stack"] = 42000
    view["seats"][1]["raise"]["all_in"] = 42000
    pad = pod(screen(view, now_ms=NOW), 2)["pad"]
    assert pad["presets"][4]["sub"] == "$420"
    assert pad["presets"][4]["do"] == {"all_in": True, "total": 42000}


def test_equal_preset_amounts_are_shown_once() -> None:
    view = fixture("pad")
    view["seats"][1]["raise"] |= {"min": 6000, "half_pot": 6000, "pot": 6000, "max": 6000}
    presets = pod(screen(view, now_ms=NOW), 2)["pad"]["presets"]
    assert [preset["sub"] for preset in presets] == ["$30", "$60", "", "", "count it"]
    assert presets[2]["do"] is None


def test_all_in_over_the_limit_is_not_offered() -> None:
    view = fixture("pad")
    view["seats"][1]["stack"] = 42000
    pad = pod(screen(view, now_ms=NOW), 2)["pad"]
    assert pad["presets"][4]["do"] is None


def test_pad_checks_when_there_is_nothing_to_call() -> None:
    view = fixture("pad")
    view["seats"][1] |= {"can_call": False, "can_check": True, "to_call": 0}
    check, *_ = pod(screen(view, now_ms=NOW), 2)["pad"]["presets"]
    assert (check["text"], check["do"]) == ("CHECK", {"what": "check"})


def test_fold_is_restored_in_one_tap() -> None:
    (key,) = pod(fixture_screen("flop"), 3)["keys"]
    assert sent_command(key) == ("unfold", {"seat": 3})


def test_count_key_is_due_only_after_all_have_acted() -> None:
    assert fixture_screen("flop")["count"][3]["look"] == "expected"
    assert fixture_screen("complete")["count"][3]["look"] == "due"
    assert fixture_screen("streets")["count"][3]["look"] == "due"
    assert fixture_screen("flop")["count"][4]["look"] == "beyond"


def test_ten_seats_have_ten_pods_and_a_ten_key() -> None:
    data = fixture_screen("ten")
    assert [key["number"] for key in data["count"]] == list(range(2, 11))
    assert len({pod["place"] for pod in data["pods"]}) == 10


def test_winners_are_shown_on_the_seats_with_their_amounts() -> None:
    data = fixture_screen("award")
    split, wins = pod(data, 9)["keys"]
    assert (split["sub"], wins["sub"]) == ("$127", "$253")
    assert sent_command(wins) == ("award", {"pot": 0, "seats": [9]})
    assert split["do"]["open"] == "split", "a fold reflex on SPLIT must not award"
    assert pod(data, 5)["keys"][0]["text"] == "cannot win"
    assert data["award"]["sub"] == "3 of 3"
    assert data["caption"]["note"] == "Pots plus rake $698"


def test_shares_of_three_are_listed_for_the_chosen_seats() -> None:
    data = screen(view_with_three_contenders(), now_ms=NOW)
    assert pod(data, 5)["keys"][0]["sub"] == ""
    assert data["stage"]["note"] == "", "nobody knows yet who shares"
    split_options = data["stage"]["splits"]
    assert split_options["2+5"] == {
        "shares": {"2": "$127", "5": "$126"},
        "note": "Odd $1 to seat 2, first left of the button",
    }
    assert split_options["2+5+9"]["shares"] == {"9": "$85", "2": "$84", "5": "$84"}


@pytest.mark.parametrize(
    ("odd_chips", "text"),
    [
        ([], ""),
        ([[3, 500]], "odd $5 to seat 3, first left of the button"),
        ([[3, 500], [9, 500]], "odd $5 each to seats 3 and 9, first left of the button"),
        ([[3, 550], [9, 500]], "odd $5.50 to seat 3 and $5 to seat 9, first left of the button"),
    ],
)
def test_every_odd_chip_is_listed(odd_chips: list[list[int]], text: str) -> None:
    assert messages.odd_chips(odd_chips) == text


def test_time_charge_shows_its_amount() -> None:
    view = fixture("deal")
    view["game"]["time_charge"] = 600
    key = more_key(screen(view, now_ms=NOW), "Time $6 each")
    assert key["name"] == "Collect time from the seats you choose, $6 each"
    assert "Time" not in str(fixture_screen("deal")["more"])


def test_the_last_player_is_awarded_in_one_tap() -> None:
    view = fixture("flop")
    for seat in view["seats"]:
        seat["state"] = "in" if seat["seat"] == 7 else "folded"
    key = screen(view, now_ms=NOW)["award"]
    assert (key["look"], sent_command(key)) == ("due", ("award", {"seats": [7]}))


def test_keys_work_while_the_floor_is_called() -> None:
    data = fixture_screen("floor")
    assert data["floor"]["called_at"]
    assert data["floor"]["sent_with"] == ("Sent along: flop, 5 in, pot $54, bet $8, hand 214 log")
    assert pod(data, 2)["keys"][0]["do"]


def test_misdeal_asks_only_after_action() -> None:
    view = fixture("flop")
    assert screen(view, now_ms=NOW)["secondary"][1]["do"]["open"] == "confirm"
    view["hand"]["confirm_misdeal"] = False
    assert sent_command(screen(view, now_ms=NOW)["secondary"][1]) == ("misdeal", {})


def test_later_street_has_a_skip_key() -> None:
    groups = fixture_screen("flop")["stage"]["groups"]
    assert groups[0]["key"] is None
    assert sent_command(groups[2]["key"]) == ("skip_to", {"street": "river", "count": 5})


@pytest.mark.parametrize("name", FIXTURES)
def test_footer_accounts_for_52_cards(name: str) -> None:
    parts = fixture_screen(name)["footer"]["ledger"]
    if parts[0]["count"]:  # before the deal, as a forecast
        assert parts[0]["count"] == parts[1]["count"] + parts[2]["count"] == 52
    else:
        assert sum(part["count"] or 0 for part in parts) == 52


def test_unknown_money_is_shown_as_unknown() -> None:
    numbers = fixture_screen("streets")["stage"]["numbers"]
    assert [number.get("name") for number in numbers[:3]] == [
        "not counted",
        "not logged",
        "not logged",
    ]


def test_uncounted_pot_has_no_amount_anywhere() -> None:
    step = fixture("uncounted")["step"] | {"kind": "award", "amount": None}
    undo = {"name": "award", "seat": 5, "amount": None}
    data = fixture_screen("uncounted", step=step, undo=undo)
    assert data["step"]["now"] == "Pot: seat 2 or seat 5."
    split, wins = pod(data, 2)["keys"]
    assert (split["sub"], wins["sub"], sent_command(wins)) == (
        "",
        "",
        ("award", {"pot": 0, "seats": [2]}),
    )
    assert data["stage"]["rows"][0]["amount"] == "\u2013"
    assert data["caption"]["note"] == "Pot not counted"
    assert data["undo"]["sub"] == "Award to seat 5"
    assert "$0" not in json.dumps(data)


def test_pot_limit_shows_the_maximum_and_no_limit_the_minimum() -> None:
    numbers = fixture_screen("pot_limit")["stage"]["numbers"]
    assert [(n["label"], n["text"]) for n in numbers[:3]] == [
        ("Pot", "$22"),
        ("Bet is", "$8"),
        ("Max", "$38"),
    ]
    assert fixture_screen("pad")["stage"]["numbers"][2]["text"] == "$60"
    assert fixture_screen("flop")["stage"]["numbers"][2]["text"] == "2"


def test_dead_money_and_missed_blinds_are_shown() -> None:
    data = fixture_screen("pot_limit")
    assert data["stage"]["numbers"][0]["note"] == "$2 dead"
    away = pod(data, 3)  # its key says what it missed; a pill would take the name's room
    assert "missed both blinds" not in [pill["name"] for pill in away["pills"]]
    assert away["keys"][0]["sub"] == "missed both blinds"


def test_seat_sheet_offers_the_ways_to_post_and_return() -> None:
    data = fixture_screen("pot_limit")
    assert [key["text"] for key in pod(data, 3)["choices"]] == [
        "Wait for big blind",
        "Post now",
        "Add chips",
        "Leave",
        "Player away",
    ]
    back_key = pod(data, 8)["choices"][0]
    assert (back_key["text"], sent_command(back_key)) == ("Back in", ("sit_in", {"seat": 8}))


def test_call_of_the_pot_has_its_own_key() -> None:
    assert pod(fixture_screen("flop"), 4)["call_pot"] is None
    view = fixture("pot_limit")
    view["seats"][5]["call_pot"] = 1400
    key = pod(screen(view, now_ms=NOW), 6)["call_pot"]
    assert sent_command(key) == ("act", {"seat": 6, "what": "call", "to": 1400})


def test_muck_is_offered_only_if_the_house_allows_mucking() -> None:
    view = fixture("uncounted")
    assert screen(view, now_ms=NOW)["cards"]["keys"][2]["do"]
    assert "muck" in pod(screen(view, now_ms=NOW), 2)["arms"]
    data = screen(view | {"may_muck": False}, now_ms=NOW)
    assert data["cards"]["keys"][2]["do"] is None
    assert "muck" not in pod(data, 2)["arms"]


def test_rule_of_the_step_is_next_to_the_count() -> None:
    caption = fixture_screen("flop")["caption"]
    assert caption["note"] == "When a round ends"
    assert caption["clause"].endswith("or all others have folded. (Rule S-081)")


def test_keys_of_more_that_do_not_apply_are_absent() -> None:
    assert not has_more_key(fixture_screen("closed"), "Streets only")
    assert sent_command(more_key(fixture_screen("deal"), "Streets only")) == (
        "set_tracking",
        {"tracking": "streets"},
    )
    assert not has_more_key(fixture_screen("streets"), "Check or call")
    assert not has_more_key(fixture_screen("deal"), "Straddle")
    straddle = more_key(fixture_screen("deal", may_straddle=4), "Straddle")
    assert sent_command(straddle) == ("straddle", {"seat": 4})


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("flop", ["Check or call", "Verbal bet", "Exposed card", "Skip a street"]),
        ("deal", ["Folded to", "Short post", "Draw button", "Streets only"]),
        ("uncounted", ["", "Verbal bet", "Exposed card", "End hand"]),
        ("closed", ["", "", "", ""]),
    ],
)
def test_cells_of_more_hold_one_kind_of_thing(name: str, cells: list[str]) -> None:
    keys = fixture_screen(name)["more"][0]["keys"]
    assert [key["text"].replace("\n", " ") if key else "" for key in keys] == cells


def test_an_uncounted_pot_is_a_key_on_the_felt() -> None:
    pot = fixture_screen("streets")["stage"]["numbers"][0]
    assert (pot["text"], pot["key"]["do"]) == ("?", {"open": "amount", "args": {"of": "pot"}})
    assert "key" not in fixture_screen("flop")["stage"]["numbers"][0]


def test_the_button_moves_between_hands_and_for_a_supervisor() -> None:
    key, off_key = pod(fixture_screen("deal"), 4)["choices"][-2:]
    assert (key["supervised"], sent_command(key)) == (True, ("set_button", {"seat": 4}))
    assert off_key["supervised"], "S-009"
    assert off_key["do"] == {"open": "amount", "args": {"seat": 4, "of": "off"}}
    assert [key["do"] for key in pod(fixture_screen("flop"), 4)["choices"][-2:]] == [None, None]


def test_chips_bought_during_a_hand_and_returned_chips_are_shown() -> None:
    view = fixture("flop")
    view["seats"][3]["coming"] = 10000
    pills = pod(screen(view, now_ms=NOW), 4)["pills"]
    assert {"text": "+$", "name": "$100 added for the next hand", "look": "plain"} in pills
    view = fixture("deal")
    view["seats"][3]["held"] = 5000
    assert screen(view, now_ms=NOW)["caption"]["note"] == "Return $50 to seat 4: buy-in limit"


def test_board_has_one_slot_per_dealt_card() -> None:
    assert len(fixture_screen("flop")["cards"]["boards"][0]) == 3
    assert fixture_screen("deal")["cards"]["keys"][0]["do"] is None

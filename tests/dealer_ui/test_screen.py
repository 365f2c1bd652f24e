"""The screen: what each key says, sends and looks like."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from dealer_ui.screen import screen
from dealer_ui.screen.seats import slots
from poker import codec, engine
from poker.view import view as engine_view
from tests.dealer_ui.stage import FIXTURES, NOW, fixture


def shown(name: str, **change: Any) -> dict[str, Any]:
    """The screen of a fixture."""
    return screen(fixture(name) | change, now_ms=NOW)


def pod(told: dict[str, Any], seat: int) -> dict[str, Any]:
    """One seat of it."""
    found: dict[str, Any] = next(pod for pod in told["pods"] if pod["seat"] == seat)
    return found


def keys(value: Any) -> Iterator[dict[str, Any]]:
    """Every key anywhere in a screen."""
    if isinstance(value, dict):
        if "look" in value and "do" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from keys(item)


def sends(key: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Command and arguments of a key that sends."""
    return key["do"]["send"], key["do"]["args"]


@pytest.mark.parametrize("name", FIXTURES)
def test_whatever_a_key_sends_the_engine_can_read(name: str) -> None:
    asked = [sends(key) for key in keys(shown(name)) if key["do"] and "send" in key["do"]]
    assert asked
    for command, args in asked:
        if command != "open_table":  # the room adds the plaque
            codec.parse_command(command, args)


def test_whatever_an_armed_key_sends_the_engine_can_read() -> None:
    told = shown("flop")
    for arm in told["pods"][3]["arms"]:
        what = json.loads(json.dumps(told["arms"][arm]["do"]).replace('"$seat"', "4"))
        if what.get("send"):
            codec.parse_command(what["send"], what["args"])


@pytest.mark.parametrize("name", FIXTURES)
def test_every_key_has_a_name_and_one_has_the_amber(name: str) -> None:
    told = shown(name)
    assert all(key["name"] for key in keys(told) if not key.get("hidden"))
    amber = [key for key in [*told["count"], told["award"]] if key["look"] in ("due", "expected")]
    assert len(amber) <= 1


@pytest.mark.parametrize("name", FIXTURES)
def test_fixtures_have_the_shape_of_the_engines_view(name: str) -> None:
    real: Any = engine_view(engine.create("T1", 9).table)
    made = fixture(name)
    assert set(made) == set(real)
    assert set(made["seats"][0]) == set(real["seats"][0])
    for part in ("table", "hand", "step", "money", "count", "board", "ledger"):
        assert set(made[part]) == set(real[part]), part


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_has_a_slot_of_its_own(seats: int) -> None:
    places = slots(seats)
    assert len(places) == len(set(places)) == seats


def test_an_empty_room_has_a_screen() -> None:
    told = screen(engine_view(engine.create("T1", 9).table), now_ms=NOW)
    assert told["header"]["game"] == "No plaque"
    assert pod(told, 1)["keys"][0]["do"] == {"open": "seat", "args": {"seat": 1}}


def test_limit_raise_is_one_tap() -> None:
    fold, bet = pod(shown("flop"), 4)["keys"]
    assert sends(fold) == ("act", {"seat": 4, "what": "fold"})
    assert sends(bet) == ("act", {"seat": 4, "what": "raise", "to": 1200})
    assert bet["sub"] == "$12"
    assert bet["name"] == "Raise seat 4, Anvil, to $12"


def test_the_last_raise_is_set_and_no_key() -> None:
    raised = pod(shown("flop"), 7)["keys"][1]
    assert (raised["text"], raised["look"], raised["do"]) == ("RAISED", "set", None)


def test_no_limit_raise_opens_the_pad() -> None:
    told = pod(shown("pad"), 2)
    assert told["keys"][1]["do"] == {"open": "pad", "args": {"seat": 2}}
    assert told["keys"][1]["sub"] == "$60+"
    pad = told["pad"]
    assert (pad["call"], pad["min"], pad["max"]) == ("$30", "$60", "all-in")
    assert [preset["sub"] for preset in pad["presets"]] == ["$60", "$90", "$150", "count it"]
    assert pad["step"]["then"] == "Then seats 4, 6, 7, 9 answer."


def test_all_in_is_one_tap_when_the_stack_is_counted() -> None:
    view = fixture("pad")
    view["seats"][1]["stack"] = 42000
    pad = pod(screen(view, now_ms=NOW), 2)["pad"]
    assert pad["presets"][3]["sub"] == "$420"
    assert pad["presets"][3]["do"] == {"all_in": True, "total": 42000}


def test_a_fold_is_put_back_in_one_tap() -> None:
    (key,) = pod(shown("flop"), 3)["keys"]
    assert sends(key) == ("unfold", {"seat": 3})


def test_the_count_is_a_ring_while_somebody_owes_and_amber_after() -> None:
    assert shown("flop")["count"][3]["look"] == "expected"
    assert shown("complete")["count"][3]["look"] == "due"
    assert shown("streets")["count"][3]["look"] == "due"
    assert shown("flop")["count"][4]["look"] == "beyond"


def test_ten_seats_have_ten_pods_and_a_ten() -> None:
    told = shown("ten")
    assert [key["number"] for key in told["count"]] == list(range(2, 11))
    assert len({pod["place"] for pod in told["pods"]}) == 10


def test_winners_stand_on_the_seats_with_their_sums() -> None:
    told = shown("award")
    split, wins = pod(told, 9)["keys"]
    assert (split["sub"], wins["sub"]) == ("$127", "$253")
    assert sends(wins) == ("award", {"pot": 0, "seats": [9]})
    assert split["do"]["open"] == "split", "a fold reflex on SPLIT must not award"
    assert pod(told, 5)["keys"][0]["text"] == "kill hand"
    assert told["award"]["sub"] == "3 of 3"
    assert told["caption"]["note"] == "All pots and rake $698"


def test_the_last_player_is_awarded_in_one_tap() -> None:
    view = fixture("flop")
    for seat in view["seats"]:
        seat["state"] = "in" if seat["seat"] == 7 else "folded"
    key = screen(view, now_ms=NOW)["award"]
    assert (key["look"], sends(key)) == ("due", ("award", {"seats": [7]}))


def test_nothing_is_locked_while_the_floor_is_called() -> None:
    told = shown("floor")
    assert told["floor"]["called_at"]
    assert told["floor"]["sent_with"] == (
        "Sent with it: flop, 5 in, pot $54, bet $8, the log of hand 214"
    )
    assert pod(told, 2)["keys"][0]["do"]


def test_misdeal_asks_only_after_action() -> None:
    view = fixture("flop")
    assert screen(view, now_ms=NOW)["secondary"][1]["do"]["open"] == "confirm"
    view["hand"]["confirm_misdeal"] = False
    assert sends(screen(view, now_ms=NOW)["secondary"][1]) == ("misdeal", {})


def test_a_coming_street_is_a_key_that_skips() -> None:
    groups = shown("flop")["stage"]["groups"]
    assert groups[0]["key"] is None
    assert sends(groups[2]["key"]) == ("skip_to", {"street": "river", "count": 5})


@pytest.mark.parametrize("name", FIXTURES)
def test_the_footer_accounts_for_52_cards(name: str) -> None:
    parts = shown(name)["footer"]["ledger"]
    if name == "deal":
        assert [part["count"] for part in parts] == [52, 18, 34]
    else:
        assert sum(part["count"] or 0 for part in parts) == 52


def test_unknown_money_is_said_to_be_unknown() -> None:
    numbers = shown("streets")["stage"]["numbers"]
    assert [number.get("name") for number in numbers[:3]] == [
        "not counted",
        "not logged",
        "not logged",
    ]

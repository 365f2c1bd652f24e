"""Straddles before the deal: keys on the felt, pills and rows of seats, the pad, the next step."""

from typing import Any

from tests.support.play import open_table_without_button, play, stored_view
from tests.support.stage import NOW, view_with_straddles
from tests.support.view_json import push_summary, screen

MISSISSIPPI = {"kinds": ["any_seat"]}


def shown(*lines: str, **room: Any) -> dict[str, Any]:
    """Return the screen after these commands."""
    data: dict[str, Any] = screen(view_with_straddles(*lines, **room), now_ms=NOW)
    return data


def pod(page: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = next(item for item in page["pods"] if item["seat"] == seat)
    return found


def keys(page: dict[str, Any]) -> list[tuple[str, str]]:
    return [(key["text"], key["sub"]) for key in page["stage"]["keys"]]


def test_felt_has_a_key_for_the_button_and_under_the_gun() -> None:
    page = shown()
    assert page["stage"]["title"] == "Straddle before the first card?"
    assert keys(page) == [("6 D", "$6"), ("6 D", "any $"), ("9", "$6"), ("9", "any $")]
    assert page["stage"]["lines"] == [
        "If both want it, the button goes first.",
        "No tap: no straddle.",
    ]
    assert page["caption"]["note"] == "Straddle: seat 9, or button 6"
    assert page["stage"]["keys"][2]["do"] == {"send": "straddle", "args": {"seat": 9}}


def test_row_of_a_seat_that_may_straddle_takes_it() -> None:
    page = shown()
    assert [pill["text"] for pill in pod(page, 9)["pills"]] == ["$6?"]
    assert [pill["text"] for pill in pod(page, 6)["pills"]] == ["D", "$6?"]
    assert pod(page, 9)["row"]["do"] == {"send": "straddle", "args": {"seat": 9}}
    assert pod(page, 2)["row"]["do"] == {"open": "seat", "args": {"seat": 2}}


def test_next_step_announces_who_acts_first_and_last() -> None:
    page = shown("straddle seat=6 amount=2500")
    assert page["step"]["now"] == "Button straddle $25: say it aloud."
    assert page["step"]["then"] == "Seat 7 acts first, seat 6 last."
    assert page["stage"]["kind"] == "deal"
    assert page["undo"]["sub"] == "Seat 6 straddle"
    assert pod(page, 6)["front"] == "$25"


def test_button_may_still_take_a_straddle_from_under_the_gun() -> None:
    page = shown("straddle seat=9")
    assert page["stage"]["title"] == "Does the button straddle instead?"
    assert keys(page) == [("6 D", "$6"), ("6 D", "any $")]
    assert page["stage"]["lines"] == ["No tap: it stays."]
    assert page["step"]["then"] == "Seat 1 acts first, seat 9 last."


def test_second_straddle_in_turn_is_asked_for() -> None:
    page = shown("straddle seat=9", straddles={"kinds": ["under_the_gun", "button"], "most": 2})
    assert page["stage"]["title"] == "One more straddle?"
    assert keys(page) == [("6 D", "$6"), ("1", "$12")]
    assert page["stage"]["lines"] == ["The button may still take it.", "No tap: no other straddle."]


def test_any_seat_straddles_by_its_row() -> None:
    page = shown(straddles=MISSISSIPPI)
    assert keys(page) == [("6 D", "$6"), ("9", "$6")]
    assert page["stage"]["lines"][1] == "Another seat: tap its row. No tap: no straddle."
    assert pod(page, 3)["row"]["do"] == {"send": "straddle", "args": {"seat": 3}}
    assert pod(page, 8)["row"]["do"] == {"open": "seat", "args": {"seat": 8}}


def test_order_behind_a_mississippi_straddle_is_that_of_the_house() -> None:
    orders = {
        "left_of_straddle": "Seat 4 acts first, seat 3 last.",
        "blinds_first": "Seat 7 acts first, seat 3 last.",
        "under_the_gun": "Seat 9 acts first, seat 3 last.",
    }
    for order, then in orders.items():
        page = shown("straddle seat=3", straddles=MISSISSIPPI, straddle_order=order)
        assert page["step"]["then"] == then


def test_pad_offers_double_four_times_the_cap_and_the_last_amount() -> None:
    (button, gun) = shown()["straddles"]
    assert (button["seat"], gun["seat"]) == (6, 9)
    assert (button["least"], button["most"]) == (600, 5000)
    assert [(key["text"], key["sub"]) for key in button["presets"]] == [
        ("DOUBLE", "$6"),
        (f"4 {chr(0xD7)}", "$12"),
        ("CAP", "$50"),
        ("LAST", ""),
    ]
    assert button["presets"][3]["why"] == "No straddle has been posted at this table yet."
    later = shown("straddle seat=6 amount=2500", "deal", "next_hand")["straddles"][0]
    assert later["presets"][3]["do"] == {"send": "straddle", "args": {"seat": 7, "amount": 2500}}


def test_sleeper_is_marked_until_the_action_reaches_it() -> None:
    offered = {"kinds": ["under_the_gun", "sleeper"]}
    page = shown("straddle seat=3", straddles=offered)
    assert page["step"]["now"] == "Sleeper $6: say it aloud."
    assert page["step"]["then"] == "Seat 9 acts first, seat 8 last."
    assert [pill["text"] for pill in pod(page, 3)["pills"]] == ["$6 zz"]
    live = shown("straddle seat=3", "9 1 2 fold", straddles=offered)
    assert pod(live, 3)["pills"] == []
    assert pod(live, 3)["front"] == "$6"


def test_straddles_are_gone_with_the_first_act() -> None:
    page = shown("9 fold")
    assert page["stage"]["kind"] == "board"
    assert page["straddles"] == []
    assert all(pill["look"] != "inferred" for item in page["pods"] for pill in item["pills"])


def test_other_posts_are_named_beside_a_straddle() -> None:
    page = shown(
        "sit_out seat=2",
        "deal",
        "next_hand",
        "set_button seat=9",
        "deal",
        "next_hand",
        "sit_in seat=2 choice=post",
        "set_button seat=6",
        "straddle seat=9",
    )
    assert page["step"]["now"] == "Straddle $6. Seat 2 posts $3 live, $1 dead."


def test_seat_with_a_leg_is_marked_and_named_at_the_push() -> None:
    kill = {"kind": "full", "trigger": 2000, "post": 600, "legs": 2, "other_games": True}
    limit = {"game": "holdem", "limit": "split", "small_bet": 300, "big_bet": 600}
    table = open_table_without_button(limit | {"blinds": [100, 300], "kill": kill}, seats=4)
    table = play(table, "set_button seat=1", "4 raise", "1 2 3 fold", "award seats=4")
    page: dict[str, Any] = screen(stored_view(table), now_ms=NOW)
    assert "LEG" in [pill["text"] for pill in pod(page, 4)["pills"]]
    lines = push_summary(stored_view(table), changes=(), marks={}, clock={})
    assert "Seat 4 has a leg up" in [line["text"] for line in lines]

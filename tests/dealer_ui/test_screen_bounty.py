"""Screens of bounty games: seven-deuce and stand-up (H-76, H-77)."""

from typing import Any

from tests.support.bounty_views import BOUNTIES, NO_LIMIT
from tests.support.play import open_table, play, stored_view
from tests.support.special_pots import SPECIAL_POTS
from tests.support.view_json import screen

NOW = 1763700000000


def shown(name: str) -> dict[str, Any]:
    return screen(BOUNTIES[name](), now_ms=NOW)


def pod_of(data: dict[str, Any], seat: int) -> dict[str, Any]:
    return dict(next(pod for pod in data["pods"] if pod["seat"] == seat))


def pills(data: dict[str, Any], seat: int) -> list[str]:
    return [pill["text"] for pill in pod_of(data, seat)["pills"]]


def test_bounty_games_are_started_behind_more() -> None:
    data = shown("bounty_offer")
    more = data["more"][2]["keys"][3]
    assert more["text"] == "Bounty\ngame"
    assert more["do"] == {"open": "games", "args": {"of": "bounty"}}
    starts = [key["do"] for key in data["games"]]
    assert starts == [
        {"send": "start_bounty", "args": {"kind": "seven_deuce", "amount": 500}},
        {"open": "amount", "args": {"of": "bounty", "kind": "seven_deuce"}},
        {"send": "start_bounty", "args": {"kind": "stand_up", "amount": 500}},
        {"open": "amount", "args": {"of": "bounty", "kind": "stand_up"}},
    ]


def test_table_without_bounty_games_keeps_its_keys() -> None:
    view = SPECIAL_POTS["bomb_offer"]()
    assert view["bounty"] is None
    data = screen(view, now_ms=NOW)
    assert data["more"][2]["keys"][3]["text"] == "Close\ntable"
    assert data["games"] == []
    assert data["bounties"] == []


def test_rotation_has_its_games_and_the_bounty_games_behind_one_key() -> None:
    data = shown("bounty_rotation")
    assert data["more"][2]["keys"][3]["text"] == "Change\ngame"
    sends = [key["do"].get("send") for key in data["games"]]
    assert sends == ["choose_game", "choose_game", "start_bounty", None, "start_bounty", None]


def test_standing_seats_are_marked_and_the_header_has_the_game() -> None:
    data = shown("stand_up")
    standing = [pod["seat"] for pod in data["pods"] if "UP" in pills(data, pod["seat"])]
    assert standing == [1, 3, 4, 6, 7, 9]
    assert "stand-up $5" in data["header"]["game"]


def test_player_who_leaves_standing_is_named() -> None:
    data = shown("stand_up_left")
    assert data["caption"]["note"] == "Seat 4 left standing: a supervisor decides"
    assert pills(data, 4) == []


def test_last_one_standing_pays_with_one_tap() -> None:
    data = shown("stand_up_due")
    felt = data["stage"]
    assert felt["title"] == "Stand-up: seat 3"
    assert felt["key"]["do"] == {"send": "pay_bounty", "args": {}}
    assert (felt["key"]["text"], felt["key"]["sub"], felt["key"]["look"]) == ("PAID", "$25", "due")
    assert felt["second"]["do"] == {"open": "bounty", "args": {"seat": 3, "asked": False}}
    assert "Seat 3 is the last one standing" in data["step"]["now"]
    assert felt["numbers"][0]["label"] == "Pot to 6"
    (pad,) = data["bounties"]
    assert [share["seat"] for share in pad["shares"]] == [1, 2, 4, 5, 6]
    assert pad["share"] == "gets"


def test_shown_seven_deuce_is_proposed_with_the_payouts() -> None:
    data = shown("seven_deuce_due")
    felt = data["stage"]
    assert felt["key"]["do"] == {"send": "pay_bounty", "args": {"seat": 5}}
    assert felt["key"]["sub"] == "$40"
    assert felt["numbers"][0]["label"] == "Pot to 5"
    assert data["step"]["now"].startswith("Seat 5 won with seven-deuce")


def test_three_payouts_take_the_place_of_not_all() -> None:
    felt = shown("seven_deuce_three_winners")["stage"]
    assert [number["label"] for number in felt["numbers"]] == ["Pot to 5", "Pot to 7", "Pot to 9"]
    assert felt["key"]["text"] == "PAID"
    assert "second" not in felt


def test_many_payouts_keep_the_felt_and_the_bounty_is_in_more() -> None:
    view = BOUNTIES["seven_deuce_three_winners"]()
    view["result"]["seats"] *= 2
    data = screen(view, now_ms=NOW)
    assert data["stage"]["kind"] == "totals"
    assert data["step"]["then"] == "Pay it in MORE."
    assert data["games"][0]["text"] == "Seat 5\nhad 7-2"


def test_winner_with_unknown_cards_has_a_question_at_its_row() -> None:
    data = shown("seven_deuce_asked")
    assert data["stage"]["kind"] == "totals"
    assert "7-2?" in pills(data, 5)
    assert pod_of(data, 5)["row"]["do"] == {"open": "bounty", "args": {"seat": 5, "asked": True}}
    assert "7-2?" not in pills(data, 3)
    texts = [key["text"] for key in data["games"]]
    assert texts == ["Seat 5\nhad 7-2", "End\nseven-deuce"]


def test_undo_names_a_start_an_end_and_a_payment() -> None:
    table = play(open_table(NO_LIMIT, seats=3), "start_bounty kind=stand_up")
    assert screen(stored_view(table), now_ms=NOW)["undo"]["sub"] == "Stand-up $5"
    table = play(table, "end_bounty")
    assert screen(stored_view(table), now_ms=NOW)["undo"]["sub"] == "End of stand-up"
    table = play(table, "start_bounty kind=seven_deuce", "3 raise 900", "1 2 fold", "award")
    table = play(table, "pay_bounty")
    assert screen(stored_view(table), now_ms=NOW)["undo"]["sub"] == "Bounty $10 to seat 3"

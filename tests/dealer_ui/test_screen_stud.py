"""Stud on the screen: who opens and how it is named, the tie, the deck that runs short, upcards, MORE."""

from typing import Any

import pytest

from dealer_ui.messages import undo_label
from dealer_ui.screen import screen
from tests.dealer_ui.stage import NOW
from tests.dealer_ui.stud_views import Room, stud_view, tied, to_sixth
from tests.dealer_ui.test_screen import place, pod, sends


def told(room: Room) -> dict[str, Any]:
    """What a table shows."""
    return screen(room.view, now_ms=NOW)


def scene(name: str) -> dict[str, Any]:
    """What a scene shows."""
    return screen(stud_view(name), now_ms=NOW)


def step(room: Room) -> tuple[str, str]:
    """The band."""
    now = told(room)["step"]
    return now["now"], now["then"]


def test_the_low_card_is_named_by_one_tap_before_anything_else_was_tapped() -> None:
    shown = scene("stud_deal")
    tie, low = pod(shown, 3)["keys"]
    assert (tie["text"], low["text"]) == ("TIE", "LOW")
    assert sends(low) == ("opener", {"seat": 3})
    assert sends(tie) == ("tie", {"seat": 3})
    assert low["name"] == "Low card, seat 3, Candle, in"
    assert shown["step"] == {
        "now": "Shuffle, cut. Deal two down, one up, seat 1 to seat 8.",
        "then": "Then tap the low card.",
    }


def test_in_razz_the_high_card_brings_in() -> None:
    room = Room(game="razz")
    assert pod(told(room), 3)["keys"][1]["text"] == "HIGH"
    assert step(room)[1] == "Then tap the high card."
    room.do("tie", seat=3).do("tie", seat=8)
    assert step(room) == ("Seats 3 and 8 tie: tap the higher suit.", "Spades high, clubs low.")
    room.do("suit", seat=3, suit="h").do("suit", seat=8, suit="d")
    assert step(room)[0].endswith("hearts above diamonds.")
    assert told(room)["caption"]["note"].startswith("Rule S-159")
    room.count(8)
    assert step(room)[0] == "Fourth street: low hand acts first. Tap its seat."


def test_a_tie_of_two_is_settled_by_the_third_tap() -> None:
    room = tied(2)
    assert told(room)["stage"]["kind"] == "stud"
    assert step(room)[0] == "Seat 2 tied low: tap TIE on the others."
    room.do("tie", seat=6)
    grid = told(room)["stage"]
    assert [row["seat"] for row in grid["rows"]] == [2, 6]
    spades, *_, clubs = grid["rows"][0]["cells"]
    assert (spades["text"], clubs["text"]) == ("S", "C")
    command, args = sends(clubs)
    room.do(command, **args)
    assert step(room) == (
        "Seat 2 brings it in, $5 \u2014 clubs.",
        "Then seat 3: fold, $5 or $10.",
    )


def test_the_grid_stays_until_somebody_acts() -> None:
    shown = scene("stud_bring_in")
    assert shown["step"] == {
        "now": "Seat 2 brings it in, $5 \u2014 clubs below hearts.",
        "then": "Then seat 3: fold, $5 or $10.",
    }
    assert shown["stage"]["kind"] == "tie"
    beside = shown["stage"]["aside"]
    assert (beside["pot"]["text"], beside["match"]["text"]) == ("$21", "$5")
    assert beside["note"] == "8 antes of $2"
    assert shown["caption"] == {
        "text": "Players still in \u00b7 tap to go to fourth",
        "note": "Rule S-146 \u00b7 lowest suit",
    }
    assert shown["undo"]["sub"] == "Seat 2 brings it in"
    assert [key["sub"] for key in shown["count"] if key["sub"]] == ["4TH"]
    room = tied(2, 6).do("suit", seat=2, suit="c").do("act", seat=3, what="fold")
    assert told(room)["stage"]["kind"] == "stud"


def test_a_chosen_suit_is_closed_to_the_others() -> None:
    rows = scene("stud_bring_in")["stage"]["rows"]
    assert [cell["chosen"] for cell in rows[0]["cells"]] == [False, False, False, True]
    assert rows[1]["cells"][3]["do"] is None
    assert (rows[0]["word"], rows[1]["word"]) == ("low", "")


def test_four_are_the_most_that_tie() -> None:
    shown = scene("stud_tied_four")
    assert shown["stage"]["size"] == "rows-4"
    assert pod(shown, 1)["keys"][0]["do"] is None
    assert pod(shown, 2)["keys"][0]["do"], "a second tap takes it back"


def test_everybody_may_open_for_the_full_bet() -> None:
    shown = scene("stud_low")
    fold, full = pod(shown, 5)["keys"]
    assert (full["text"], full["sub"]) == ("COMPLETE", "$10")
    assert sends(full) == ("act", {"seat": 5, "what": "complete", "to": 1000})
    assert fold["do"]
    fold, full = pod(shown, 4)["keys"]
    assert fold["do"] is None
    assert full["do"], "who brings in may bet the full amount instead"
    assert shown["stage"]["antes"] == "8 antes of $2"
    room = Room().do("opener", seat=4).do("act", seat=6, what="complete", to=1000)
    assert pod(told(room), 6)["keys"][1]["look"] == "set"
    assert told(room)["undo"]["sub"] == "Seat 6 complete $10"


def test_who_is_high_is_named_by_one_tap_and_wears_a_pill() -> None:
    ask = scene("stud_first")["stage"]["ask"]
    assert ask["title"].startswith("Who is high?")
    assert sends(ask["keys"][4]) == ("opener", {"seat": 5})
    room = Room().do("opener", seat=2).count(8).do("opener", seat=5)
    shown = told(room)
    assert [pill["text"] for pill in pod(shown, 5)["pills"]] == ["FIRST"]
    assert shown["stage"]["ask"] is None
    assert shown["undo"]["sub"] == "Seat 5 first"
    assert shown["caption"]["note"] == "Rule S-150 \u00b7 high hand showing"
    room.do("act", seat=5, what="bet", to=1000)
    assert not pod(told(room), 5)["pills"]


def test_a_bet_names_who_is_high() -> None:
    shown = scene("stud_first")
    command, args = sends(pod(shown, 5)["keys"][1])
    room = Room().do("opener", seat=2).count(8).do(command, **args)
    assert step(room)[0] == "Bet is $10. Seats 6, 7, 8, 1, 2, 3, 4 to act."


def test_upcards_stand_in_the_order_dealt_and_say_who_is_first() -> None:
    shown = scene("stud_upcards")
    assert pod(shown, 3)["shown"] == ["9d", "4h", "4c", "As"]
    assert [p["seat"] for p in shown["pods"] if p["pills"]] == [7]
    room = Room().do("show_up", seat=3, cards=["9d"])
    assert pod(told(room), 3)["shown"] == ["9d"]
    assert pod(told(room), 4)["shown"] == [], "a seat without an entered card keeps its name"


def test_without_a_bring_in_the_high_card_is_asked_for_at_once() -> None:
    shown = scene("stud_high_card")
    assert shown["stage"]["ask"]["title"] == "Who is high?"
    assert pod(shown, 1)["keys"][1]["text"] == "BET"


def test_by_streets_nobody_is_asked_who_opens() -> None:
    room = Room(tracking="streets")
    assert [key["text"] for key in pod(told(room), 3)["keys"]] == ["FOLD", "BET"]
    room.count(8)
    assert step(room) == (
        "Betting. When it\u2019s done, tap the number still in.",
        "Then burn and fifth.",
    )
    assert told(room)["stage"]["ask"] is None


def test_burns_are_counted_street_by_street_and_in_the_footer() -> None:
    shown = scene("stud_upcards")
    assert [group["burn"] for group in shown["stage"]["groups"]] == [
        "",
        "out",
        "out",
        "out",
        "none",
    ]
    assert [part["count"] for part in shown["footer"]["ledger"]] == [None, 48, 3, 1]
    assert [part["count"] for part in scene("stud_deal")["footer"]["ledger"]] == [52, 24, 28]
    low = scene("stud_low")["footer"]["ledger"]
    assert [part["text"] for part in low] == ["52 =", "dealt +", "burns +", "stub"]
    assert [part["count"] for part in low] == [None, 24, 0, 28]


def test_a_coming_street_is_a_key_that_skips_to_it() -> None:
    groups = scene("stud_low")["stage"]["groups"]
    assert sends(groups[2]["key"]) == ("skip_to", {"street": "fifth", "count": 8})
    assert groups[0]["key"] is None
    assert [key["text"] for key in scene("stud_low")["skip"]] == [
        "FOURTH",
        "FIFTH",
        "SIXTH",
        "SEVENTH",
        "SHOWDOWN",
    ]


def test_more_has_upcards_deck_count_and_who_is_first() -> None:
    shown = scene("stud_first")
    assert place(shown, "Upcards")["do"] == {"open": "picker", "args": {"of": "up"}}
    assert place(shown, "Deck count")["do"] == {"open": "counts", "args": {}}
    assert place(shown, "Who is first")["do"]["open"] == "arm"
    assert "first" in pod(shown, 3)["arms"]
    assert place(shown, "Any amount")["do"] is None


def test_a_wrong_seat_is_set_right_until_somebody_acts() -> None:
    room = Room().do("opener", seat=4)
    shown = told(room)
    assert place(shown, "Who is first")["do"]
    assert "first" in pod(shown, 5)["arms"]
    assert "first" not in pod(shown, 4)["arms"]
    room.do("opener", seat=5)
    assert step(room)[0] == "Seat 5 brings it in, $5."
    room.do("act", seat=6, what="call")
    assert place(told(room), "Who is first")["do"] is None


def test_in_baseball_a_card_may_be_bought() -> None:
    room = Room(game="baseball").do("opener", seat=3).do("show_up", seat=5, cards=["4h"])
    assert place(told(room), "Buy card")["do"] == {"open": "arm", "args": {"of": "buy"}}
    assert "buy" in pod(told(room), 5)["arms"]
    offers = "Seat 5 has a 4 up: offer a card."
    assert step(room) == (f"{offers} Seat 3 brings it in, $5.", "")
    room.do("buy_card", seat=5)
    assert offers not in step(room)[0]
    assert told(room)["undo"]["sub"] == "Seat 5 buys a card"


def test_home_games_say_what_they_deal() -> None:
    assert told(Room(game="roll_your_own", seats=6))["step"]["now"].endswith(
        "Deal two down, each rolls one up, seat 1 first."
    )
    room = Room(game="mississippi").do("opener", seat=3)
    for seat in (4, 5, 6, 7, 8, 1, 2):
        room.do("act", seat=seat, what="call")
    assert step(room)[0] == "Tap the table, burn one under the pot, two up to each."


@pytest.mark.parametrize(
    ("done", "label"),
    [
        ({"name": "tie", "seat": 2}, "Seat 2 tied"),
        ({"name": "suit", "seat": 2, "what": "c"}, "Seat 2 clubs"),
        ({"name": "show_up", "seat": 4}, "Seat 4 upcards"),
        ({"name": "correct_counts"}, "Deck count"),
        ({"name": "buy_card", "seat": 4}, "Seat 4 buys a card"),
        ({"name": "act", "what": "complete", "seat": 3, "amount": 1000}, "Seat 3 complete $10"),
    ],
)
def test_undo_names_what_stud_takes_back(done: dict[str, Any], label: str) -> None:
    assert undo_label(done) == label


def test_stud_is_called_by_its_name() -> None:
    assert scene("stud_deal")["header"]["game"] == "Seven-card stud 10/20"


def test_a_closed_table_of_stud_draws_for_no_button() -> None:
    assert step(Room().do("close_table")) == ("Table closed. Tap MORE, Open or close.", "")


def test_a_four_that_is_not_bought_is_offered_until_its_seat_acts() -> None:
    room = Room(game="baseball").do("opener", seat=3).do("show_up", seat=4, cards=["4h"])
    assert step(room)[0].startswith("Seat 4 has a 4")
    assert "offer" not in step(room.do("act", seat=4, what="call"))[0]
    room.count(8).do("show_up", seat=4, cards=["4h", "9s"])
    assert "offer" not in step(room)[0], "the card of the street before is no longer for sale"


def test_a_short_ante_is_told_by_the_true_sum() -> None:
    view = Room().do("opener", seat=2).view
    assert screen(view, now_ms=NOW)["stage"]["antes"] == "8 antes of $2"
    view["money"]["pot"] -= 150  # seat 7 had 50 cents left
    assert screen(view, now_ms=NOW)["stage"]["antes"] == "antes $14.50"


def test_why_a_seat_is_first_is_told_beside_pots_that_lie_there() -> None:
    room = Room(seats=4).do("opener", seat=1)
    room.do("act", seat=2, what="all_in", to=700)
    room.do("act", seat=3, what="complete", to=1000)
    room.do("act", seat=4, what="call").do("act", seat=1, what="call")
    room.count(4)
    for seat, up in ((1, "2c Ad"), (2, "3c 9d"), (3, "9h Ks"), (4, "Td Qs")):
        room.do("show_up", seat=seat, cards=up.split())
    shown = told(room)
    assert shown["caption"]["note"].startswith("Main pot")
    assert shown["stage"]["antes"] == "Rule S-150 \u00b7 high hand showing"


def test_who_folds_no_longer_plays_the_common_card() -> None:
    room = to_sixth().count(8).bets(5)
    assert told(room)["stage"]["common"]["share"] == "plays for 8"
    room.do("act", seat=6, what="fold")
    assert told(room)["stage"]["common"]["share"] == "plays for 7"

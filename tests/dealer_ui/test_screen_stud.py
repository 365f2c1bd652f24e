"""Stud on the screen: the opener, the tie, the short deck, upcards, MORE."""

from typing import Any

import pytest

from dealer_ui.messages.rule_texts import rule_clause
from poker.state import Table
from tests.support.play import open_table, play, stored_view
from tests.support.screens import has_more_key, more_key, pod, sent_command
from tests.support.stage import NOW
from tests.support.stud_screens import scene_screen, screen_of, step
from tests.support.stud_views import Room, table_on_sixth_street, tied_table
from tests.support.view_json import screen, undo_label


def test_low_card_is_named_by_one_tap_after_the_deal() -> None:
    screen_data = scene_screen("stud_deal")
    tie, low = pod(screen_data, 3)["keys"]
    assert (tie["text"], low["text"]) == ("TIE", "LOW")
    assert sent_command(low) == ("opener", {"seat": 3})
    assert sent_command(tie) == ("tie", {"seat": 3})
    assert low["name"] == "Low card, seat 3, Candle, in"
    assert screen_data["step"] == {
        "now": "Shuffle, cut. Deal two down, one up, seat 1 to seat 8.",
        "then": "Then tap the low card.",
    }


def test_high_card_brings_in_at_razz() -> None:
    room = Room(game="razz")
    assert pod(screen_of(room), 3)["keys"][1]["text"] == "HIGH"
    assert step(room)[1] == "Then tap the high card."
    room.execute("tie", seat=3).execute("tie", seat=8)
    assert step(room) == ("Seats 3 and 8 tie: tap the higher suit.", "Spades high, clubs low.")
    room.execute("suit", seat=3, suit="h").execute("suit", seat=8, suit="d")
    assert step(room)[0].endswith("hearts above diamonds.")
    assert screen_of(room)["caption"]["clause"].endswith("(Rule S-159)")
    room.count(8)
    assert step(room)[0] == "Fourth street: low hand acts first. Tap its seat."


def test_a_tie_of_two_is_settled_by_the_third_tap() -> None:
    room = tied_table(2)
    assert screen_of(room)["stage"]["kind"] == "stud"
    assert step(room)[0] == "Seat 2 tied low: tap TIE on the others."
    room.execute("tie", seat=6)
    grid = screen_of(room)["stage"]
    assert [row["seat"] for row in grid["rows"]] == [2, 6]
    spades, *_, clubs = grid["rows"][0]["cells"]
    assert (spades["text"], clubs["text"]) == ("S", "C")
    command, args = sent_command(clubs)
    room.execute(command, **args)
    assert step(room) == (
        "Seat 2 brings it in, $5 \u2014 clubs.",
        "Then seat 3: fold, $5 or $10.",
    )


def test_tie_grid_stays_until_the_first_act() -> None:
    screen_data = scene_screen("stud_bring_in")
    assert screen_data["step"] == {
        "now": "Seat 2 brings it in, $5 \u2014 clubs below hearts.",
        "then": "Then seat 3: fold, $5 or $10.",
    }
    assert screen_data["stage"]["kind"] == "tie"
    aside_cards = screen_data["stage"]["aside"]
    assert (aside_cards["pot"]["text"], aside_cards["match"]["text"]) == ("$21", "$5")
    assert aside_cards["note"] == "8 antes of $2"
    assert screen_data["caption"] == {
        "text": "Players still in \u00b7 tap to go to fourth",
        "note": "Lowest suit",
        "clause": rule_clause("S-146"),
    }
    assert screen_data["undo"]["sub"] == "Seat 2 brings it in"
    assert [key["sub"] for key in screen_data["count"] if key["sub"]] == ["4TH"]
    room = tied_table(2, 6).execute("suit", seat=2, suit="c").execute("act", seat=3, what="fold")
    assert screen_of(room)["stage"]["kind"] == "stud"


def test_chosen_suit_is_disabled_for_other_seats() -> None:
    rows = scene_screen("stud_bring_in")["stage"]["rows"]
    assert [cell["chosen"] for cell in rows[0]["cells"]] == [False, False, False, True]
    assert rows[1]["cells"][3]["do"] is None
    assert (rows[0]["word"], rows[1]["word"]) == ("low", "")


def test_at_most_four_seats_tie() -> None:
    screen_data = scene_screen("stud_tied_four")
    assert screen_data["stage"]["size"] == "rows-4"
    assert pod(screen_data, 1)["keys"][0]["do"] is None
    assert pod(screen_data, 2)["keys"][0]["do"], "a second tap takes it back"


def test_every_seat_may_open_for_the_full_bet() -> None:
    screen_data = scene_screen("stud_low")
    fold, full = pod(screen_data, 5)["keys"]
    assert (full["text"], full["sub"]) == ("COMPLETE", "$10")
    assert sent_command(full) == ("act", {"seat": 5, "what": "complete", "to": 1000})
    assert fold["do"]
    fold, full = pod(screen_data, 4)["keys"]
    assert fold["do"] is None
    assert full["do"], "who brings in may bet the full amount instead"
    assert screen_data["stage"]["antes"] == "8 antes of $2"
    room = Room().execute("opener", seat=4).execute("act", seat=6, what="complete", to=1000)
    assert pod(screen_of(room), 6)["keys"][1]["look"] == "set"
    assert screen_of(room)["undo"]["sub"] == "Seat 6 complete $10"


def test_high_seat_is_named_by_one_tap_and_marked() -> None:
    question = scene_screen("stud_first")["stage"]["ask"]
    assert question["title"].startswith("Who is high?")
    assert sent_command(question["keys"][4]) == ("opener", {"seat": 5})
    room = Room().execute("opener", seat=2).count(8).execute("opener", seat=5)
    screen_data = screen_of(room)
    assert [pill["text"] for pill in pod(screen_data, 5)["pills"]] == ["FIRST"]
    assert screen_data["stage"]["ask"] is None
    assert screen_data["undo"]["sub"] == "Seat 5 first"
    assert screen_data["caption"]["note"] == "High hand showing"
    room.execute("act", seat=5, what="bet", to=1000)
    assert not pod(screen_of(room), 5)["pills"]


def test_bet_names_the_high_seat() -> None:
    screen_data = scene_screen("stud_first")
    command, args = sent_command(pod(screen_data, 5)["keys"][1])
    room = Room().execute("opener", seat=2).count(8).execute(command, **args)
    assert step(room)[0] == "Bet is $10. Seven to act, seat 6 first."


def test_upcards_are_in_dealt_order_with_the_first_seat() -> None:
    screen_data = scene_screen("stud_upcards")
    assert pod(screen_data, 3)["shown"] == ["9d", "4h", "4c", "As"]
    assert [p["seat"] for p in screen_data["pods"] if p["pills"]] == [7]
    room = Room().execute("show_up", seat=3, cards=["9d"])
    assert pod(screen_of(room), 3)["shown"] == ["9d"]
    assert pod(screen_of(room), 4)["shown"] == [], "a seat without an entered card keeps its name"


def test_game_without_a_bring_in_asks_for_the_high_card() -> None:
    screen_data = scene_screen("stud_high_card")
    assert screen_data["stage"]["ask"]["title"] == "Who is high?"
    assert pod(screen_data, 1)["keys"][1]["text"] == "BET"


def test_opener_is_not_asked_when_tracking_streets() -> None:
    room = Room(tracking="streets")
    assert [key["text"] for key in pod(screen_of(room), 3)["keys"]] == ["FOLD", "BET"]
    room.count(8)
    assert step(room) == (
        "Betting. When it\u2019s done, tap the number still in.",
        "Then burn and fifth.",
    )
    assert screen_of(room)["stage"]["ask"] is None


def test_burns_are_counted_street_by_street_and_in_the_footer() -> None:
    screen_data = scene_screen("stud_upcards")
    assert [group["burn"] for group in screen_data["stage"]["groups"]] == [
        "",
        "out",
        "out",
        "out",
        "none",
    ]
    assert [part["count"] for part in screen_data["footer"]["ledger"]] == [None, 48, 3, 1]
    assert [part["count"] for part in scene_screen("stud_deal")["footer"]["ledger"]] == [52, 24, 28]
    low = scene_screen("stud_low")["footer"]["ledger"]
    assert [part["text"] for part in low] == ["52 =", "dealt +", "burns +", "stub"]
    assert [part["count"] for part in low] == [None, 24, 0, 28]


def test_later_stud_street_has_a_skip_key() -> None:
    groups = scene_screen("stud_low")["stage"]["groups"]
    assert sent_command(groups[2]["key"]) == ("skip_to", {"street": "fifth", "count": 8})
    assert groups[0]["key"] is None
    assert [key["text"] for key in scene_screen("stud_low")["skip"]] == [
        "FOURTH",
        "FIFTH",
        "SIXTH",
        "SEVENTH",
        "SHOWDOWN",
        "End\nhand",
    ]


def cards_key(screen_data: dict[str, Any], text: str) -> dict[str, Any]:
    """Return a key of the cards sheet."""
    return next(key for key in screen_data["cards"]["keys"] if key["text"] == text)


def test_more_has_upcards_deck_count_and_first_seat() -> None:
    screen_data = scene_screen("stud_first")
    assert more_key(screen_data, "Exposed card")["do"] == {"open": "cards", "args": {}}
    assert cards_key(screen_data, "Upcards")["do"] == {"open": "picker", "args": {"of": "up"}}
    assert cards_key(screen_data, "Deck count")["do"] == {"open": "counts", "args": {}}
    assert more_key(screen_data, "Who is first")["do"]["open"] == "arm"
    assert "first" in pod(screen_data, 3)["arms"]
    assert not has_more_key(screen_data, "Any amount")


def test_wrong_seat_is_corrected_until_the_first_act() -> None:
    room = Room().execute("opener", seat=4)
    screen_data = screen_of(room)
    assert more_key(screen_data, "Who is first")["do"]
    assert "first" in pod(screen_data, 5)["arms"]
    assert "first" not in pod(screen_data, 4)["arms"]
    room.execute("opener", seat=5)
    assert step(room)[0] == "Seat 5 brings it in, $5."
    room.execute("act", seat=6, what="call")
    assert not has_more_key(screen_of(room), "Who is first")


def test_in_baseball_a_card_may_be_bought() -> None:
    room = Room(game="baseball").execute("opener", seat=3).execute("show_up", seat=5, cards=["4h"])
    assert cards_key(screen_of(room), "Buy card")["do"] == {"open": "arm", "args": {"of": "buy"}}
    assert "buy" in pod(screen_of(room), 5)["arms"]
    offers = "Seat 5 has a 4 up: offer a card."
    assert step(room) == (f"{offers} Seat 3 brings it in, $5.", "")
    room.execute("buy_card", seat=5)
    assert offers not in step(room)[0]
    assert screen_of(room)["undo"]["sub"] == "Seat 5 buys a card"


def test_home_games_describe_their_deal() -> None:
    assert screen_of(Room(game="roll_your_own", seats=6))["step"]["now"].endswith(
        "Deal two down, each rolls one up, seat 1 first."
    )
    room = Room(game="mississippi").execute("opener", seat=3)
    for seat in (4, 5, 6, 7, 8, 1, 2):
        room.execute("act", seat=seat, what="call")
    assert step(room)[0] == "Tap the table, burn one under the pot, two up to each."


@pytest.mark.parametrize(
    ("event_data", "label"),
    [
        ({"name": "tie", "seat": 2}, "Seat 2 tied"),
        ({"name": "suit", "seat": 2, "what": "c"}, "Seat 2 clubs"),
        ({"name": "show_up", "seat": 4}, "Seat 4 upcards"),
        ({"name": "show_street", "count": 7}, "Upcards of 7 seats"),
        ({"name": "correct_counts"}, "Deck count"),
        ({"name": "buy_card", "seat": 4}, "Seat 4 buys a card"),
        ({"name": "act", "what": "complete", "seat": 3, "amount": 1000}, "Seat 3 complete $10"),
    ],
)
def test_undo_label_names_the_stud_command(event_data: dict[str, Any], label: str) -> None:
    assert undo_label(event_data) == label


def test_header_names_the_stud_game() -> None:
    assert scene_screen("stud_deal")["header"]["game"] == "Seven-card stud 10/20"


def test_closed_stud_table_needs_no_button_draw() -> None:
    assert step(Room().execute("close_table")) == ("Table closed. Tap OPEN TABLE.", "")


def test_extra_card_is_offered_until_the_seat_acts() -> None:
    room = Room(game="baseball").execute("opener", seat=3).execute("show_up", seat=4, cards=["4h"])
    assert step(room)[0].startswith("Seat 4 has a 4")
    assert "offer" not in step(room.execute("act", seat=4, what="call"))[0]
    room.count(8).execute("show_up", seat=4, cards=["4h", "9s"])
    assert "offer" not in step(room)[0], "the card of the street before is no longer for sale"


def test_short_ante_shows_its_true_amount() -> None:
    view = Room().execute("opener", seat=2).view
    assert screen(view, now_ms=NOW)["stage"]["antes"] == "8 antes of $2"
    view["money"]["pot"] -= 150  # seat 7 had 50 cents left
    assert screen(view, now_ms=NOW)["stage"]["antes"] == "antes $14.50"


def test_reason_for_the_first_seat_stays_beside_the_pots() -> None:
    room = Room(seats=4).execute("opener", seat=1)
    room.execute("act", seat=2, what="all_in", to=700)
    room.execute("act", seat=3, what="complete", to=1000)
    room.execute("act", seat=4, what="call").execute("act", seat=1, what="call")
    room.count(4)
    for seat, up in ((1, "2c Ad"), (2, "3c 9d"), (3, "9h Ks"), (4, "Td Qs")):
        room.execute("show_up", seat=seat, cards=up.split())
    screen_data = screen_of(room)
    assert screen_data["caption"]["note"] == "High hand showing"
    assert [row["name"] for row in screen_data["stage"]["rows"]] == ["Side pot", "Main pot"]
    assert (screen_data["stage"]["groups"], screen_data["stage"]["name"]) == ([], "fourth street")


def test_folded_seat_does_not_play_the_common_card() -> None:
    room = table_on_sixth_street().count(8).bet_and_call(5)
    assert screen_of(room)["stage"]["common"]["share"] == "plays for 8"
    room.execute("act", seat=6, what="fold")
    assert screen_of(room)["stage"]["common"]["share"] == "plays for 7"


def test_who_shows_first_is_asked_and_not_guessed() -> None:
    room = Room(seats=4).execute("opener", seat=1).count(4, 4, 4, 4, 4)
    screen_data = screen_of(room)
    who = screen_data["stage"]["who"]
    assert step(room) == (
        "Who shows first? Tap the seat high on sixth.",
        "Or just read the hands.",
    )
    assert who["title"] == "Who was high on sixth?"
    assert [seat["text"] for seat in who["seats"]] == ["1", "2", "3", "4"]
    assert who["seats"][2]["step"] == {
        "now": "Showdown. Seat 3 shows first.",
        "then": "Then seats 4, 1 and 2.",
    }
    assert who["unsure"]["now"] == "Showdown. Read the hands, tap the winner."
    assert pod(screen_data, 2)["keys"][1]["text"] == "WINS"


def test_known_first_seat_is_not_asked() -> None:
    room = Room(seats=4).execute("opener", seat=1).count(4, 4, 4, 4)
    room.execute("opener", seat=2).count(4)
    assert screen_of(room)["stage"]["who"] is None
    assert step(room)[0] == "Showdown. Seat 2 shows first."


def test_wild_cards_are_in_the_step_and_an_extra_card_in_more() -> None:
    baseball = {"game": "baseball", "blinds": [], "ante": 100, "bring_in": 200}
    dealt = play(open_table(baseball, seats=6), "deal")
    assert step_of(dealt)["then"] == "3s and 9s wild, a 4 up gets a card."
    keys = [key for row in screen_of_table(dealt)["more"] for key in row["keys"] if key]
    extra = next(key for key in keys if key["text"] == "Extra\ncard")
    assert extra["do"] == {"open": "arm", "args": {"of": "buy"}}


def screen_of_table(table: Table) -> dict[str, Any]:
    """Return the screen of a table."""
    return screen(stored_view(table), now_ms=NOW)


def step_of(table: Table) -> dict[str, Any]:
    """Return the sentence of a table's step."""
    sentence: dict[str, Any] = screen_of_table(table)["step"]
    return sentence


def test_high_hand_of_the_last_street_is_ringed_and_not_named() -> None:
    room = Room().execute("opener", seat=2).count(8).execute("opener", seat=5).count(8)
    screen_data = screen_of(room)
    question = screen_data["stage"]["ask"]
    assert question["title"] == "Who is high? Seat 5 was. Tap it, or log its bet"
    assert [key["text"] for key in question["keys"]] == list("12345678"), "no key moves"
    assert [key["text"] for key in question["keys"] if key["look"] == "expected"] == ["5"]
    assert step(room) == (
        "Fifth street: high hand acts first. Tap its seat.",
        "Seat 5 was high on fourth.",
    )
    assert not any(pod_data["pills"] for pod_data in screen_data["pods"]), "no seat is first yet"
    assert sent_command(question["keys"][2]) == ("opener", {"seat": 3})


def test_low_card_of_the_bring_in_says_nothing_about_the_high_hand() -> None:
    question = screen_of(Room().execute("opener", seat=2).count(8))["stage"]["ask"]
    assert question["title"] == "Who is high? Tap it, or log its bet"
    assert not any(key["look"] == "expected" for key in question["keys"])
    room = Room(stud_opener="high_card").execute("opener", seat=3).count(8)
    assert "Seat 3 was." in screen_of(room)["stage"]["ask"]["title"]


def test_high_hand_that_folded_is_not_likely() -> None:
    room = Room().execute("opener", seat=2).count(8).execute("act", seat=5, what="bet", to=1000)
    room.execute("act", seat=6, what="raise", to=2000).execute("act", seat=5, what="fold")
    question = screen_of(room.count(7))["stage"]["ask"]
    assert question["title"] == "Who is high? Tap it, or log its bet"


def test_seat_that_shows_a_four_has_its_keys_until_it_is_settled() -> None:
    room = Room(game="baseball").execute("opener", seat=3).execute("show_up", seat=5, cards=["4h"])
    assert step(room)[0].startswith("Seat 5 has a 4 up: offer a card.")
    declined, taken = pod(screen_of(room), 5)["keys"]
    assert (declined["text"], taken["text"], taken["look"]) == ("NO\nCARD", "EXTRA\nCARD", "due")
    stub = room.view["ledger"]["stub"]
    command, args = sent_command(taken)
    assert (command, args) == ("buy_card", {"seat": 5})
    room.execute(command, **args)
    assert room.view["ledger"]["stub"] == stub - 1
    assert [key["text"] for key in pod(screen_of(room), 5)["keys"]] == ["FOLD", "COMPLETE"]
    assert screen_of(room)["footer"]["ledger"][-1]["count"] == stub - 1


def test_two_seats_with_a_four_have_rings_and_none_is_the_amber_key() -> None:
    room = Room(game="baseball").execute("opener", seat=3)
    room.execute("show_up", seat=5, cards=["4h"]).execute("show_up", seat=6, cards=["4d"])
    looks = [pod(screen_of(room), seat)["keys"][1]["look"] for seat in (5, 6)]
    assert looks == ["expected", "expected"]


def test_declined_extra_card_leaves_the_stub_and_brings_the_keys_back() -> None:
    room = Room(game="baseball").execute("opener", seat=3).execute("show_up", seat=5, cards=["4h"])
    command, args = sent_command(pod(screen_of(room), 5)["keys"][0])
    room.execute(command, **args)
    assert screen_of(room)["undo"]["sub"] == "Seat 5 takes no card"
    assert [key["text"] for key in pod(screen_of(room), 5)["keys"]] == ["FOLD", "COMPLETE"]
    assert "offer" not in step(room)[0]


def test_without_upcards_the_felt_asks_which_seat_shows_a_four() -> None:
    room = Room(game="baseball").execute("opener", seat=3)
    question = screen_of(room)["stage"]["ask"]
    assert question["title"] == "A 4 up gets a card. Tap its seat"
    assert sent_command(question["keys"][4]) == ("buy_card", {"seat": 5})
    room.execute("buy_card", seat=5)
    question = screen_of(room)["stage"]["ask"]
    assert question["keys"][4]["why"] == "Seat 5 has no 4 up that still gets a card."
    room.execute("act", seat=4, what="call")
    assert screen_of(room)["stage"]["ask"] is None, "the felt is free again with the first act"
    room.count(8)
    assert screen_of(room)["stage"]["ask"]["title"].startswith("Who is high?")
    room.execute("opener", seat=6)
    assert screen_of(room)["stage"]["ask"]["title"].startswith("A 4 up")


def test_step_of_baseball_names_wild_cards_and_the_extra_card() -> None:
    room = Room(game="baseball")
    assert step(room) == (
        "Deal two down, one up, seat 1 first.",
        "3s and 9s wild, a 4 up gets a card.",
    )
    assert step(room.execute("deal"))[1] == "3s and 9s wild, a 4 up gets a card."
    room.execute("opener", seat=3).count(8)
    assert step(room)[1] == "3s and 9s wild, a 4 up gets a card."


def test_plain_stud_asks_for_no_extra_card() -> None:
    assert screen_of(Room().execute("opener", seat=3))["stage"]["ask"] is None

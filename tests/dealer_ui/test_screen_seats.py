"""Seats that change in mid-hand: who sits out plays on, who left is not put back."""

from dealer_ui.screen import screen
from dealer_ui.screen.stage import DASH
from dealer_ui.words import names
from tests.dealer_ui.stage import NOW, fixture
from tests.dealer_ui.test_screen import pod, sends, shown


def test_who_has_cards_may_sit_out_from_the_next_hand_on() -> None:
    out, chips, leave, *_ = pod(shown("flop"), 4)["choices"]
    assert sends(out) == ("sit_out", {"seat": 4})
    assert (chips["do"], leave["do"]) == (None, None)


def test_who_sits_out_after_the_hand_may_stay_after_all() -> None:
    view = fixture("flop")
    view["seats"][3] |= {"away": True, "choices": [""]}
    told = pod(screen(view, now_ms=NOW), 4)
    assert [key["text"] for key in told["choices"]] == ["Back", "Add chips", "Leave"]
    assert told["keys"][0]["text"] == "FOLD"
    assert names.standing(view["seats"][3]).endswith("sits out the next hand")


def test_a_hand_that_is_being_dealt_can_be_misdealt_and_killed() -> None:
    _, misdeal, kill, _ = shown("deal")["secondary"]
    assert sends(misdeal) == ("misdeal", {})
    assert kill["do"] == {"open": "arm", "args": {"of": "kill"}}
    assert "kill" in pod(shown("deal"), 4)["arms"]
    assert [key["do"] for key in shown("closed")["secondary"][1:3]] == [None, None]


def test_a_counted_pot_says_nothing_of_the_bets() -> None:
    view = fixture("streets")
    view["money"] |= {"known": True, "pot": 8000}
    told = screen(view | {"floor": {"at": NOW, "street": "flop"}}, now_ms=NOW)
    assert [number["text"] for number in told["stage"]["numbers"][:3]] == ["$80", DASH, DASH]
    sent = told["floor"]["sent_with"]
    assert sent == "Sent with it: flop, 5 in, pot $80, the log of hand 214"


def test_a_player_who_left_is_not_put_back() -> None:
    view = fixture("flop")
    view["seats"][2] |= {"name": "", "player": "", "can_unfold": False}
    assert pod(screen(view, now_ms=NOW), 3)["keys"][0]["do"] is None

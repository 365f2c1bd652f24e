"""The dealer's messages: amounts, steps and UNDO."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dealer_ui import messages
from dealer_ui.messages import PAGE, money, pot_name, seats_said
from dealer_ui.messages.corrections import dropped_note
from dealer_ui.messages.floor import is_held, remedy_step, ruling_label
from dealer_ui.messages.rule_texts import rule_clause, rule_title
from dealer_ui.messages.text_width import BAND, fits, width
from poker.calls import HeldPot
from poker.game_name import game_name
from poker.refusal import Refusal
from poker.state import UndoLabel
from poker.step import Step, StepFacts
from poker.view.model import GameView, RemedyView, TableView
from tests.support.stage import FIXTURES, STATIC, fixture
from tests.support.view_json import step_sentence, undo_label
from web.messages.refusals import refusal

PAGES = STATIC["dealer_ui"] / "dealer_ui"
EXPECTED_STEPS = {
    "deal": (
        "Shuffle, cut. Deal two rounds, first card to seat 2, last to seat 1 (button).",
        "",
    ),
    "flop": ("Bet is $8. Seats 9, 2, 4, 5 to act.", "Then burn and turn."),
    "complete": (
        "Tap the table, burn one under the pot, one card to the turn.",
        "Five in: tap 5.",
    ),
    "award": ("Muck seats 5 and 7. Main pot $253: seat 2 or seat 9.", "Then drop $5."),
    "floor": ("Keep burns, board and muck apart. Don\u2019t riffle.", "Floor called."),
}


def view_with_step(kind: str, view: str = "flop", **facts: Any) -> dict[str, Any]:
    """Return the flop with another step."""
    data = fixture(view)
    data["step"] = data["step"] | {"kind": kind, "facts": {}} | facts
    return data


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (5400, "$54"),
        (50, "$0.50"),
        (125000, "$1,250"),
        (1005, "$10.05"),
        (0, "$0"),
        (-250, "-$2.50"),
    ],
)
def test_money_has_cents_only_when_there_are_any(cents: int, text: str) -> None:
    assert money(cents) == text


@pytest.mark.parametrize(
    ("seats", "text"), [([7], "seat 7"), ([5, 7], "seats 5 and 7"), ([2, 5, 9], "seats 2, 5 and 9")]
)
def test_seats_are_listed(seats: list[int], text: str) -> None:
    assert seats_said(seats) == text


@pytest.mark.parametrize(
    ("index", "sides", "text"),
    [(0, 0, "Pot"), (0, 1, "Main pot"), (1, 1, "Side pot"), (2, 2, "Side pot 2")],
)
def test_pots_are_named(index: int, sides: int, text: str) -> None:
    assert pot_name(index, sides) == text


@pytest.mark.parametrize("name", sorted(EXPECTED_STEPS))
def test_step_is_in_the_dealers_terms(name: str) -> None:
    now, later_text = EXPECTED_STEPS[name]
    assert step_sentence(fixture(name)) == {"now": now, "then": later_text}


def test_the_flop_is_burned_and_dealt() -> None:
    data = step_sentence(view_with_step("street", next="flop", count=3))
    assert data["now"] == "Tap the table, burn one under the pot, three cards to the flop."


RETURNED_BET = {"seat": 1, "amount": 24000}
SIDE_POT = {"pot": 1, "amount": 8000, "seats": [4, 1]}
SECOND_SIDE_POT = {"pot": 2, "amount": 12000, "seats": [9, 4, 1]}


@pytest.mark.parametrize(
    ("kind", "expected_coming", "facts", "now", "later_text"),
    [
        (
            "street",
            "turn",
            {"side_pots": [SIDE_POT]},
            "Side pot: $80, seats 1 and 4.",
            "Then burn one, one card to the turn.",
        ),
        (
            "run_out",
            "flop",
            {"returned": RETURNED_BET},
            "Return $240 to seat 1.",
            "Then burn and flop.",
        ),
        (
            "street",
            "flop",
            {"returned": RETURNED_BET, "side_pots": [SIDE_POT]},
            "Return $240 to seat 1. Side pot: $80, seats 1 and 4.",
            "Then burn and flop.",
        ),
        (
            "street",
            "showdown",
            {"side_pots": [SIDE_POT]},
            "Side pot: $80, seats 1 and 4.",
            "Then showdown.",
        ),
        (
            "street",
            "river",
            {"returned": RETURNED_BET, "side_pots": [SIDE_POT, SECOND_SIDE_POT]},
            "Return $240 to seat 1. Side pot 1: $80. Side pot 2: $120.",
            "Then burn and river.",
        ),
        (
            "showdown",
            "",
            {"returned": RETURNED_BET},
            "Return $240 to seat 1. Then showdown.",
            "Seat 4 shows first.",
        ),
        (
            "showdown",
            "",
            {"all_up": True},
            "All-in: hands up. Read them, tap the winner.",
            "",
        ),
    ],
)
def test_returned_bets_and_side_pots_come_before_the_card(
    kind: str, expected_coming: str, facts: dict[str, Any], now: str, later_text: str
) -> None:
    data = step_sentence(view_with_step(kind, next=expected_coming, facts=facts, seats=[4, 1]))
    assert data == {"now": now, "then": later_text}
    assert fits(now, later_text)


def test_pot_count_for_the_drop_precedes_the_push() -> None:
    facts = {"count_pot": True}
    data = step_sentence(view_with_step("showdown", facts=facts, seats=[]))
    assert data["now"] == "Count the pot for the drop."
    assert data["then"] == "Then read the hands."
    data = step_sentence(view_with_step("award", facts=facts, seats=[5], amount=None))
    assert data["now"] == "Count the pot for the drop."
    assert data["then"] == "Then push it to seat 5."


def test_an_uncalled_bet_goes_back_before_the_push() -> None:
    view = view_with_step("award", seats=[1], amount=9300, facts={"returned": RETURNED_BET})
    assert step_sentence(view)["now"] == "Return $240, push $93 to seat 1."


def test_first_to_act_on_a_street() -> None:
    data = step_sentence(view_with_step("opener", seats=[2, 4, 9], amount=0))
    assert data == {"now": "Seat 2 is first: check or bet.", "then": "Then seats 4 and 9."}


def test_last_seat_to_act_is_named() -> None:
    data = step_sentence(view_with_step("answer", seats=[9], amount=0, next="showdown"))
    assert data == {"now": "Seat 9 to check or bet.", "then": "Then showdown."}


def test_players_all_in_cannot_bet() -> None:
    data = step_sentence(view_with_step("run_out", next="turn"))
    assert data["now"] == "No more betting. Burn one, one card to the turn."
    assert data["then"] == "Then the river."
    up = step_sentence(view_with_step("run_out", next="turn", facts={"all_up": True}))
    assert up["now"] == "No more betting. Hands up. Burn one, one card to the turn."


def test_a_count_that_differs_asks_which_seat() -> None:
    view = view_with_step("name_out", count=1)
    view["count"]["said"] = 4
    data = step_sentence(view)
    assert data["now"] == "You tapped 4; the tablet has 5. Tap FOLD on the seat that folded."


def test_the_last_player_takes_the_pot() -> None:
    view = view_with_step("award", seats=[7], amount=9300)
    assert step_sentence(view)["now"] == "Push $93 to seat 7."
    view["step"]["amount"] = None
    assert step_sentence(view)["now"] == "Push the pot to seat 7."


def test_extra_post_is_announced_with_the_deal() -> None:
    view = fixture("deal")
    view["seats"][5]["front"] = 400
    view["seats"][7]["front"] = 400
    data = step_sentence(view)
    assert data["then"] == "Seats 6 and 8 post."
    assert fits(data["now"], data["then"])


def test_post_with_a_dead_part_is_announced_in_full() -> None:
    view = fixture("deal")
    view["seats"][1] |= {"front": 400, "dead": 200, "blind": None}
    data = step_sentence(view)
    assert data["then"] == "Seat 2 posts $4 live, $2 dead."
    view["seats"][5]["front"] = 400
    data = step_sentence(view)
    assert data["then"] == "Posts: seat 2 $4 live, $2 dead; seat 6 $4."
    assert fits(data["now"], data["then"])


def test_step_without_a_message_is_still_announced() -> None:
    assert step_sentence(view_with_step("stand_up"))["now"] == "Stand up."


@pytest.mark.parametrize("name", FIXTURES)
def test_every_step_fits_on_one_line(name: str) -> None:
    data = step_sentence(fixture(name))
    assert data["now"]
    assert fits(data["now"], data["then"])


def test_long_award_message_is_shortened() -> None:
    view = fixture("award")
    view["award"]["pots"][2]["out"] = [1, 3, 5, 7]
    view["step"] |= {"seats": [2, 4, 6, 8, 9], "amount": 123456789}
    data = step_sentence(view)
    assert width(data["now"]) <= BAND
    assert "$1,234,567.89" in data["now"]


@pytest.mark.parametrize(
    ("event_data", "text"),
    [
        ({"name": "act", "what": "raise", "seat": 7, "amount": 800}, "Seat 7 raise to $8"),
        ({"name": "act", "what": "bet", "seat": 9, "amount": 3000}, "Seat 9 bet $30"),
        ({"name": "act", "what": "fold", "seat": 4}, "Seat 4 fold"),
        ({"name": "award", "seat": 7, "amount": 9300}, "Award $93 to seat 7"),
        ({"name": "award", "amount": 9300}, "Award $93, split"),
        ({"name": "award", "amount": None}, "Award, split"),
        ({"name": "award", "seat": 7, "amount": None}, "Award to seat 7"),
        ({"name": "close_street", "count": 5, "street": "turn"}, "Turn, 5 in"),
        (
            {"name": "correct_act", "what": "all_in", "seat": 7, "amount": 6000},
            "Seat 7 all-in $60",
        ),
        ({"name": "kill_hand", "seat": 3}, "Seat 3 hand killed"),
        ({"name": "declare", "seat": 4, "what": "raise"}, "Seat 4 said raise"),
        ({"name": "declare", "seat": 4, "what": "sum", "amount": 500}, "Seat 4 said $5"),
        ({"name": "declare", "seat": 4, "what": "raise", "amount": 4000}, "Seat 4 said raise $40"),
        ({"name": "misdeal"}, "Misdeal"),
    ],
)
def test_undo_label_names_the_command(event_data: dict[str, Any], text: str) -> None:
    assert undo_label(event_data) == text


def test_page_shows_only_given_messages() -> None:
    scripts = [path for path in PAGES.rglob("*.js") if path.parent.name != "vendor"]
    message_keys = {
        key for path in scripts for key in re.findall(r'say\("(\w+)"', path.read_text())
    }
    assert message_keys
    assert message_keys <= PAGE.keys()


def test_undo_label_without_a_command() -> None:
    assert messages.undo_label(None) == "Nothing to undo"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "Limit hold\u2019em 4/8"),
        ({"limit": "none", "blinds": [100, 300]}, "No-limit hold\u2019em 1/3"),
        ({"limit": "pot", "title": "Omaha", "blinds": [50, 100]}, "Pot-limit Omaha 0.50/1"),
        ({"limit": "spread", "small_bet": 200, "big_bet": 1000}, "Spread hold\u2019em 2-10"),
    ],
)
def test_game_name_in_the_header(change: dict[str, Any], text: str) -> None:
    assert game_name(msgspec.convert(fixture("flop")["game"] | change, GameView)) == text


def test_number_of_seats_is_not_an_amount() -> None:
    message = refusal(Refusal("too_many_seats", "S-020", seats=9, most=8))
    assert message.endswith("seats at most 8, not 9. (Rule S-020)")


def test_void_hand_lists_the_returned_chips() -> None:
    facts = {"say": "Return everyone\u2019s chips from this hand.", "result": "x", "number": 2}
    few_seats = remedy_facts(facts, [(1, 700), (2, 700), (5, 1250)])
    assert next(remedy_step(TableView(), few_seats)) == (
        "Chips back: seat 1 $7, seat 2 $7, seat 5 $12.50.",
        "",
    )
    many_seats = remedy_facts(facts, [(seat, 700) for seat in range(1, 9)])
    message = next(remedy_step(TableView(), many_seats))[0]
    assert message == "Chips back: $7 to each of eight players."
    with_a_bettor = remedy_facts(facts, [(9, 1250), *((seat, 700) for seat in range(1, 9))])
    message = next(remedy_step(TableView(), with_a_bettor))[0]
    assert message == "Chips back: seat 9 $12.50, the other eight $7."
    unknown = remedy_facts(facts, [])
    assert next(remedy_step(TableView(), unknown))[0] == facts["say"]


def remedy_facts(facts: dict[str, Any], back: list[tuple[int, int]]) -> Step:
    """Return the step of a ruling that returns these chips."""
    return Step("remedy", facts=msgspec.convert(facts | {"back": back}, StepFacts))


def test_held_pot_is_shown_as_held() -> None:
    remedy = RemedyView("R 1", "", "Oak", "", "overridden", 3, 0, missed=[], steps=[])
    assert is_held(TableView(remedy=remedy, impounded=[HeldPot(3, None, ())]))
    assert ruling_label(remedy, held=True) == "Ruling final · R 1 · pot held · by Oak"
    assert not is_held(TableView(remedy=remedy, impounded=[HeldPot(2, None, ())]))
    assert "overridden" in ruling_label(remedy)


STEP_SOURCES = (Path("poker/step.py"),)


def test_every_rule_of_a_step_has_a_title_and_a_clause() -> None:
    sources = "".join(path.read_text() for path in STEP_SOURCES)
    cited = set(re.findall(r'Step\([^)]*?"([SH]-\d+)"', sources, re.DOTALL))
    assert len(cited) > 8
    for rule in cited:
        assert rule_title(rule), rule
        assert rule_clause(rule).endswith(f"ule {rule})"), rule


def test_caption_names_seats_whose_later_act_is_off() -> None:
    """A raise that was a call leaves no place for the answer to it."""
    label = UndoLabel("correct_act", what="call", seat=4, dropped=(3,))
    assert dropped_note(label) == "Seat 3: later action is off"
    assert dropped_note(UndoLabel("act")) == ""

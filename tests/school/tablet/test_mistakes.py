"""Mistakes have kinds, and taps have words."""

import pytest

from school.tablet.mistakes import REASONS, TITLES, cited, kind_of, tap_text
from school.tablet.model import MistakeKind, Move


def act(seat: int, what: str, to: int | None = None) -> Move:
    return Move("act", {"seat": seat, "what": what, "to": to})


FLOOR = Move("call_floor")
THREE_IN = Move("close_street", {"count": 3})
TWO_IN = Move("close_street", {"count": 2})
TURN = Move("report", {"key": "premature_turn"})
RIVER = Move("report", {"key": "premature_river"})
ONE_BURN = Move("report", {"facts": {"burned": 1}})
NO_BURN = Move("report", {"facts": {"burned": 0}})
POT_TO_2 = Move("award", {"seats": [2]})
POT_TO_3 = Move("award", {"seats": [3]})
DRAW_1 = Move("draw", {"seat": 2, "count": 1})
PAT = Move("draw", {"seat": 2, "count": 0})


@pytest.mark.parametrize(
    ("tapped", "wanted", "refused", "kind"),
    [
        (act(4, "fold"), [act(3, "fold")], False, "wrong_seat"),
        (act(3, "raise"), [act(3, "fold")], False, "wrong_act"),
        (act(3, "raise", 600), [act(3, "raise", 800)], False, "wrong_amount"),
        (act(3, "bet", 600), [act(3, "all_in")], False, "missed_all_in"),
        (act(3, "call"), [act(3, "all_in")], False, "missed_all_in"),
        (act(3, "all_in"), [act(3, "raise", 800)], False, "wrong_amount"),
        (TWO_IN, [THREE_IN], False, "wrong_count"),
        (THREE_IN, [act(3, "fold"), TWO_IN], False, "street_early"),
        (act(3, "fold"), [THREE_IN], False, "street_late"),
        (POT_TO_3, [POT_TO_2], False, "wrong_pot"),
        (PAT, [DRAW_1], False, "wrong_draw"),
        (Move("opener", {"seat": 3}), [Move("opener", {"seat": 5})], False, "wrong_card"),
        (act(3, "bet"), [Move("opener", {"seat": 5})], False, "wrong_card"),
        (THREE_IN, [FLOOR], False, "missed_floor"),
        (THREE_IN, [FLOOR], True, "missed_floor"),
        (FLOOR, [THREE_IN], False, "needless_floor"),
        (RIVER, [TURN], False, "wrong_irregularity"),
        (NO_BURN, [ONE_BURN], False, "wrong_fact"),
        (act(4, "fold"), [act(3, "fold"), act(4, "fold")], False, "out_of_order"),
        (POT_TO_2, [THREE_IN], True, "not_possible"),
        (Move("next_hand"), [Move("deal")], False, "other"),
        (Move("deal"), [Move("undo")], True, "not_possible"),
    ],
)
def test_kind_of_a_mistake(
    tapped: Move, wanted: list[Move], refused: bool, kind: MistakeKind
) -> None:
    assert kind_of(tapped, wanted, refused=refused) == kind


def test_rules_are_told_with_their_sources() -> None:
    sources = {"I-047": "003, HRH 15-B"}
    assert cited(("I-047", "H-21b"), sources) == "I-047 (003, HRH 15-B), H-21b"


def test_every_kind_has_a_title_and_an_entry_for_its_reason() -> None:
    assert set(TITLES) == set(REASONS)
    assert all(TITLES.values())


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (act(4, "fold"), "FOLD 4"),
        (act(4, "raise", 1250), "RAISE 4 to $12.50"),
        (act(4, "all_in"), "ALL-IN 4"),
        (THREE_IN, "3 still in"),
        (POT_TO_2, "Pot to seat 2"),
        (Move("award", {"seats": [2, 3]}), "Pot to seats 2, 3"),
        (Move("award", {"seats": [2], "low": [5]}), "High to seat 2, low to seat 5"),
        (Move("award"), "AWARD"),
        (DRAW_1, "Seat 2 draws 1"),
        (PAT, "Seat 2 pat"),
        (TURN, "Premature turn"),
        (ONE_BURN, "burned: 1"),
        (FLOOR, "FLOOR"),
        (Move("opener", {"seat": 5}), "First to act, seat 5"),
        (Move("undo"), "UNDO"),
        (Move("bomb_pot", {"amount": 1000}), "BOMB POT"),
        (Move("splash_pot", {"amount": 10000}), "SPLASH POT"),
        (Move("agree_runs", {"seat": 4, "runs": 1}), "ONCE 4"),
        (Move("agree_runs", {"seat": 4, "runs": 2}), "TWICE 4"),
        (Move("agree_runs", {"seat": 4, "runs": 3}), "3 TIMES 4"),
    ],
)
def test_tap_in_words(move: Move, words: str) -> None:
    assert tap_text(move) == words

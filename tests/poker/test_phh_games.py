"""Recorded hands of stud, draw and short deck without a data file, and their contents."""

import random
import re
import warnings
from typing import Any

import pytest
from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    HandHistory,
    NoLimitDeuceToSevenLowballSingleDraw,
)

from poker.phh.read import load
from poker.phh.replay import RecordedStep, finishing, replay
from poker.phh.write import write
from poker.refusal import Refusal
from tests.support.recorded_hands import read_with_pokerkit, to_batches
from tests.support.stud_hands import STUD


def recorded_steps_of(text: str) -> list[RecordedStep]:
    return list(replay(load(text)))


def finishing_stacks(text: str) -> tuple[int, ...]:
    recording = load(text)
    return tuple(stack // 100 for stack in finishing(recording, recorded_steps_of(text)[-1].table))


def waived_rules(text: str) -> list[str]:
    return [step.stood for step in recorded_steps_of(text) if step.stood]


def rewritten_stacks(text: str) -> tuple[int, ...]:
    """Return the stacks of the written hand, in the unit of the file."""
    number = load(write(to_batches(recorded_steps_of(text)))).finishing
    assert number is not None
    return tuple(stack // 100 for stack in number)


SHORT_DECK = """
variant = "NS"
ante_trimming_status = true
antes = [3, 3, 3, 3]
blinds_or_straddles = [0, 0, 0, 3]
min_bet = 3
starting_stacks = [400, 200, 300, 350]
actions = ["d dh p1 KhKs", "d dh p2 8d7c", "d dh p3 QhQd", "d dh p4 ????",
  "p1 cc", "p2 f", "p3 cbr 35", "p4 f", "p1 cbr 397", "p3 cc",
  "p1 sm KhKs", "p3 sm QhQd", "d db Ts8h6d", "d db Qs", "d db 6c"]
"""


def test_short_deck_is_opened_left_of_the_one_blind():
    # 297 beside the ante from both, four antes, the blind; the rest of the bet was called by nobody.
    assert finishing_stacks(SHORT_DECK) == (100, 197, 300 + 300 + 3 + 3 + 3, 344)
    assert rewritten_stacks(SHORT_DECK) == finishing_stacks(SHORT_DECK)
    assert read_with_pokerkit(SHORT_DECK) == tuple(
        100 * stack for stack in finishing_stacks(SHORT_DECK)
    )


def test_stud_hand_is_opened_by_its_upcards():
    assert finishing_stacks(STUD) == (197, 234, 169)
    assert waived_rules(STUD) == []
    assert rewritten_stacks(STUD) == finishing_stacks(STUD)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"p1 pb", "p2 cbr 5", "p3 cc", "p1 f"', '"p3 pb", "p1 f", "p2 cbr 5", "p3 cc"', "S-145"),
        ('"p3 cbr 5", "p2 cc", "d dh p2 7s"', '"p2 cbr 5", "p3 cc", "d dh p2 7s"', "S-150"),
    ],
)
def test_recorded_opener_overrides_the_upcards(old: str, new: str, rule: str):
    text = STUD.replace(old, new)
    assert text != STUD
    assert waived_rules(text) == [rule]
    assert sum(finishing_stacks(text)) == 600
    assert rewritten_stacks(text) == finishing_stacks(text)


def test_low_card_may_complete_instead_of_bringing_it_in():
    text = STUD.replace('"p1 pb", "p2 cbr 5", "p3 cc", "p1 f"', '"p1 cbr 5", "p2 cc", "p3 cc"')
    text = text.replace('"d dh p2 4h"', '"d dh p1 3s", "d dh p2 4h"')
    text = text.replace('"p3 cbr 5", "p2 cc",', '"p3 cbr 5", "p1 f", "p2 cc",')
    assert finishing_stacks(text) == (194, 237, 169)
    assert rewritten_stacks(text) == finishing_stacks(text)
    assert read_with_pokerkit(write(to_batches(recorded_steps_of(text)))) == tuple(
        100 * stack for stack in finishing_stacks(text)
    )


ALL_IN_LOW_CARD = """
variant = "F7S"
ante_trimming_status = true
antes = [1, 1, 1]
bring_in = 2
small_bet = 5
big_bet = 10
starting_stacks = [1, 200, 200]
actions = ["d dh p1 2d2h2c", "d dh p2 AhAd9c", "d dh p3 QcQdKd", "p2 pb", "p3 cc",
  "d dh p1 3s", "d dh p2 4h", "d dh p3 Ks", "p3 cbr 5", "p2 f",
  "p1 sm 2d2h2c3s", "p3 sm QcQdKdKs", "d dh p1 4s", "d dh p3 4c", "d dh p1 5s", "d dh p3 5c",
  "d dh p1 6s", "d dh p3 6c"]
"""


def test_a_low_card_without_chips_leaves_the_bring_in_to_the_next():
    """TDA RP-10E; the format calls it the bring-in of that seat. The hands went up before the last cards."""
    assert finishing_stacks(ALL_IN_LOW_CARD) == (3, 197, 201)
    phh_text = write(to_batches(recorded_steps_of(ALL_IN_LOW_CARD)))
    assert '"p2 pb"' in phh_text
    assert read_with_pokerkit(phh_text) == (300, 19700, 20100)


def dealt_by_pokerkit(game: Any, seed: int, players: int, fold: int = 0) -> str:
    """Return a hand dealt by pokerkit in which players fold at once, or call to the end and draw the maximum."""
    random.seed(seed)  # pokerkit shuffles with the module's own generator
    state = game(1000, players)
    left = fold
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif state.stand_patter_or_discarder_index is not None:
            hole_cards = state.hole_cards[state.stand_patter_or_discarder_index]
            state.stand_pat_or_discard("".join(map(repr, hole_cards)))
        elif left and state.can_fold():
            left -= 1
            state.fold()
        elif state.can_check_or_call():
            state.check_or_call()
        else:
            state.show_or_muck_hole_cards(True)
    return HandHistory.from_game_state(game, state, finishing_stacks=state.stacks).dumps()


AUTOMATIC = tuple(
    automation
    for automation in Automation
    if automation is not Automation.HOLE_CARDS_SHOWING_OR_MUCKING
)


@pytest.mark.parametrize(
    ("game", "players", "fold", "rules"),
    [
        # Stub and burns hold four cards for eight players: one card for all, there and here (S-156).
        (FixedLimitSevenCardStud(AUTOMATIC, True, 1, 2, 5, 10), 8, 0, []),
        (FixedLimitRazz(AUTOMATIC, True, 1, 2, 5, 10), 8, 0, []),
        # Four and three for seven: pokerkit deals the folded hand again, which is never done here (S-157).
        (FixedLimitSevenCardStud(AUTOMATIC, True, 1, 2, 5, 10), 8, 1, ["S-157"]),
        (FixedLimitSevenCardStud(AUTOMATIC, True, 1, 2, 5, 10), 7, 0, []),
        (FixedLimitDeuceToSevenLowballTripleDraw(AUTOMATIC, True, 0, (5, 10), 10, 20), 3, 0, []),
        (NoLimitDeuceToSevenLowballSingleDraw(AUTOMATIC, True, 0, (5, 10), 10), 5, 0, []),
        (FixedLimitBadugi(AUTOMATIC, True, 0, (5, 10), 10, 20), 4, 0, []),
    ],
)
def test_recorded_short_deck_is_accepted_and_reported(
    game: Any, players: int, fold: int, rules: list[str]
):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = dealt_by_pokerkit(game, 7, players, fold)
    recording = load(text)
    assert finishing(recording, recorded_steps_of(text)[-1].table) == recording.finishing
    assert waived_rules(text) == rules


def test_recorded_common_card_is_accepted_and_reported():
    """Seven stay: stub and burns hold ten cards for a burn, seven cards and the reserved one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = dealt_by_pokerkit(FixedLimitSevenCardStud(AUTOMATIC, True, 1, 2, 5, 10), 3, 7)
    actions = load(text).actions
    last = [action for action in actions if action.startswith("d dh")][-7:]
    card = last[0][-2:]
    other_actions = [action for action in actions if action not in last]
    at = actions.index(last[0])
    actions_shown = [re.sub(r"(sm .{12}).*", r"\1", action) for action in other_actions]
    actions_shown.insert(at, f"d db {card}")
    common = re.sub(r"actions = .*", f"actions = {actions_shown!r}", text)
    common = re.sub(r"finishing_stacks = .*", "", common)
    assert waived_rules(common) == ["H-14"]
    assert sum(finishing_stacks(common)) == 7000


def test_malformed_stud_and_draw_files_are_refused():
    for old, new, detail in [
        ("bring_in = 2", "", "bring_in is missing"),
        ("bring_in = 2", "bring_in = -2", "bring_in is missing"),
        ('"p1 pb", "p2 cbr 5"', '"p1 pb", "p2 pb"', ""),
        ('"d dh p2 4h"', '"d dh p2 4h5h"', "player 2 is dealt more than 4 cards"),
        ('"p3 cbr 10", "p2 cbr 20"', '"p3 pb"', "there is no bring-in to post"),
        ('"p3 cbr 10", "p2 cbr 20"', '"p3 sd"', ""),
    ]:
        assert old in STUD
        with pytest.raises(Refusal) as refusal_info:
            recorded_steps_of(STUD.replace(old, new))
        assert detail in str(refusal_info.value.facts.get("detail", "")), (new, refusal_info.value)

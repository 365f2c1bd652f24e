"""Recorded hands of stud, draw and short deck that no file of the data has, and what stands in them."""

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
from tests.poker.test_phh import batches, by_pokerkit


def moments_of(text: str) -> list[RecordedStep]:
    return list(replay(load(text)))


def stacks(text: str) -> tuple[int, ...]:
    recording = load(text)
    return tuple(stack // 100 for stack in finishing(recording, moments_of(text)[-1].table))


def stood(text: str) -> list[str]:
    return [moment.stood for moment in moments_of(text) if moment.stood]


def again(text: str) -> tuple[int, ...]:
    """The stacks that the written hand has, in the unit of the file."""
    number = load(write(batches(moments_of(text)))).finishing
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
    assert stacks(SHORT_DECK) == (100, 197, 300 + 300 + 3 + 3 + 3, 344)
    assert again(SHORT_DECK) == stacks(SHORT_DECK)
    assert by_pokerkit(SHORT_DECK) == tuple(100 * stack for stack in stacks(SHORT_DECK))


STUD = """
variant = "F7S"
ante_trimming_status = true
antes = [1, 1, 1]
bring_in = 2
small_bet = 5
big_bet = 10
starting_stacks = [200, 200, 200]
actions = ["d dh p1 ????2c", "d dh p2 AhAd9c", "d dh p3 ????Kd", "p1 pb", "p2 cbr 5", "p3 cc", "p1 f",
  "d dh p2 4h", "d dh p3 Ks", "p3 cbr 5", "p2 cc", "d dh p2 7s", "d dh p3 3d", "p3 cbr 10", "p2 cbr 20", "p3 cc",
  "d dh p2 Ac", "d dh p3 2h", "p3 cc", "p2 cbr 10", "p3 f"]
"""


def test_stud_opens_by_its_upcards():
    assert stacks(STUD) == (197, 234, 169)
    assert stood(STUD) == []
    assert again(STUD) == stacks(STUD)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"p1 pb", "p2 cbr 5", "p3 cc", "p1 f"', '"p3 pb", "p1 f", "p2 cbr 5", "p3 cc"', "S-145"),
        ('"p3 cbr 5", "p2 cc", "d dh p2 7s"', '"p2 cbr 5", "p3 cc", "d dh p2 7s"', "S-150"),
    ],
)
def test_who_opened_though_the_upcards_say_otherwise_stands(old: str, new: str, rule: str):
    text = STUD.replace(old, new)
    assert text != STUD
    assert stood(text) == [rule]
    assert sum(stacks(text)) == 600
    assert again(text) == stacks(text)


def test_the_low_card_may_bet_in_full_instead_of_the_bring_in():
    text = STUD.replace('"p1 pb", "p2 cbr 5", "p3 cc", "p1 f"', '"p1 cbr 5", "p2 cc", "p3 cc"')
    text = text.replace('"d dh p2 4h"', '"d dh p1 3s", "d dh p2 4h"')
    text = text.replace('"p3 cbr 5", "p2 cc",', '"p3 cbr 5", "p1 f", "p2 cc",')
    assert stacks(text) == (194, 237, 169)
    assert again(text) == stacks(text)
    assert by_pokerkit(write(batches(moments_of(text)))) == tuple(
        100 * stack for stack in stacks(text)
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
    assert stacks(ALL_IN_LOW_CARD) == (3, 197, 201)
    written = write(batches(moments_of(ALL_IN_LOW_CARD)))
    assert '"p2 pb"' in written
    assert by_pokerkit(written) == (300, 19700, 20100)


def checked_down(game: Any, seed: int, players: int, fold: int = 0) -> str:
    """A hand dealt by pokerkit in which all that do not fold at once call and stay, and draw all they may."""
    random.seed(seed)  # pokerkit shuffles with the module's own generator
    state = game(1000, players)
    left = fold
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif state.stand_patter_or_discarder_index is not None:
            mine = state.hole_cards[state.stand_patter_or_discarder_index]
            state.stand_pat_or_discard("".join(map(repr, mine)))
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
def test_a_deck_that_ran_short_stands(game: Any, players: int, fold: int, rules: list[str]):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = checked_down(game, 7, players, fold)
    recording = load(text)
    assert finishing(recording, moments_of(text)[-1].table) == recording.finishing
    assert stood(text) == rules


def test_a_common_card_where_our_deck_would_serve_stands():
    """Seven stay: stub and burns hold ten cards for a burn, seven and the one that is kept."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = checked_down(FixedLimitSevenCardStud(AUTOMATIC, True, 1, 2, 5, 10), 3, 7)
    lines = load(text).actions
    last = [line for line in lines if line.startswith("d dh")][-7:]
    card = last[0][-2:]
    kept = [line for line in lines if line not in last]
    at = lines.index(last[0])
    shown = [re.sub(r"(sm .{12}).*", r"\1", line) for line in kept]
    shown.insert(at, f"d db {card}")
    common = re.sub(r"actions = .*", f"actions = {shown!r}", text)
    common = re.sub(r"finishing_stacks = .*", "", common)
    assert stood(common) == ["H-14"]
    assert sum(stacks(common)) == 7000


def test_nonsense_of_stud_and_draw_is_refused():
    for old, new, detail in [
        ("bring_in = 2", "", "bring_in is missing"),
        ("bring_in = 2", "bring_in = -2", "bring_in is missing"),
        ('"p1 pb", "p2 cbr 5"', '"p1 pb", "p2 pb"', ""),
        ('"d dh p2 4h"', '"d dh p2 4h5h"', "player 2 is dealt more than 4 cards"),
        ('"p3 cbr 10", "p2 cbr 20"', '"p3 pb"', "there is no bring-in to post"),
        ('"p3 cbr 10", "p2 cbr 20"', '"p3 sd"', ""),
    ]:
        assert old in STUD
        with pytest.raises(Refusal) as caught:
            moments_of(STUD.replace(old, new))
        assert detail in str(caught.value.facts.get("detail", "")), (new, caught.value)

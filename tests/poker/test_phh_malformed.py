"""Recorded hands that cannot have been: cards dealt twice, hands never held, impossible stacks, hostile files."""

import re

import pytest

from poker.phh.read import fault_line, load
from poker.phh.replay import replay
from poker.refusal import Refusal
from tests.support.recorded_hands import HAND
from tests.support.stud_hands import STUD

# Three see the river of a hand whose first two players are known.
RIVER = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AsKs",
  "d dh p2 7c??",
  "d dh p3 ????",  # "not an action"
  "p3 cc", "p1 cc", "p2 cc",
  "d db 2h3h4c", "p1 cc", "p2 cc", "p3 cc",
  "d db 9d", "p1 cc", "p2 cc", "p3 cc",
  "d db Jd", "p1 cc", "p2 cc", "p3 cc",
  "p1 sm AsKs",
  "p2 sm 7c8c",
  "p3 sm QcQd",
]
"""
DRAW = """variant = "F2L3D"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = [
  "d dh p1 2c3c4c5c9c", "d dh p2 ??????????", "p2 cc", "p1 cc",
  "p1 sd 9c", "p2 sd ????",
  "d dh p1 7d", "d dh p2 ????", "p1 cc", "p2 f",
]
"""


def refused(text: str) -> tuple[str, int, object]:
    """What is wrong, in which line, and in which action."""
    with pytest.raises(Refusal) as caught:
        list(replay(load(text)))
    facts = caught.value.facts
    return (
        str(facts.get("detail", caught.value.code)),
        fault_line(text, caught.value),
        facts.get("number"),
    )


@pytest.mark.parametrize("text", [RIVER, DRAW])
def test_valid_examples_are_replayed(text: str):
    assert list(replay(load(text)))


@pytest.mark.parametrize(
    ("text", "old", "new", "detail", "line", "action"),
    [
        (RIVER, "p2 7c??", "p2 Ks??", "Ks is dealt twice: it is with player 1", 8, 2),
        (RIVER, "p2 7c??", "p2 7c7c", "card_twice", 8, 2),
        (RIVER, "2h3h4c", "2hAs4c", "As is dealt twice: it is with player 1", 11, 7),
        (RIVER, "db 9d", "db 4c", "4c is dealt twice: it is on the board", 12, 11),
        (RIVER, "db Jd", "db 7c", "7c is dealt twice: it is with player 2", 13, 15),
        (DRAW, "p1 7d", "p1 5c", "5c is dealt twice: it is with player 1", 10, 7),
        (DRAW, "p1 7d", "p1 9c", "9c is dealt twice: it is among the discards", 10, 7),
        (DRAW, "p2 sd ????", "p2 sd 4c??", "player 2 shows 4c, which is with player 1", 9, 6),
        (STUD, "d dh p2 7s", "d dh p2 Kd", "Kd is dealt twice: it is with player 3", 10, 12),
        (STUD, "d dh p2 7s", "d dh p2 2c", "2c is dealt twice: it is with player 1", 10, 12),
    ],
)
def test_duplicate_card_is_refused_with_its_line(
    text: str, old: str, new: str, detail: str, line: int, action: int
):
    assert text.count(old) == 1
    assert refused(text.replace(old, new)) == (detail, line, action)


@pytest.mark.parametrize(
    ("old", "new", "detail", "line", "action"),
    [
        ("p1 sm AsKs", "p1 sm AsKd", "player 1 shows Kd, which the player was not dealt", 14, 19),
        ("p2 sm 7c8c", "p2 sm 6c8c", "player 2 shows 8c, which the player was not dealt", 15, 20),
        ("p2 sm 7c8c", "p2 sm 7cAs", "player 2 shows As, which is with player 1", 15, 20),
        ("p2 sm 7c8c", "p2 sm 7cJd", "player 2 shows Jd, which is on the board", 15, 20),
        ("p3 sm QcQd", "p3 sm QcQdQh", "player 3 shows 3 cards but was dealt 2", 16, 21),
        ("p3 sm QcQd", "p3 sm Qc8c", "player 3 shows 8c, which is with player 2", 16, 21),
    ],
)
def test_shown_hand_must_match_the_dealt_cards(
    old: str, new: str, detail: str, line: int, action: int
):
    assert RIVER.count(old) == 1
    assert refused(RIVER.replace(old, new)) == (detail, line, action)


def test_a_hand_that_was_not_dealt_is_not_shown():
    text = RIVER.replace('  "d dh p3 ????",  # "not an action"\n', "")
    assert refused(text) == ("player 3 shows 2 cards but was dealt 0", 15, 20)


def test_discards_are_dealt_again_when_the_deck_runs_short():
    """Six draw five each from a stub of 21: the discards are shuffled, and their cards are dealt again (H-45)."""
    ranks = "23456789TJ"
    suits = "cds"
    deck = [rank + suit for suit in suits for rank in ranks]
    deal = [f"d dh p{seat} {''.join(deck[seat * 5 - 5 : seat * 5])}" for seat in range(1, 7)]
    drawn = [f"p{seat} sd {''.join(deck[seat * 5 - 5 : seat * 5])}" for seat in range(1, 7)]
    calls = [f"p{seat} cc" for seat in (3, 4, 5, 6, 1, 2)]
    unseen = [f"d dh p{seat} ??????????" for seat in range(1, 6)]
    text = (
        'variant = "F2L3D"\nantes = [0, 0, 0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 0, 0, 0, 0]\n'
        "small_bet = 2\nbig_bet = 4\nstarting_stacks = [100, 100, 100, 100, 100, 100]\n"
        f"actions = {[*deal, *calls, *drawn, *unseen, 'd dh p6 2c3c4cQhKh', 'p1 f', 'p2 f', 'p3 f', 'p4 f', 'p5 f']}\n"
    )
    assert list(replay(load(text)))


@pytest.mark.parametrize(
    ("stacks", "detail"),
    [
        ("[-5, 100, 100]", "player 1 starts with -5, which is no stack"),
        ("[100, 0, 100]", "player 2 starts with 0, which is no stack"),
        ("[100, 100, -0.5]", "player 3 starts with -0.5, which is no stack"),
        ("[100, 100]", "starting_stacks has 2 of 3 players"),
        ("[100, 100, 100, 100]", "starting_stacks has 4 of 3 players"),
        ("[]", "starting_stacks has 0 players"),
        ("100", "starting_stacks is missing or not a list of numbers"),
        ('["x", 100, 100]', "starting_stacks is missing or not a list of numbers"),
        ("[true, 100, 100]", "starting_stacks is missing or not a list of numbers"),
        ("[[100], 100, 100]", "starting_stacks is missing or not a list of numbers"),
        ("[1e999999, 100, 100]", "starting_stacks: a number has more than 15 digits"),
        ("[1e-999999, 100, 100]", "starting_stacks: a number has more than 15 digits"),
        (f"[1e{'9' * 30}, 100, 100]", "starting_stacks: infinity and nan aren't amounts"),
        ("[inf, 100, 100]", "starting_stacks: infinity and nan aren't amounts"),
        (f"[{'9' * 5000}, 100, 100]", "a number has more than 15 digits"),
        (f"[0x{'f' * 5000}, 100, 100]", "starting_stacks: a number has more than 15 digits"),
        ("[" * 3000, "brackets are nested more than 30 deep"),
        ("[" * 100 + "]" * 100, "starting_stacks: brackets are nested more than 30 deep"),
    ],
)
def test_impossible_stacks_are_refused_with_their_line(stacks: str, detail: str):
    assert refused(HAND.replace("[100, 100, 100]", stacks)) == (detail, 6, None)


def test_error_names_the_line_of_the_key():
    text = 'event = """\nstarting_stacks = [1]\n"""\n' + HAND.replace("[100, 100", "[-1, 100")
    assert refused(text)[1] == 9


@pytest.mark.parametrize(
    "extra",
    [
        "\0",
        "players = 5",
        "players = [1]",
        "ante_trimming_status = 5",
        '_rake = "NaN"',
        "_rake = -5",
        "_chips = [0]",
        "_chips = [1000000000000, 1000000000000.01]",
        '_chips = ["\uff11"]',
        "_killer = true",
        "_awards = [[0]]",
        f"{'.'.join('a' * 3000)} = 1",
        "x = [" + "{a = [" * 1000,
        "x = " + "9" * 5000,
        "_odd_chip = 5",
    ],
    ids=lambda extra: extra[:20],
)
def test_malformed_field_is_refused_with_its_line(extra: str):
    assert refused(f"{HAND}{extra}\n")[1] == HAND.count("\n") + 1


@pytest.mark.parametrize(
    "action",
    [
        "p\uff13 f",
        "p\u00b2 f",
        "p3 cbr \uff11\uff10",
        "p3 cbr 1_0",
        "p3 cbr 1e1",
        "p3 cbr NaN",
        f"p3 cbr {'9' * 5000}",
        "p3 cbr -4",
        "p3 f 5",
        "p03 f",
        "p-1 f",
        "d",
        "d dh p1",
        "p3",
        "d dh p1 \uff21s\uff2bs",
        "p3 sm AsAs",
        "p3 pb",
        "p3 sd ??",
    ],
    ids=lambda action: action[:16],
)
def test_malformed_action_is_refused_with_its_number(action: str):
    assert refused(HAND.replace('"p3 f"', f'"{action}"'))[1:] == (7, 4)


def test_incomplete_hand_is_refused_at_its_last_action():
    assert refused(RIVER.replace('  "p3 sm QcQd",\n', "")) == ("cards_unseen", 15, 20)
    due = "p3 was due to act first, and the file has no act of it"
    assert refused(re.sub(r"actions = .*", "actions = []", HAND)) == (due, 7, 0)


SKIPPED = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AsAc", "d dh p2 7c2d", "d dh p3 KhQh",
  "p1 cbr 6",
  "p2 f",
]
"""


@pytest.mark.parametrize(
    ("text", "line", "number"),
    [
        (SKIPPED, 8, 4),
        (SKIPPED.replace('"p2 f",', '"p2 f", "p3 f",'), 8, 4),
        (SKIPPED.replace('"p1 cbr 6",', '"p3 cbr 6", "p2 f", "p1 f",'), 8, 5),
        (SKIPPED.replace('"p1 cbr 6",', '"p3 cc", "p1 cc", "d db 2h3h4h",'), 8, 6),
    ],
)
def test_replay_infers_no_act_of_a_seat_that_the_file_skips(text: str, line: int, number: int):
    detail, at, action = refused(text)
    assert "was due to act first" in detail
    assert (at, action) == (line, number)

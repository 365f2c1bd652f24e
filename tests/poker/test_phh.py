"""Recorded hands end in their finishing stacks, are written and read again, and a bad file gives a reason."""

from collections import Counter
from pathlib import Path

import pytest

from poker.phh.read import VARIANTS, load
from poker.phh.replay import finishing, replay
from poker.phh.table import table_for
from poker.phh.write import write
from poker.refusal import Refusal
from tests.support.recorded_hands import HAND, read_with_pokerkit, to_batches

DATA = Path(__file__).parents[1] / "data" / "phh"
FILES = sorted(DATA.rglob("*.phh"))


def file_id(path: Path) -> str:
    return str(path.relative_to(DATA))


def test_recorded_hands_cover_every_variant():
    counts = Counter(load(path.read_text()).variant for path in FILES)
    assert sum(counts.values()) == 116
    # No recorded hand is of short deck: `test_phh_games` has one.
    assert set(counts) == set(VARIANTS) - {"NS"}


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_recorded_hand_ends_with_its_finishing_stacks(path: Path):
    recording = load(path.read_text())
    recorded_steps = list(replay(recording))
    after = finishing(recording, recorded_steps[-1].table)
    if recording.finishing is not None:
        assert after == recording.finishing
    assert sum(after) == sum(recording.stacks)


WRITTEN = [path for path in FILES if "pluribus" not in str(path)] + FILES[4:70:7]


@pytest.mark.parametrize("path", WRITTEN, ids=file_id)
def test_written_hands_replay_to_the_same_result(path: Path):
    recording = load(path.read_text())
    recorded_steps = list(replay(recording))
    text = write(to_batches(recorded_steps))
    reloaded = load(text)
    assert reloaded.finishing == finishing(recording, recorded_steps[-1].table)
    assert read_with_pokerkit(text) == reloaded.finishing


def test_unknown_variant_is_refused_with_the_known_ones():
    with pytest.raises(Refusal) as refusal_info:
        load(HAND.replace('"NT"', '"N7S"'))
    assert refusal_info.value.code == "phh_variant"
    assert refusal_info.value.facts == {"variant": "N7S", "known": sorted(VARIANTS), "line": 2}


def test_example_file_is_complete():
    recording = load(HAND)
    recorded_steps = list(replay(recording))
    assert finishing(recording, recorded_steps[-1].table) == recording.finishing
    assert table_for(recording).button == 3


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        ("variant =", "variant ", "not TOML: expected '='"),
        ('variant = "NT"', "", "variant is missing"),
        ("[100, 100, 100]", '["100", 100, 100]', "starting_stacks is missing or not a list"),
        ("[100, 100, 100]", "[100]", "starting_stacks has 1 players"),
        ("antes = [0, 0, 0]", "antes = [0, 0]", "antes has 2 of 3 players"),
        ("blinds_or_straddles = [1, 2, 0]", "", "blinds_or_straddles is missing"),
        ("min_bet = 2", "min_bet = -2", "min_bet is missing or not a positive number"),
        ("min_bet = 2", "", "min_bet is missing"),
        ("starting_stacks = [100,", "starting_stacks = [nan,", "infinity and nan aren't amounts"),
        ("starting_stacks = [100,", "starting_stacks = [0.001,", "isn't a whole number of cents"),
        ("actions =", "acts =", "actions is missing"),
        ('"p3 f"', '"p4 f"', "there is no player 'p4'"),
        ('"p3 f"', '"p3 fold"', "verb 'fold' is not of this game"),
        ('"p3 f"', '"p3 cbr"', "a bet without an amount"),
        ('"p3 f"', '"p3 cbr much"', "much isn't an amount"),
        ('"p3 f"', '"p3 cbr -4"', "-4 isn't an amount"),
        ('"p3 f"', '"d"', "this action is not understood"),
        ("[99, 101, 100]", "[99, 101]", "finishing_stacks has 2 of 3 players"),
    ],
)
def test_malformed_file_is_refused_with_the_problem(old: str, new: str, detail: str):
    assert old in HAND
    with pytest.raises(Refusal) as refusal_info:
        list(replay(load(HAND.replace(old, new))))
    assert refusal_info.value.code == "phh_malformed"
    assert detail in str(refusal_info.value.facts["detail"])


NO_ONE_TO_CALL = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [2, 5, 0, 0]
min_bet = 5
starting_stacks = [30, 29, 60, 150]
actions = [
  "d dh p1 8sQd", "d dh p2 2cJh", "d dh p3 QsTc", "d dh p4 Ah8c",
  "p3 cbr 60",
  "p4 cbr 120",
  "p1 cc",
  "p2 cc",
  "d db Jc4c5d", "d db 3c", "d db 3h",
  "p3 sm QsTc", "p4 sm Ah8c", "p1 sm 8sQd", "p2 sm 2cJh",
]
finishing_stacks = [0, 116, 0, 153]
"""


def test_raise_that_no_one_can_call_stands_and_its_excess_goes_back():
    recording = load(NO_ONE_TO_CALL)
    steps = list(replay(recording))
    assert finishing(recording, steps[-1].table) == (0, 11600, 0, 15300)
    assert [step.stood for step in steps if step.stood] == ["S-115"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"p3 f", "p1 f"', '"p3 f", "p3 f"', "already_out"),
        ('"p3 f", "p1 f"', '"p1 f"', "phh_malformed"),
        ('"p3 f", "p1 f"', '"p3 cbr 500"', "more_than_stack"),
        ('"p3 f", "p1 f"', '"p3 cc", "p1 cc", "p2 cc", "d db AsAsKs"', "card_twice"),
        ('"p3 f", "p1 f"', '"p3 cc", "p1 cc", "p2 cc", "d db As"', "board_count"),
        ('"p3 f", "p1 f"', '"p3 cc", "p1 cc", "p2 cc", "d db AsXxKs"', "no_such_card"),
    ],
)
def test_impossible_hand_is_refused_with_its_action(old: str, new: str, code: str):
    with pytest.raises(Refusal) as refusal_info:
        list(replay(load(HAND.replace(old, new))))
    assert refusal_info.value.code == code
    assert "action" in refusal_info.value.facts


def test_equal_blinds_heads_up_leave_the_big_blind_its_option():
    """The button posts the small blind and acts first, also where both blinds are equal (S-066, S-079)."""
    text = (
        'variant = "FT"\nantes = [0, 0]\nblinds_or_straddles = [2, 2]\nsmall_bet = 2\nbig_bet = 4\n'
        'starting_stacks = [100, 100]\nactions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 f"]\n'
        "finishing_stacks = [98, 102]\n"
    )
    recording = load(text)
    *_, last = replay(recording)
    assert finishing(recording, last.table) == recording.finishing

"""The charts of the basic strategy, and the commands that they make of a hand."""

from typing import Any, Literal

import pytest

from banked.rules import commands as c
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, BoxHand, Round, RoundBox, Wager
from banked.rules.strategy import CHARTS, UPCARDS, Chart, Rows, decision

Soft17 = Literal["stand", "hit"]
HIT = c.DealCard("?", 1)
STAND = c.Stand(1)
DOUBLE = c.Double(1)
SPLIT = c.Split(1)
SURRENDER = c.Surrender(1)
RESCUE = c.Rescue(1)


def command(
    cards: str, upcard: str, soft_17: Soft17 = "stand", hands: int = 1, **fields: Any
) -> c.BankedCommand:
    """Return the decision of the first hand of box 1. fields: other fields of the hand."""
    hand = BoxHand(1_500, tuple(cards.split()), **fields)
    others = tuple(BoxHand(1_500, ("8", "5"), is_split=True) for _ in range(hands - 1))
    box = RoundBox(1, Wager(1_500), hands=(hand, *others))
    round_ = Round(1, 0, (box,), dealer=(upcard, "?"))
    return decision(BankedTable(plaque=BankedPlaque(soft_17=soft_17), round=round_), 1, 1)


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_a_chart_has_a_cell_for_each_upcard(chart: Chart) -> None:
    for rows in (chart.hard, chart.soft, chart.pairs, chart.rescue):
        assert {len(row) for row in rows.values()} == {len(UPCARDS)}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_a_chart_has_only_actions_of_its_table(chart: Chart) -> None:
    assert actions(chart.hard) <= {"S", "H", "D", "R"}
    assert actions(chart.soft) <= {"S", "H", "D"}
    assert actions(chart.pairs) <= {"P", "R", "-"}
    assert actions(chart.rescue) <= {"S", "R"}


def actions(rows: Rows) -> set[str]:
    return {cell.action for row in rows.values() for cell in row}


@pytest.mark.parametrize(
    ("cards", "upcard", "expected"),
    [
        ("9s 7h", "K", HIT),
        ("Js 7h", "T", STAND),
        ("Js 7h", "A", SURRENDER),
        ("6s 5h", "F", DOUBLE),
        ("6s 3h 2d", "F", HIT),
        ("As 7h", "9", HIT),
        ("As 7h", "7", STAND),
        ("As 7h", "6", DOUBLE),
        ("As 4h 3d", "2", STAND),
        ("As 3h 3d Ac", "2", HIT),
        ("9s 9h", "7", STAND),
        ("9s 9h", "8", SPLIT),
        ("8s 8h", "A", SPLIT),
        ("4s 4h", "5", HIT),
        ("Js Kh", "6", STAND),
    ],
)
def test_a_hand_is_played_by_its_total_its_cards_and_the_upcard(
    cards: str, upcard: str, expected: c.BankedCommand
) -> None:
    assert command(cards, upcard) == expected


@pytest.mark.parametrize(
    ("cards", "upcard", "stands", "hits"),
    [
        ("Js 6h", "A", HIT, SURRENDER),
        ("8s 8h", "A", SPLIT, SURRENDER),
        ("As 4h", "6", HIT, DOUBLE),
        ("Js 3h", "6", HIT, STAND),
    ],
)
def test_a_dealer_who_hits_soft_17_changes_some_decisions(
    cards: str, upcard: str, stands: c.BankedCommand, hits: c.BankedCommand
) -> None:
    assert command(cards, upcard, "stand") == stands
    assert command(cards, upcard, "hit") == hits


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("8s 7s", HIT), ("8h 7h", STAND), ("8s 7h", STAND), ("9s 6s", STAND), ("8s 4s 3s", STAND)],
)
def test_a_15_against_4_is_hit_for_a_6_7_8_of_spades_only(
    cards: str, expected: c.BankedCommand
) -> None:
    assert command(cards, "4") == expected


def test_sevens_of_one_suit_against_a_seven_are_hit_for_the_super_bonus() -> None:
    assert command("7h 7h", "7") == HIT
    assert command("7h 7s", "7") == SPLIT
    # A split hand gets no super bonus.
    assert command("7h 7h", "7", hands=2, is_split=True) == SPLIT


def test_a_pair_that_may_not_be_split_is_played_by_its_total() -> None:
    assert command("8s 8h", "7", hands=3, is_split=True) == SPLIT
    assert command("8s 8h", "7", hands=4, is_split=True) == HIT
    assert command("As Ah", "7", hands=4, is_split=True) == HIT


def test_a_surrender_that_is_too_late_is_a_hit() -> None:
    assert command("Js 7h", "A", is_split=True) == HIT
    assert command("Js 5h 2d", "A") == HIT


@pytest.mark.parametrize(
    ("cards", "upcard", "expected"),
    [
        ("6s 5h 5d", "8", RESCUE),
        ("6s 5h 5d", "7", STAND),
        ("6s 5h 6d", "9", STAND),
        ("6s 5h 6d", "A", RESCUE),
        ("6s 5h 7d", "A", STAND),
    ],
)
def test_a_double_is_rescued_from_12_to_16_against_strong_cards(
    cards: str, upcard: str, expected: c.BankedCommand
) -> None:
    assert command(cards, upcard, added=(1_500,)) == expected


def test_a_box_that_does_not_play_has_no_decision() -> None:
    with pytest.raises(LookupError, match="box 2 does not play"):
        decision(BankedTable(round=Round(1, 0, ())), 2, 1)

"""The kinds of a hand: facts of its events, in the table's state and view, and taken back by later events."""

from typing import Any

import pytest

from poker import events as e
from poker.hand_kinds import EVENTS, KINDS, fact_of, kinds_of, with_fact
from poker.state import BombPot, HandKind, Table
from poker.view import view
from tables.hand_kind_names import NAMES, kinds_text
from tests.support.play import open_table, play

BOMB = {"amount": 1000, "boards": 2}
NO_LIMIT = {"game": "holdem", "limit": "none", "blinds": [100, 200], "small_bet": 200}
NO_LIMIT |= {"big_bet": 200, "bomb": BOMB}
STRADDLES: dict[str, Any] = {"kinds": ["under_the_gun"], "most": 2}
SLEEPERS: dict[str, Any] = {"kinds": ["under_the_gun", "sleeper"]}


def kinds(table: Table) -> list[tuple[str, int, int]]:
    """Return the kinds of the hand in progress, as the view has them, too."""
    assert table.hand is not None
    assert list(view(table).hand.kinds or ()) == list(table.hand.kinds)
    return [(kind.kind, kind.count, kind.amount) for kind in table.hand.kinds]


@pytest.mark.parametrize(
    ("plaque", "lines", "expected"),
    [
        ({}, ["deal"], []),
        ({}, ["bomb_pot boards=1", "deal"], [("bomb_pot", 1, 1000)]),
        ({}, ["bomb_pot amount=2500", "deal"], [("bomb_pot_two_boards", 2, 2500)]),
        ({"straddles": STRADDLES}, ["straddle seat=3", "deal"], [("straddle", 1, 400)]),
        (
            {"straddles": STRADDLES},
            ["straddle seat=3", "straddle seat=4", "deal"],
            [("straddle", 2, 800)],
        ),
        ({"straddles": SLEEPERS}, ["straddle seat=5", "deal"], [("sleeper", 1, 400)]),
        (
            {"straddles": SLEEPERS},
            ["straddle seat=5", "3 fold", "4 fold"],
            [("sleeper", 1, 400)],
        ),
    ],
)
def test_hand_has_the_kinds_of_its_start(
    plaque: dict[str, Any], lines: list[str], expected: list[tuple[str, int, int]]
) -> None:
    assert kinds(play(open_table(NO_LIMIT | plaque), *lines)) == expected


def test_kill_hand_is_named_with_its_blind() -> None:
    kill = {"kind": "full", "trigger": 500, "post": 800}
    plaque = {"game": "omaha8", "kill": kill}
    table = play(open_table(plaque), "3 raise 800", "4 call", "5 6 1 2 fold")
    table = play(table, "close_street count=2", "3 fold", "award seats=4")
    assert table.kill
    assert kinds(play(table, "deal")) == [("kill", 1, 800)]


def test_runs_are_a_kind_while_everyone_agrees() -> None:
    table = play(open_table(NO_LIMIT, seats=3, runs="three"), "3 all_in 5000", "1 fold")
    table = play(table, "2 all_in 5000", "agree_runs seat=2 runs=2", "agree_runs seat=3 runs=2")
    assert kinds(table) == [("run_twice", 2, 0)]
    table = play(table, "agree_runs seat=2 runs=1")
    assert kinds(table) == []
    table = play(table, "agree_runs seat=2 runs=3", "agree_runs seat=3 runs=3")
    assert kinds(table) == [("run_three_times", 3, 0)]


def test_misdeal_keeps_forced_bets_and_drops_the_sleeper() -> None:
    bomb = play(open_table(NO_LIMIT), "bomb_pot", "deal", "misdeal", "deal")
    assert kinds(bomb) == [("bomb_pot_two_boards", 2, 1000)]
    sleeper = play(
        open_table(NO_LIMIT | {"straddles": SLEEPERS}),
        "straddle seat=5",
        "deal",
        "misdeal",
    )
    assert sleeper.hand is not None
    assert (sleeper.hand.sleeper, sleeper.hand.kinds) == (None, ())


def test_view_has_the_kinds_of_the_next_hand() -> None:
    table = play(open_table(NO_LIMIT), "bomb_pot")
    assert list(view(table).hand.kinds or ()) == [HandKind("bomb_pot_two_boards", 2, 1000)]
    assert not view(play(table, "bomb_pot on=false")).hand.kinds


def test_kinds_come_in_one_order_and_count_straddles() -> None:
    facts = [
        HandKind("straddle", amount=400),
        HandKind("run_twice", 2),
        HandKind("straddle", amount=800),
        HandKind("kill", amount=600),
    ]
    assert [(kind.kind, kind.count) for kind in kinds_of(facts)] == [
        ("straddle", 2),
        ("kill", 1),
        ("run_twice", 2),
    ]
    assert with_fact((), HandKind("one_run")) == ()


def test_events_without_a_kind_are_no_facts() -> None:
    assert fact_of(e.BlindPosted(1, "small", 100)) is None
    assert fact_of(e.Folded(1)) is None
    assert fact_of(e.BombPotStarted(BombPot(500), 0)) == HandKind("bomb_pot", 1, 500)
    assert e.BombPotStarted in EVENTS


def test_every_kind_has_a_name() -> None:
    assert tuple(NAMES) == KINDS
    text = kinds_text([HandKind("straddle", 2, 800), HandKind("run_twice", 2)])
    assert text == "2 straddles, last $8, Run twice"

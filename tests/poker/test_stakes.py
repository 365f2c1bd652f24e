"""A plaque is complete and holds together before a table opens (S-005, S-007, S-051 to S-053, S-117, S-118)."""

import msgspec
import pytest

from poker import chips
from poker import commands as c
from poker.engine import create, run
from poker.games import GAMES, MOST_SEATS, check_seats
from poker.refusal import Refusal
from poker.rules import read
from poker.stakes import BombPots, BountyGames, Rake, Stakes, check

VALID_STAKES = Stakes(
    game="holdem",
    limit="split",
    small_bet=10,
    big_bet=20,
    blinds=(5, 10),
    buy_in_min=100,
    buy_in_max=1000,
    chips=(5, 25, 100),
    rake=Rake(kind="percent", basis_points=500, cap=5, unit=5),
)
STUD = {"game": "stud", "blinds": (), "ante": 5, "bring_in": 5}


def test_valid_plaque_is_accepted():
    assert check(VALID_STAKES) is VALID_STAKES


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"game": "bridge"}, "plaque_game", "S-005"),
        ({"small_bet": 0}, "plaque_bet_missing", "S-005"),
        ({"small_bet": -10}, "plaque_bet_missing", "S-005"),
        ({"big_bet": 5}, "plaque_big_bet_below_small", "S-117"),
        ({"limit": "fixed"}, "plaque_fixed_varies", "S-117"),
        ({"blinds": (10, 5)}, "plaque_big_blind_below_small", "S-051"),
        ({"blinds": (0, 10)}, "plaque_blind_not_positive", "S-052"),
        ({"blinds": (-5, 10)}, "plaque_blind_not_positive", "S-052"),
        ({"ante": -1}, "plaque_blind_not_positive", "S-052"),
        ({"blinds": (5, 25)}, "plaque_blind_over_bet", "S-053"),
        ({"blinds": (), "straddle": True}, "plaque_straddle_needs_blind", "S-052"),
        ({"buy_in_min": 0}, "plaque_buy_in", "S-007"),
        ({"buy_in_max": 50}, "plaque_buy_in", "S-007"),
        ({"chips": (25, 100)}, "plaque_chips_cannot_make", "S-118"),
        ({"blinds": (3, 10)}, "plaque_chips_cannot_make", "S-118"),
        ({"chips": (5, 5)}, "plaque_chips", "S-005"),
        ({"chips": ()}, "plaque_chips", "S-005"),
        ({"chips": (0, 5)}, "plaque_chips", "S-005"),
        ({"chips": (10**12, 10**12 + 1)}, "plaque_chips", "S-005"),
        ({"bomb": BombPots(0)}, "plaque_bomb", "H-70"),
        ({"bomb": BombPots(25, boards=3)}, "plaque_bomb", "H-70"),
        ({"bomb": BombPots(25, every="hands")}, "plaque_bomb_hands", "H-70"),
        ({"bomb": BombPots(7)}, "plaque_chips_cannot_make", "S-118"),
        (STUD | {"bomb": BombPots(25)}, "plaque_bomb_game", "H-70"),
        ({"splash": -5}, "plaque_splash", "H-75"),
        ({"splash": 7}, "plaque_chips_cannot_make", "S-118"),
        ({"bounty": BountyGames(("stand_up",), 0)}, "plaque_bounty", "H-76"),
        ({"bounty": BountyGames((), 25)}, "plaque_bounty", "H-76"),
        ({"bounty": BountyGames(("stand_up",), 7)}, "plaque_chips_cannot_make", "S-118"),
        (STUD | {"bounty": BountyGames(("seven_deuce",), 25)}, "plaque_bounty_game", "H-76"),
        (
            {"game": "short_deck", "bounty": BountyGames(("seven_deuce",), 25)},
            "plaque_bounty_game",
            "H-76",
        ),
        ({"rake": Rake(kind="percent", basis_points=500)}, "plaque_rake_percent", "S-005"),
        ({"rake": Rake(kind="percent", cap=5)}, "plaque_rake_percent", "S-005"),
        ({"rake": Rake(kind="steps")}, "plaque_rake_steps", "S-005"),
        ({"rake": Rake(kind="steps", steps=((50, 2), (20, 1)))}, "plaque_rake_steps", "S-005"),
        ({"rake": Rake(kind="time")}, "plaque_rake_time", "S-005"),
        ({"rake": Rake(cap=-1)}, "plaque_rake", "S-005"),
        ({"rake": Rake(unit=0)}, "plaque_rake", "S-005"),
        ({"rake": Rake(basis_points=10_001)}, "plaque_rake", "S-005"),
        (
            {"rake": Rake(kind="percent", basis_points=500, cap=5)},
            "plaque_chips_cannot_make",
            "S-118",
        ),
        (
            {"rake": Rake(kind="percent", basis_points=500, cap=7, unit=5)},
            "plaque_chips_cannot_make",
            "S-118",
        ),
        ({"rake": Rake(kind="steps", steps=((50, 3),))}, "plaque_chips_cannot_make", "S-118"),
        ({"rake": Rake(jackpot=1)}, "plaque_chips_cannot_make", "S-118"),
        ({"rake": Rake(kind="time", time_charge=6)}, "plaque_chips_cannot_make", "S-118"),
    ],
)
def test_invalid_plaque_is_refused(changes: dict[str, object], code: str, rule: str):
    stakes = msgspec.structs.replace(VALID_STAKES, **changes)
    with pytest.raises(Refusal) as refusal_info:
        check(stakes)
    assert (refusal_info.value.code, refusal_info.value.rule) == (code, rule)


def test_table_does_not_open_with_an_incomplete_plaque():
    table = create("T", 9).state
    for seat in (1, 2):
        table = run(table, c.SeatPlayer(seat, f"p{seat}", "Name"), now=0).state
    with pytest.raises(Refusal, match="plaque_buy_in"):
        run(table, c.OpenTable(msgspec.structs.replace(VALID_STAKES, buy_in_max=0)), now=0)
    table = run(table, c.OpenTable(VALID_STAKES), now=0).state
    with pytest.raises(Refusal, match="plaque_game"):
        run(table, c.ChangePlaque(msgspec.structs.replace(VALID_STAKES, game="")), now=0)


@pytest.mark.parametrize("seats", [1, 0, -3, 11])
def test_invalid_seat_count_is_refused(seats: int):
    with pytest.raises(Refusal, match="seat_count"):
        create("T", seats)


def test_table_does_not_open_with_one_player():
    """S-005, S-049: a table with one player does not open."""
    table = run(create("T", 9).state, c.SeatPlayer(1, "p1", "Name"), now=0).state
    with pytest.raises(Refusal, match="too_few_players"):
        run(table, c.OpenTable(VALID_STAKES), now=0)


@pytest.mark.parametrize(
    ("amount", "denominations", "possible"),
    [
        (35, (5, 25), True),
        (33, (5, 25), False),
        (40, (25, 100), False),
        (6, (4, 6), True),
        (2, (4, 6), False),
        (10, (4, 6), True),
        (7, (), True),
        (0, (5,), True),
        (-5, (5,), False),
        (10**12, (500, 2500), True),
    ],
)
def test_chips_can_make_only_some_amounts(
    amount: int, denominations: tuple[int, ...], possible: bool
):
    """S-118: the smallest denomination in play is the unit."""
    assert chips.payable(amount, denominations) is possible


@pytest.mark.parametrize(
    ("amount", "denominations", "rounded_down", "rounded_up"),
    [
        (35, (5, 25), 35, 35),
        (33, (5, 25), 30, 35),
        (650, (100, 500), 600, 700),
        (3, (5,), 0, 5),
        (2, (4, 6), 0, 4),
        (11, (4, 6), 10, 12),
        (7, (3, 5), 6, 8),
        (4, (3, 5), 3, 5),
        (7, (), 7, 7),
    ],
)
def test_amounts_round_to_chips(
    amount: int, denominations: tuple[int, ...], rounded_down: int, rounded_up: int
):
    """S-118: down and up to the nearest amount that the chips make."""
    assert (chips.round_down(amount, denominations), chips.round_up(amount, denominations)) == (
        rounded_down,
        rounded_up,
    )


def test_limits_have_set_bets_and_a_raise_cap():
    """S-117: which limits name every bet, and which have a bet and three raises."""
    limits = ("fixed", "split", "spread", "pot", "none")
    plaques = [msgspec.structs.replace(VALID_STAKES, limit=limit) for limit in limits]
    assert [plaque.set_bets for plaque in plaques] == [True, True, False, False, False]
    assert [plaque.capped for plaque in plaques] == [True, True, True, False, False]


@pytest.mark.parametrize(
    "data", [{"raise_cap": "never"}, {"button_colour": 1}, {"version": "1"}, 3]
)
def test_unknown_house_settings_are_refused(data: object):
    with pytest.raises(Refusal, match="bad_rules"):
        read(data)


def test_game_may_allow_fewer_seats_than_the_table_has():
    """S-020 to S-023, H-13: the game sets the number of seats, ten at most."""
    eight = msgspec.structs.replace(GAMES["holdem"], seats=8)
    check_seats(eight, 8)
    with pytest.raises(Refusal, match="too_many_seats") as refusal_info:
        check_seats(eight, 9)
    assert refusal_info.value.facts == {"seats": 9, "most": 8}
    assert all(game.seats <= MOST_SEATS for game in GAMES.values())


@pytest.mark.parametrize(
    ("amount", "denominations", "stacks"),
    [
        (189, (1, 5, 25, 100), ((100, 1), (25, 3), (5, 2), (1, 4))),
        (6, (5, 2), ((2, 3),)),  # the largest chip would leave $1, which the others cannot make
        (24, (10, 4), ((10, 2), (4, 1))),
        (7, (), ()),
        (3, (5,), ()),
        (0, (5,), ()),
    ],
)
def test_chips_of_an_amount_are_the_largest_that_make_it(
    amount: int, denominations: tuple[int, ...], stacks: tuple[tuple[int, int], ...]
):
    """A dealer cuts out the largest chips first."""
    assert chips.stacks_of(amount, denominations) == stacks
    assert not stacks or sum(chip * count for chip, count in stacks) == amount

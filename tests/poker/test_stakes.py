"""A plaque is complete and holds together before a table opens (S-005, S-007, S-051 to S-053, S-117, S-118)."""

import msgspec
import pytest

from poker import chips
from poker import commands as c
from poker.engine import create, run
from poker.refusal import Refusal
from poker.rules import SETTINGS, HouseRules, read
from poker.stakes import Rake, Stakes, check

GOOD = Stakes(
    game="holdem",
    limit="split",
    small_bet=10,
    big_bet=20,
    blinds=(5, 10),
    buy_in_min=100,
    buy_in_max=1000,
    chips=(5, 25, 100),
    rake=Rake(kind="percent", basis_points=500, cap=5),
)


def test_good_plaque():
    assert check(GOOD) is GOOD


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
        ({"chips": (0, 5)}, "plaque_chips", "S-005"),
        ({"rake": Rake(kind="percent", basis_points=500)}, "plaque_rake_incomplete", "S-005"),
        ({"rake": Rake(kind="percent", cap=5)}, "plaque_rake_incomplete", "S-005"),
        ({"rake": Rake(kind="steps")}, "plaque_rake_incomplete", "S-005"),
        ({"rake": Rake(kind="steps", steps=((50, 2), (20, 1)))}, "plaque_rake_incomplete", "S-005"),
        ({"rake": Rake(kind="time")}, "plaque_rake_incomplete", "S-005"),
        ({"rake": Rake(cap=-1)}, "plaque_rake", "S-005"),
        ({"rake": Rake(unit=0)}, "plaque_rake", "S-005"),
        ({"rake": Rake(basis_points=10_001)}, "plaque_rake", "S-005"),
    ],
)
def test_plaque_refused(changes: dict[str, object], code: str, rule: str):
    stakes = msgspec.structs.replace(GOOD, **changes)
    with pytest.raises(Refusal) as caught:
        check(stakes)
    assert (caught.value.code, caught.value.rule) == (code, rule)


def test_incomplete_plaque_opens_no_table():
    table = create("T", 9).table
    for seat in (1, 2):
        table = run(table, c.SeatPlayer(seat, f"p{seat}", "Name"), now=0).table
    with pytest.raises(Refusal, match="plaque_buy_in"):
        run(table, c.OpenTable(msgspec.structs.replace(GOOD, buy_in_max=0)), now=0)
    table = run(table, c.OpenTable(GOOD), now=0).table
    with pytest.raises(Refusal, match="plaque_game"):
        run(table, c.ChangePlaque(msgspec.structs.replace(GOOD, game="")), now=0)


@pytest.mark.parametrize("seats", [1, 0, -3, 13])
def test_seat_count(seats: int):
    with pytest.raises(Refusal, match="seat_count"):
        create("T", seats)


def test_one_player_opens_no_table():
    """S-005, S-049: a table with one player does not open."""
    table = run(create("T", 9).table, c.SeatPlayer(1, "p1", "Name"), now=0).table
    with pytest.raises(Refusal, match="too_few_players"):
        run(table, c.OpenTable(GOOD), now=0)


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
def test_what_chips_can_make(amount: int, denominations: tuple[int, ...], possible: bool):
    """S-118: the smallest denomination in play is the unit."""
    assert chips.payable(amount, denominations) is possible


def test_house_settings_are_fields():
    fields = {field.name for field in msgspec.structs.fields(HouseRules)} - {"version"}
    assert {setting.field for setting in SETTINGS} == fields


@pytest.mark.parametrize(
    "data", [{"raise_cap": "never"}, {"button_colour": 1}, {"version": "1"}, 3]
)
def test_unknown_house_settings(data: object):
    with pytest.raises(Refusal, match="bad_rules"):
        read(data)

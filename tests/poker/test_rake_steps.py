"""The house's part of a pot as steps, for a pad that shows it with every digit (S-005, S-119)."""

import pytest

from poker import rake
from poker.stakes import Rake


@pytest.mark.parametrize(
    "schedule",
    [
        Rake(kind="percent", basis_points=1000, unit=100, cap=500, jackpot=100, jackpot_from=2000),
        Rake(kind="percent", basis_points=500, unit=50, cap=0),
        Rake(kind="steps", steps=((1000, 100), (4000, 300)), jackpot=200, jackpot_from=5000),
        Rake(kind="time", time_charge=600),
        Rake(kind="percent", basis_points=1000, unit=100, caps=((2, 0), (3, 200), (5, 400))),
        Rake(kind="steps", steps=((1000, 100), (4000, 300)), caps=((3, 100),), cap=300),
        Rake(jackpot=100, jackpot_from=1000, jackpot_second=100, jackpot_second_from=3000),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4, 9])
def test_steps_say_what_every_pot_owes(schedule: Rake, players: int) -> None:
    steps = rake.drop_steps(schedule, flop=True, players=players)
    for pot in range(0, 20_000, 50):
        _, *taken = next(step for step in reversed(steps) if pot >= step[0])
        assert tuple(taken) == rake.due(schedule, pot, flop=True, players=players), pot


def test_without_a_flop_nothing_is_taken() -> None:
    schedule = Rake(kind="percent", basis_points=1000, unit=100, no_flop_no_drop=True)
    assert rake.drop_steps(schedule, flop=False, players=9) == ((0, 0, 0),)


def test_cap_of_the_players_dealt_in_replaces_the_plain_cap() -> None:
    schedule = Rake(
        kind="percent", basis_points=1000, cap=500, caps=((2, 0), (3, 200), (5, 700)), unit=1
    )
    taken = [rake.due(schedule, 10_000, flop=True, players=players)[0] for players in (2, 3, 4, 5)]
    assert taken == [0, 200, 200, 700]
    from_three = Rake(kind="percent", basis_points=1000, cap=500, caps=((3, 700),), unit=1)
    assert rake.due(from_three, 10_000, flop=True, players=2) == (500, 0)


def test_nothing_is_dropped_where_the_cap_is_zero() -> None:
    schedule = Rake(kind="percent", basis_points=1000, cap=500, caps=((2, 0), (4, 500)), unit=1)
    assert not rake.drops(schedule, flop=True, players=3)
    assert rake.drops(schedule, flop=True, players=4)

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
    ],
)
def test_steps_say_what_every_pot_owes(schedule: Rake) -> None:
    steps = rake.drop_steps(schedule, flop=True)
    for pot in range(0, 20_000, 50):
        _, *taken = next(step for step in reversed(steps) if pot >= step[0])
        assert tuple(taken) == rake.due(schedule, pot, flop=True), pot


def test_without_a_flop_nothing_is_taken() -> None:
    schedule = Rake(kind="percent", basis_points=1000, unit=100, no_flop_no_drop=True)
    assert rake.drop_steps(schedule, flop=False) == ((0, 0, 0),)

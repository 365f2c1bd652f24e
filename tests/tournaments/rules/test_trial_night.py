"""A template's night before it is played."""

import pytest
from msgspec.structs import replace

from tests.tournaments.plans import DAILY
from tournaments.presets import PRESETS
from tournaments.rules.payouts import by_table
from tournaments.rules.plan import Plan, segments
from tournaments.rules.plan_times import LAST_BLINDS, expected_minutes
from tournaments.rules.trial_night import trial_night


@pytest.mark.parametrize("plan", [DAILY, *PRESETS.values()])
@pytest.mark.parametrize("entries", [2, 9, 80, 1_000])
def test_night_adds_up(plan: Plan, entries: int) -> None:
    night = trial_night(plan, entries)
    assert night.collected + night.house + night.staff == plan.entry.paid * entries
    assert night.overlay == max(0, plan.guarantee - night.collected)
    assert night.ends == expected_minutes(plan, entries)
    assert sum(part.minutes for part in night.parts) == night.ends
    assert len(night.parts) <= len(segments(plan))
    players = [part.players for part in night.parts]
    assert players == sorted(players, reverse=True)
    for part in night.parts:
        assert part.tables * plan.seats >= part.players
        assert part.average * part.players <= plan.entry.chips * entries


def test_players_left_follow_the_blinds() -> None:
    night = trial_night(DAILY, 200)
    for part in night.parts:
        big = DAILY.levels[part.level - 1].big
        assert part.players in (200, 2) or part.blinds >= LAST_BLINDS, big


def test_money_comes_when_no_more_players_are_left_than_are_paid() -> None:
    plan = PRESETS["daily"]
    night = trial_night(plan, 200)
    first = next(part for part in night.parts if part.begins == night.money_at)
    assert first.players <= night.places == len(by_table(plan.payouts, night.pool, 200))


def test_plan_without_enough_levels_is_marked() -> None:
    short = replace(DAILY, levels=DAILY.levels[:3])
    assert trial_night(short, 500).short > LAST_BLINDS
    assert trial_night(replace(DAILY, levels=()), 500).parts == ()

"""A template's night before it is played: when each level and break begins, about how many players are left."""

from typing import NamedTuple

from tournaments.rules.payouts import prize_amounts
from tournaments.rules.plan import Break, Plan, segments
from tournaments.rules.plan_times import (
    LAST_BLINDS,
    expected_minutes,
    late_entry_minutes,
    minutes_of,
    tables_for,
)


class NightPart(NamedTuple):
    """A level or a break of the night. begins, minutes: from the start; the rest as it begins.

    level: counted from 1, in a break the level before it; average: chips of a player; blinds: big blinds of that.
    """

    begins: int
    minutes: int
    level: int
    pause: Break | None
    players: int
    tables: int
    average: int
    blinds: int


class TrialNight(NamedTuple):
    """The parts of a night until its end, and what it pays. Money is in the smallest unit.

    short: big blinds in play after the last level, if the plan ends before the event does; otherwise 0.
    """

    entries: int
    parts: tuple[NightPart, ...]
    late_until: int
    ends: int
    short: int
    collected: int
    pool: int
    house: int
    staff: int
    places: int
    least: int
    money_at: int  # when about as many players are left as are paid, -1 if that is not in the plan

    @property
    def overlay(self) -> int:
        return self.pool - self.collected


def trial_night(plan: Plan, entries: int) -> TrialNight:
    """Return the night of a plan with so many entries, all of them first entries."""
    ends = expected_minutes(plan, entries)
    parts = _parts(plan, entries, ends)
    collected = plan.entry.pool * entries
    pool = max(collected, plan.guarantee)
    _, amounts = prize_amounts(plan, pool, entries)
    in_money = (part.begins for part in parts if part.players <= len(amounts))
    return TrialNight(
        entries=entries,
        parts=parts,
        late_until=late_entry_minutes(plan),
        ends=ends,
        short=_short(plan, entries),
        collected=collected,
        pool=pool,
        house=plan.entry.house * entries,
        staff=plan.entry.staff * entries,
        places=len(amounts),
        least=min(amounts, default=0),
        money_at=next(in_money, -1),
    )


def players_left(plan: Plan, entries: int, level: int) -> int:
    """Return about how many players begin a level: as many as have `LAST_BLINDS` big blinds each on average."""
    chips = plan.entry.chips * entries
    return max(2, min(entries, chips // (plan.levels[level - 1].big * LAST_BLINDS)))


def _parts(plan: Plan, entries: int, ends: int) -> tuple[NightPart, ...]:
    parts: list[NightPart] = []
    begins = 0
    players = entries
    for segment in segments(plan):
        if begins >= ends:
            break
        # The stakes of a mixed event fall with some games; no one comes back.
        players = min(players, players_left(plan, entries, segment.level))
        average = plan.entry.chips * entries // players
        parts.append(
            NightPart(
                begins=begins,
                minutes=minutes_of(segment),
                level=segment.level,
                pause=segment.pause,
                players=players,
                tables=tables_for(plan, players),
                average=average,
                blinds=average // plan.levels[segment.level - 1].big,
            )
        )
        begins += minutes_of(segment)
    return tuple(parts)


def _short(plan: Plan, entries: int) -> int:
    blinds = plan.entry.chips * entries // plan.levels[-1].big if plan.levels else 0
    return blinds if blinds > LAST_BLINDS else 0

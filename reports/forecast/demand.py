"""Forecast of players, tables and dealers for the next two hours. Pure.

Players are counted in player-seconds of a half hour: 1,800 are one player who sits or waits throughout.
"""

from collections.abc import Sequence
from statistics import median_low

from lineup.rules.state import LineupPolicy

HALF_HOUR = 1800
PAST, COMING = 4, 4  # half hours that today is compared by, and half hours forecast
# The same weekday and time of so many weeks before. Fewer are no basis: one odd week would be half of them.
WEEKS, MIN_WEEKS = 6, 3
FILL_PERCENT = 90  # of its seats, at which a table counts as full; a house choice
MAX_SCALE = 2  # today counts as at most twice, and at least half, of a usual day


def players_expected(past: Sequence[int], weeks: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the player-seconds expected in each of the coming half hours.

    past: those of the last half hours of today, the oldest first. weeks: of each week before, those of the same half
    hours and of the coming ones. The expected value is the median of the weeks, scaled by how today compares with them
    so far. If no one played in those half hours of the weeks before, today has no scale, and the median counts, or
    today's last half hour if that is more.
    """
    usual = [median_low(values) for values in zip(*weeks, strict=True)]
    before, coming = usual[: len(past)], usual[len(past) :]
    if not sum(before):
        return tuple(max(value, past[-1]) for value in coming)
    today, base = sum(past), sum(before)
    today = min(max(today, base // MAX_SCALE), base * MAX_SCALE)
    return tuple(value * today // base for value in coming)


def tables_needed(player_s: int, seats: int) -> int:
    """Return how many tables so many player-seconds of a half hour need, each filled to `FILL_PERCENT`.

    seats: at a table of the game.
    """
    return -(-player_s * 100 // (HALF_HOUR * seats * FILL_PERCENT)) if seats else 0


def dealers_needed(tables: int, policy: LineupPolicy) -> int:
    """Return how many dealers so many tables need: one each, and those on the breaks of the room's policy."""
    breaks = tables * policy.break_minutes
    return tables + -(-breaks // (policy.most_downs * policy.down_minutes))

"""Forecast of players, tables and dealers for the next two hours. Pure.

Players are counted in player-seconds of a half hour: one player who sits or waits throughout is 1,800.
"""

from collections.abc import Sequence
from statistics import median_low

HALF_HOUR = 1800
PAST = 4  # half hours of today that are compared
COMING = 4  # half hours forecast
# The same weekday and time of earlier weeks. With fewer weeks there is no forecast: one odd week
# would be half of them.
WEEKS = 6
MIN_WEEKS = 3
FILL_PERCENT = 90  # a table with this share of its seats taken is full; a house choice
MAX_SCALE = 2  # today is scaled to at most twice and at least half of a usual day


def players_expected(past: Sequence[int], weeks: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the player-seconds expected in each of the coming half hours.

    past: of today's last half hours, oldest first. weeks: of each earlier week, for the same half hours and the coming
    ones. The expected value is the median of the weeks, scaled by how today compares with them so far. If no one played
    in the same half hours of those weeks, there is no scale: the result is the median or today's last half hour,
    whichever is more.
    """
    usual = [median_low(values) for values in zip(*weeks, strict=True)]
    before = usual[: len(past)]
    coming = usual[len(past) :]
    if not sum(before):
        return tuple(max(value, past[-1]) for value in coming)
    today = sum(past)
    base = sum(before)
    today = min(max(today, base // MAX_SCALE), base * MAX_SCALE)
    return tuple(value * today // base for value in coming)


def tables_needed(player_s: int, seats: int) -> int:
    """Return how many tables this many player-seconds of a half hour need, each filled to `FILL_PERCENT`.

    seats: at a table of the game.
    """
    return -(-player_s * 100 // (HALF_HOUR * seats * FILL_PERCENT)) if seats else 0

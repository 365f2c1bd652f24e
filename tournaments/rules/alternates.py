"""How long an alternate waits for a seat, from the pace at which players went out."""

from math import sqrt

from tournaments.rules.seating import open_seats
from tournaments.rules.state import Tournament
from waitlist.rules.wait_estimate import WaitEstimate

MINUTE = 60_000
OBSERVED = 45 * MINUTE  # ms: busts of this time give the pace
FEWEST = 3  # busts without which nothing is quoted
COARSE_FROM = 30  # minutes: from here on waits are quoted in fives
LONGEST = 90  # minutes: beyond that only "more than" is quoted


def alternate_wait(event: Tournament, place: int, now: int) -> WaitEstimate | None:
    """Return the wait of the alternate at a place in line, counted from 1; None while too few players went out.

    now: in Unix milliseconds. Two waits in three end within the error: that of a count of busts, and that of the pace.
    """
    missing = place - len(open_seats(event))
    if missing <= 0:
        return WaitEstimate(0, 0)
    observed = [bust.at for bust in event.busts if now - bust.at <= OBSERVED]
    if event.status != "running" or len(observed) < FEWEST:
        return None
    minutes = max(now - min(observed), MINUTE) / MINUTE
    middle = missing * minutes / len(observed)
    error = middle * sqrt(1 / missing + 1 / len(observed))
    if middle - error > LONGEST:
        return WaitEstimate(LONGEST, 0, more=True)
    return WaitEstimate(_rounded(middle), min(_rounded(error), _rounded(middle)))


def _rounded(minutes: float) -> int:
    step = 5 if minutes >= COARSE_FROM else 1
    return max(1, round(minutes / step) * step)

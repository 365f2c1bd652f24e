"""Estimate the wait of a position from the room's own log, with its margin of error."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import erfc, exp, inf, log, sqrt

import msgspec

from waitlist.rules.rates import Rates

# Minutes: waits of half an hour or more are quoted in fives.
MIDDLE_STEP_FROM = 30
MIDDLE_STEP = 5
ERROR_STEP_FROM = 20
ERROR_STEP = 5
# House choice, because no guide covers it: with a larger margin of error only "more than" is quoted.
QUOTED_WITHIN = 20
MORE_TO = 60
# House choice: the steps of a bound and the minutes from which each is used.
MORE_STEPS = ((20, 10), (10, 5), (0, 1))
STEP = 5  # minutes
LOOKED_AHEAD = 180  # minutes
# By chance alone, the median is a third of a seat before the mean.
MIDDLE = 1 / 3
ONE_IN_SIX = 0.16
_PARTS = tuple(-log(longer) for longer in (1 - ONE_IN_SIX, 1 / 2, ONE_IN_SIX))
LEAST_CHANCE = 1e-12
_STEPS = range(STEP, LOOKED_AHEAD + STEP, STEP)


class WaitEstimate(msgspec.Struct, frozen=True):
    """Minutes and one standard deviation; more: only "more than these minutes" is quoted."""

    minutes: int
    error: int
    more: bool = False


class TurnoverRates(msgspec.Struct, frozen=True):
    """The rates at which one waitlist moves."""

    sitting: tuple[int, ...]  # minutes that each player of the game has sat
    leave: Rates  # departure rates by that age
    seen: float = inf  # departures observed; the relative error is one over its square root
    waiting: tuple[int, ...] = ()  # minutes that each entry not yet called has waited, in order
    off: Rates = Rates()  # rates of leaving the list without a seat, by that age
    opened: float = 0.0  # tables opened for it per minute; 0 if there is none left to open
    new_seats: int = 9  # of the table that may open


class WaitRange(msgspec.Struct, frozen=True):
    """Minutes until a position is reached: the likely minimum, the median and the likely maximum.

    None: not within `LOOKED_AHEAD`. Two waits in three are between the minimum and the maximum.
    """

    least: float | None = None
    middle: float | None = None
    most: float | None = None


def estimate_wait(
    places: int, pace: TurnoverRates | None, *, open_seats: int = 0
) -> WaitEstimate | None:
    """Return the wait of the `places`-th entry; None if nothing is known.

    Open seats take entries immediately. About two waits in three end within the margin; about five in six are longer
    than a quoted "more than".
    """
    if places <= open_seats:
        return WaitEstimate(0, 0)
    if pace is None or not (pace.opened or (pace.sitting and any(pace.leave.bands))):
        return None
    wait_ranges = spans(pace, open_seats)
    index = places - open_seats - 1
    span = wait_ranges[index] if index < len(wait_ranges) else _further(pace, places, open_seats)
    if span.middle is None or span.most is None or span.most - _least(span) > 2 * QUOTED_WITHIN:
        return WaitEstimate(_bound(_least(span)), 0, more=True)
    error = min((span.most - _least(span)) / 2, span.middle)
    return WaitEstimate(
        _round(span.middle, MIDDLE_STEP_FROM, MIDDLE_STEP),
        _round(error, ERROR_STEP_FROM, ERROR_STEP),
    )


def waits_in_order(
    places: int, pace: TurnoverRates | None, *, open_seats: int = 0
) -> list[WaitEstimate | None]:
    """Return the waits of the first `places` entries, none shorter than the wait ahead of it.

    A bound below the wait ahead is raised to it. A raised bound is exceeded at least half of the time, because the wait
    ahead is a median.
    """
    waits: list[WaitEstimate | None] = []
    ahead = WaitEstimate(0, 0)
    for place in range(1, places + 1):
        wait = estimate_wait(place, pace, open_seats=open_seats)
        if wait is not None:
            wait = _not_below(wait, ahead)
            ahead = wait
        waits.append(wait)
    return waits


def _not_below(wait: WaitEstimate, ahead: WaitEstimate) -> WaitEstimate:
    is_figure_at_bound = ahead.more and not wait.more and wait.minutes == ahead.minutes
    if wait.minutes < ahead.minutes or is_figure_at_bound:
        return WaitEstimate(ahead.minutes, 0, more=True)
    return wait


@lru_cache(maxsize=128)
def spans(pace: TurnoverRates, open_seats: int = 0) -> tuple[WaitRange, ...]:
    """Return when each waiting entry without an open seat, and the next one to come, gets its turn.

    Step by step, by expectation: seated players leave at the rate of their age, players who take such a seat may
    leave again, the first entries of the list take open seats, and the others leave the list at the rate for their
    wait. A position is reached when the seats opened plus the entries gone ahead equal its distance from the front: a
    normal distribution with the variance of that many chances, wider if the rate is based on few observations. A table
    that opens seats as many entries as it has seats; a second one is not expected.
    """
    names = pace.waiting[open_seats:]
    waits: list[list[float]] = [[] for _ in range(len(names) + 1)]
    before = [0.0] * len(waits)
    coming = tuple(_left(pace))
    going = _gone(pace, names, [left for left, _ in coming])
    for minute, (left, variance), gone in zip(_STEPS, coming, going, strict=True):
        none_opened = exp(-pace.opened * minute)
        for i, off in enumerate(accumulate(gone, initial=0.0)):
            if len(waits[i]) == len(_PARTS):
                continue
            error = sqrt(variance + off + left**2 / pace.seen)
            missing = i + 1 - MIDDLE - left - off
            chance = none_opened * _missing(missing, error)
            if pace.opened and i >= pace.new_seats:
                chance += (1 - none_opened) * _missing(missing - pace.new_seats, error)
            now = -log(chance)
            for part in _PARTS[len(waits[i]) :]:
                if now < part:
                    break
                waits[i].append(minute - STEP * (now - part) / (now - before[i]))
            before[i] = now
    return tuple(WaitRange(*number) for number in waits)


def _missing(seats: float, error: float) -> float:
    """Return the probability that this many seats are still missing, never quite 0."""
    return max(erfc(-seats / error / sqrt(2)) / 2, LEAST_CHANCE) if error > 0 else 1.0


def _left(pace: TurnoverRates) -> Iterator[tuple[float, float]]:
    """Yield the expected number of seats opened by each step, and its variance."""
    until = [
        pace.leave.until(age) for age in range(max(pace.sitting, default=0) + LOOKED_AHEAD + 1)
    ]
    players = Counter(pace.sitting)  # by minutes sat: in a large room, many have sat equally long
    for minute in _STEPS:
        left = 0.0
        variance = 0.0
        for sat, count in players.items():
            part = 1 - exp(until[sat] - until[sat + minute])
            left += count * part
            variance += count * part * (1 - part)
        # Players who took such a seat arrived about halfway, on average.
        again = left * pace.leave.ends(0, minute / 2)
        yield left + again, variance + again


def _gone(
    pace: TurnoverRates, names: tuple[int, ...], coming: list[float]
) -> Iterator[list[float]]:
    """Yield, for each step, each entry's probability of having left the list before getting a seat. It yields the same
    list object each time, updated in place.
    """
    goes = [pace.off.ends(age, STEP) for age in range(max(names, default=0) + LOOKED_AHEAD)]
    there = [1.0] * len(names)
    gone = [0.0] * len(names)
    first = 0
    before = 0.0
    for minute, left in zip(_STEPS, coming, strict=True):
        taken = left - before
        before = left
        while taken > 0 and first < len(names):
            part = min(there[first], taken)
            there[first] -= part
            taken -= part
            first += there[first] <= 0
        for i in range(first, len(names)):
            part = there[i] * goes[names[i] + minute - STEP]
            there[i] -= part
            gone[i] += part
        yield gone


def _further(pace: TurnoverRates, places: int, open_seats: int) -> WaitRange:
    """Return the range of a position beyond the next; the entries in between are assumed to have just arrived."""
    missing = places - 1 - len(pace.waiting)
    longer = msgspec.structs.replace(pace, waiting=pace.waiting + (0,) * missing)
    return spans(longer, open_seats)[-1]


def _least(span: WaitRange) -> float:
    return LOOKED_AHEAD if span.least is None else span.least


def _bound(minutes: float) -> int:
    """Return a bound rounded down to a step, at most `MORE_TO`."""
    step = next(step for least, step in MORE_STEPS if minutes >= least)
    return min(int(minutes // step) * step, MORE_TO)


def _round(value: float, beyond: int, step: int) -> int:
    if value < beyond:
        return round(value)
    return step * round(value / step)

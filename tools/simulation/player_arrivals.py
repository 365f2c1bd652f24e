"""The players who come during a night: when, for which games, how long, and with what style and bankroll."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from school.hands.player_style import PlayerStyle, random_style


@dataclass(slots=True)
class SimulatedPlayer:
    """A player who comes. Times are in seconds of the night.

    games: plaque titles, favorite first; stays: time seated; patience: time waited; stakes: number of buy-ins; here:
    False for a call-in who arrives after `comes` seconds; asked: requested another seat or table; stayed: declined a
    must-move once.
    """

    alias: str
    temper: PlayerStyle
    games: tuple[str, ...]
    stays: float
    patience: float
    stakes: int
    here: bool = True
    comes: float = 0.0
    local: bool = False
    key: str = ""
    table: str = ""
    seat: int = 0
    leaves: float = math.inf
    away: float = math.inf
    back: float = math.inf
    listed: list[int] = field(default_factory=list)
    unwelcome: bool = False
    asked: bool = False
    stayed: bool = False


def pace(part: float) -> float:
    """Return the arrival rate at a part of the night (0 to 1) relative to its mean: early evening is busiest."""
    return 0.35 + 1.3 * math.exp(-(((part - 0.22) / 0.3) ** 2))


def arrivals(rng: Random, seconds: float, people: float) -> list[float]:
    """Return random arrival times: a Poisson process with about `people` arrivals in the night."""
    steps = 200
    mean = sum(pace((i + 0.5) / steps) for i in range(steps)) / steps
    most = people / seconds * 1.65 / mean
    results: list[float] = []
    at = 0.0
    while True:
        at += rng.expovariate(most)
        if at >= seconds:
            return results
        if rng.random() < pace(at / seconds) / 1.65:
            results.append(at)


def random_player(
    rng: Random, alias: str, games: Sequence[str], weights: Sequence[float]
) -> SimulatedPlayer:
    """Return a random player, who likes one game and often a second one."""
    first = rng.choices(games, weights)[0]
    second = rng.choices(games, weights)[0]
    liked = (first,) if second == first or rng.random() < 0.55 else (first, second)
    calls_in = rng.random() < 0.06
    return SimulatedPlayer(
        alias=alias,
        temper=random_style(rng),
        games=liked,
        stays=60 * rng.gammavariate(3.2, 48),
        patience=60 * rng.gammavariate(3, 25),
        stakes=rng.choice((1, 2, 2, 3, 4)),
        here=not calls_in,
        comes=60 * rng.uniform(5, 55) if calls_in else 0.0,
        local=rng.random() < 0.3,
    )

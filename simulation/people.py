"""Who comes in the course of a night: when, for which games, how long, with what temper and how much money."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from simulation.temper import Temper, temper_of


@dataclass(slots=True)
class Person:
    """Somebody who comes to play. Times in seconds of the night.

    games: titles of plaques, the best liked first; stays: how long he sits; patience: how long he waits; stakes: how
    often he buys in; here: False for who called first and comes later, after `comes` seconds; asked: for another seat
    or table; stayed: he was to move once and did not want to.
    """

    alias: str
    temper: Temper
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
    """How many come at a part of the night (0 to 1), against its mean: early evening is busiest."""
    return 0.35 + 1.3 * math.exp(-(((part - 0.22) / 0.3) ** 2))


def arrivals(rng: Random, seconds: float, people: float) -> list[float]:
    """Moments at which somebody comes, as chance has it: about so many `people` in the night, a Poisson process."""
    steps = 200
    mean = sum(pace((i + 0.5) / steps) for i in range(steps)) / steps
    most = people / seconds * 1.65 / mean
    found: list[float] = []
    at = 0.0
    while True:
        at += rng.expovariate(most)
        if at >= seconds:
            return found
        if rng.random() < pace(at / seconds) / 1.65:
            found.append(at)


def somebody(rng: Random, alias: str, games: Sequence[str], weights: Sequence[float]) -> Person:
    """One who comes: he likes one game, and often a second one."""
    first = rng.choices(games, weights)[0]
    second = rng.choices(games, weights)[0]
    liked = (first,) if second == first or rng.random() < 0.55 else (first, second)
    calls_in = rng.random() < 0.06
    return Person(
        alias=alias,
        temper=temper_of(rng),
        games=liked,
        stays=60 * rng.gammavariate(3.2, 48),
        patience=60 * rng.gammavariate(3, 25),
        stakes=rng.choice((1, 2, 2, 3, 4)),
        here=not calls_in,
        comes=60 * rng.uniform(5, 55) if calls_in else 0.0,
        local=rng.random() < 0.3,
    )

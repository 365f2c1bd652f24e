"""`manage.py check_banked`: compare the odds of Spanish 21 with published figures, exactly and by simulation."""

import json
import random
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from typing import Literal

from django.core.management.base import BaseCommand

from banked.rules.odds import insurance_edge, match_edge, super_bonus_chance
from banked.rules.plaque import MOST_BOXES, BankedPlaque
from banked.simulation import Simulation, Tally

Figures = dict[str, dict[int, str]]
Soft17 = Literal["stand", "hit"]
FAILED = 1
DECKS = 6
# Published figures by number of decks, in all printed digits: house edges in percent, hands for one super bonus.
PUBLISHED: Figures = {
    "match": {2: "3.628", 4: "3.196", 5: "3.53", 6: "3.055", 8: "2.986"},
    "insurance": {6: "24.74", 8: "24.80"},
    "super_bonus": {6: "668382", 8: "549188"},
}
# Percent of the first wager, with six decks and without the super bonus, which is worth 0.03 at a wager of $25.
HAND_EDGES = {"stand": 0.37, "hit": 0.78}
TOLERANCE = 0.1  # percentage points
ERRORS = 3  # standard errors that chance may add

SOFT_17: tuple[Soft17, ...] = ("stand", "hit")


class Command(BaseCommand):
    """Print one line of JSON. Exit with status 1 if a figure is wrong.

    An exact figure is wrong if it differs from the published one in any printed digit. A simulated edge of the hands is
    wrong if it is further than 0.1 percentage points plus three standard errors from the published one.
    """

    help = "Compares exact odds and a simulation of Spanish 21 with published figures; exit 1 if one differs."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rounds",
            type=_positive,
            default=20_000,
            help="rounds for each rule on soft 17 (20,000)",
        )
        parser.add_argument("--boxes", type=_boxes, default=MOST_BOXES, help="1 to 7 (7)")
        parser.add_argument("--seed", type=int, default=21, help="of the shuffles (21)")
        parser.add_argument("--processes", type=_positive, default=1, help="at the same time (1)")

    def handle(
        self,
        *_args: object,
        rounds: int,
        boxes: int,
        seed: int,
        processes: int,
        **_options: object,
    ) -> None:
        exact = _exact()
        tallies = _simulate(rounds, boxes, seed, processes)
        simulated = {soft_17: _figures(tally) for soft_17, tally in tallies.items()}
        wrong = [*_wrong_exact(exact), *_wrong_edges(tallies)]
        self.stdout.write(json.dumps({"exact": exact, "simulated": simulated, "wrong": wrong}))
        if wrong:
            raise SystemExit(FAILED)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("a whole number from 1")
    return int(text)


def _boxes(text: str) -> int:
    boxes = _positive(text)
    if boxes > MOST_BOXES:
        raise ArgumentTypeError(f"1 to {MOST_BOXES}")
    return boxes


def _exact() -> Figures:
    """Return the exact figures by number of decks, rounded like the published ones."""
    return {
        name: {decks: _rounded(name, decks, text) for decks, text in published.items()}
        for name, published in PUBLISHED.items()
    }


def _rounded(name: str, decks: int, published: str) -> str:
    plaque = BankedPlaque(decks=decks)
    if name == "super_bonus":
        return f"{round(1 / super_bonus_chance(plaque))}"
    edge = match_edge(plaque) if name == "match" else insurance_edge(plaque)
    digits = -int(Decimal(published).as_tuple().exponent)
    return f"{float(100 * edge):.{digits}f}"


def _wrong_exact(exact: Figures) -> Iterator[str]:
    for name, published in PUBLISHED.items():
        for decks, text in published.items():
            if exact[name][decks] != text:
                yield f"{name}, {decks} decks: {exact[name][decks]}, published {text}"


def _simulate(rounds: int, boxes: int, seed: int, processes: int) -> dict[Soft17, Tally]:
    """Return the tally for each rule on soft 17. The rounds are shared among the processes."""
    tallies: dict[Soft17, Tally] = {soft_17: Tally() for soft_17 in SOFT_17}
    shares = [rounds // processes + (part < rounds % processes) for part in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        jobs = [
            (soft_17, pool.submit(_play, soft_17, boxes, share, f"{seed} {soft_17} {part}"))
            for soft_17 in SOFT_17
            for part, share in enumerate(shares)
        ]
        for soft_17, job in jobs:
            tallies[soft_17].merge(job.result())
    return tallies


def _play(soft_17: Soft17, boxes: int, rounds: int, seed: str) -> Tally:
    plaque = BankedPlaque(decks=DECKS, boxes=boxes, soft_17=soft_17)
    return Simulation(plaque, random.Random(seed)).play(rounds)


def _figures(tally: Tally) -> dict[str, float]:
    """Return the figures of a tally; edges and their standard errors in percent."""
    return {
        "rounds": tally.rounds,
        "hands": tally.hands,
        "edge": _percent(tally.hand.edge),
        "error": _percent(tally.hand.error),
        "match_edge": _percent(tally.match.edge),
        "match_error": _percent(tally.match.error),
        "insurance_edge": _percent(tally.insurance.edge),
        "insurance_error": _percent(tally.insurance.error),
        "super_bonus_edge": _percent(tally.bonus.edge),
        "super_bonus_error": _percent(tally.bonus.error),
    }


def _percent(share: float) -> float:
    return round(100 * share, 4)


def _wrong_edges(tallies: dict[Soft17, Tally]) -> Iterator[str]:
    for soft_17, tally in tallies.items():
        edge = 100 * tally.hand.edge
        bound = TOLERANCE + ERRORS * 100 * tally.hand.error
        if abs(edge - HAND_EDGES[soft_17]) > bound:
            yield f"edge, {soft_17} on soft 17: {edge:.3f} ± {bound:.3f}, published {HAND_EDGES[soft_17]}"

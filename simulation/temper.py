"""How a player plays: what he does when it is his turn, by what the tablet offers. Plausible, and no more."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

Args = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Temper:
    """loose: how much of what is dealt is played, 0 to 1; fierce: how often a good hand bets or raises."""

    loose: float
    fierce: float


def temper_of(rng: Random) -> Temper:
    """Some character."""
    return Temper(loose=rng.betavariate(3, 3), fierce=rng.betavariate(2, 3))


def decide(
    seat: Mapping[str, Any], temper: Temper, luck: float, *, first: bool, most: int, rng: Random
) -> Args:
    """The arguments of `act` for a seat: what, and to how much. luck: 0 to 1, how good the cards look by now.

    first: the first round, on which most hands are given up; most: what somebody has in front of him at most, where
    nobody counted it. Only what the tablet offers is done.
    """
    number = seat["seat"]
    raises = seat["raise"]
    if raises and raises["max"] is None and raises["min"] >= most:
        raises = None  # it is all in the middle
    owes = bool(seat["to_call"]) or not seat.get("can_check")
    if raises and luck > 0.97 - 0.3 * temper.fierce and rng.random() < 0.35 + 0.5 * temper.fierce:
        return _raised(number, raises, luck, most, rng)
    if seat.get("can_check"):
        return {"seat": number, "what": "check"}
    keeps = (0.72 if first else 0.42) - 0.4 * temper.loose
    if seat.get("can_fold") and owes and luck < keeps:
        return {"seat": number, "what": "fold"}
    if seat.get("can_call"):
        return {"seat": number, "what": "call"}
    if seat.get("can_fold"):
        return {"seat": number, "what": "fold"}
    return _raised(number, raises, luck, most, rng) if raises else {}


def _raised(number: int, raises: Mapping[str, Any], luck: float, most: int, rng: Random) -> Args:
    if raises["all_in"] is not None and luck > 0.985:
        return {"seat": number, "what": "all_in"}
    sizes = [raises["min"], raises["min"], raises["half_pot"], raises["pot"]]
    size = rng.choice([one for one in sizes if one is not None])
    if raises["max"] is None and size >= most:
        return {"seat": number, "what": "all_in", "to": most}
    return {"seat": number, "what": raises["kind"], "to": max(size, raises["min"])}

"""A simulated player's style, and the act they choose from the tablet's options."""

from dataclasses import dataclass
from random import Random

from poker.view.model import RaiseView, SeatView

Args = dict[str, object]


@dataclass(frozen=True, slots=True)
class PlayerStyle:
    """How a simulated player plays, from 0 to 1."""

    loose: float  # share of hands that they play
    fierce: float  # how often they bet or raise with a good hand


def random_style(rng: Random) -> PlayerStyle:
    return PlayerStyle(loose=rng.betavariate(3, 3), fierce=rng.betavariate(2, 3))


def choose_action(
    seat: SeatView,
    temper: PlayerStyle,
    luck: float,
    *,
    first: bool,
    most: int,
    rng: Random,
) -> Args:
    """Return the arguments of `act` for a seat, chosen from the acts that the tablet offers.

    An act that a ruling let stand is always chosen (H-32). luck: how good the cards look, from 0 to 1; first: whether
    it is the first round, in which most players fold; most: the stack of a player whose chips are not counted.
    """
    number = seat.seat
    if seat.bound:
        to = {} if seat.bound.to is None else {"to": seat.bound.to}
        return {"seat": number, "what": seat.bound.what, **to}
    raises = seat.raises
    if raises and raises.max is None and raises.min >= most:
        raises = None  # all chips are in the middle
    owes = bool(seat.to_call) or not seat.can_check
    if raises and luck > 0.97 - 0.3 * temper.fierce and rng.random() < 0.35 + 0.5 * temper.fierce:
        return _raised(number, raises, luck, most, rng)
    if seat.can_check:
        return {"seat": number, "what": "check"}
    keeps = (0.72 if first else 0.42) - 0.4 * temper.loose
    if seat.can_fold and owes and luck < keeps:
        return {"seat": number, "what": "fold"}
    if seat.can_call:
        return {"seat": number, "what": "call"}
    if seat.can_fold:
        return {"seat": number, "what": "fold"}
    return _raised(number, raises, luck, most, rng) if raises else {}


def _raised(number: int, raises: RaiseView, luck: float, most: int, rng: Random) -> Args:
    if raises.all_in is not None and luck > 0.985:
        return {"seat": number, "what": "all_in"}
    sizes = [raises.min, raises.min, raises.half_pot, raises.pot]
    size = rng.choice([size for size in sizes if size is not None])
    if raises.max is None and size >= most:
        return {"seat": number, "what": "all_in", "to": most}
    return {"seat": number, "what": raises.kind, "to": max(size, raises.min)}

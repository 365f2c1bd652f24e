"""The deal has no key on the tablet: the first tap of the hand implies it, and so does the exercise."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from dealer_ui.school.model import Move, Step

DEAL = "deal"


def with_implied_deals(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps with each deal before the tap that implies it; a last one happens by itself."""
    said = ""
    deals: tuple[Move, ...] = ()
    for step in steps:
        says = f"{said} {step.says}".strip()
        taps, rest = _split((*deals, *step.do))
        if not taps and not step.room:
            said, deals = says, rest
            continue
        room = (*rest, *step.room) if step.room else ()
        yield replace(step, says=says, do=taps, room=room)
        said, deals = "", () if step.room else rest
    if deals:
        yield Step(says=said, room=deals)


def _split(moves: tuple[Move, ...]) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Return the moves up to the last one that has a key, and the deals after it."""
    last = max((i for i, move in enumerate(moves, 1) if move.name != DEAL), default=0)
    return moves[:last], moves[last:]

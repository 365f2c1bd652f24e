"""What the end of a round does with the chips: the bet that nobody called, main and side pots as they lie (S-115)."""

from msgspec.structs import replace

from poker import events as e
from poker import pots
from poker.decide.street import return_uncalled
from poker.draft import Draft
from poker.state import Pot, Table


def returned(table: Table) -> tuple[int, int] | None:
    """(seat, chips) of an uncalled bet to give back now; None where there is none.

    In a complete round it goes back before the bets are gathered; when a count closed the round it has gone
    back in the log, and at the table it goes back after the count.
    """
    hand = table.hand
    if hand is None or hand.stage == "betting":
        return None
    if hand.returned is not None:
        return hand.returned
    draft = Draft(table)
    return_uncalled(draft)
    return next(
        ((event.seat, event.amount) for event in draft.events if type(event) is e.UncalledReturned),
        None,
    )


def lying(table: Table) -> tuple[Pot, ...]:
    """Main and side pots of the rounds that are over, main first and gross; empty without a side pot.

    Bets of a round that goes on lie in front of the seats; those of a complete round are taken in.
    """
    hand = table.hand
    if (
        hand is None
        or not table.followed
        or hand.stage not in ("draw", "opener", "betting", "complete")
    ):
        return ()
    if hand.stage == "betting":
        if not hand.street:
            return ()
        parts = tuple(replace(part, total=part.total - part.committed) for part in hand.parts)
    else:
        draft = Draft(table)
        return_uncalled(draft)
        parts = draft.hand.parts
    layers = pots.layers(parts)
    return layers if len(layers) > 1 else ()


def bets_in(table: Table) -> bool:
    """Whether the round that is complete had bets, so that there are chips to gather."""
    hand = table.hand
    return hand is not None and any(part.committed for part in hand.parts)

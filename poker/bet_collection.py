"""Collect the bets at the end of a round: the uncalled bet, and main and side pots on the felt (S-115)."""

from msgspec.structs import replace

from poker import events as e
from poker import pots
from poker.decide.street import return_uncalled
from poker.draft import Draft
from poker.state import Pot, Table


def uncalled_return(table: Table) -> tuple[int, int] | None:
    """Return (seat, chips) of an uncalled bet to return now, or None.

    Once a round is complete, the uncalled bet is returned before the bets are collected. If a count closed the round,
    the log has already returned it, and the dealer returns it after the count.
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


def pots_on_felt(table: Table) -> tuple[Pot, ...]:
    """Return main and side pots of the finished rounds, main pot first, before rake; empty without a side pot.

    Bets of a round in progress are still in front of the seats; bets of a complete round are treated as collected.
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
    layers = pots.layers(parts, hand.splash)
    return layers if len(layers) > 1 else ()


def bets_in(table: Table) -> bool:
    """Return whether the complete round has bets to collect."""
    hand = table.hand
    return hand is not None and any(part.committed for part in hand.parts)

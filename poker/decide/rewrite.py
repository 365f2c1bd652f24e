"""Take back an inferred act of the round in progress, because the dealer names a different act (S-078, S-081)."""

from collections.abc import Iterator

from poker import events as e
from poker.draft import Draft
from poker.state import OUT_OF_REACH, Hand, LastAct, Participant
from poker.turn import NO_ONE, acts_last, pending

STAGES = ("betting", "complete")  # the round is in progress until the count closes it


def inferred_act(hand: Hand, part: Participant) -> LastAct | None:
    """Return the inferred act of a seat that a tap may still rewrite; None if there is none or the seat is due.

    Once a player has discarded, the betting is over.
    """
    act = part.last
    if act is None or not act.inferred or part.life != "in" or hand.stage not in STAGES:
        return None
    if any(other.threw for other in hand.parts) or hand.index(part.seat) in pending(hand):
        return None
    return act


def may_only_fold(hand: Hand, part: Participant) -> bool:
    """Return whether a raise followed an inferred all-in call, so that folding is the seat's only other option."""
    return part.level != hand.round.level


def take_back(draft: Draft, part: Participant, *, raises: bool) -> None:
    """Record that a seat's inferred act is taken back. raises: whether the following act is a bet or raise.

    The seats after a bet or raise answer it, so their checks and calls are taken back, too. Their folds stand, and so
    does a tapped call for all their chips.
    """
    act = part.last
    assert act is not None
    after = list(_acted_after(draft.hand, part)) if raises else []
    opened = [other.seat for other in after if other.last and other.last.inferred]
    tapped_seats = [
        other.seat for other in after if other.last and not other.last.inferred and not other.all_in
    ]
    draft.record(
        e.InferenceRewritten(
            part.seat,
            act.what,  # type: ignore[arg-type]  # a check or a call
            returned=act.amount,
            opened=tuple(opened),
            asked=tuple(tapped_seats),
        )
    )


def _acted_after(hand: Hand, part: Participant) -> Iterator[Participant]:
    """Yield the participants still in that acted after this one since the last bet or raise, in order of action."""
    start = hand.index(part.seat)
    if start == hand.round.last and part.last and part.last.level == OUT_OF_REACH:
        return  # a straddler who acts after everyone else (H-60)
    size = len(hand.parts)
    due = hand.round.due
    end = _first_after_bet(hand) if due == NO_ONE or acts_last(hand, due) else due
    for step in range(1, size):
        i = (start + step) % size
        if i == end:
            return
        if hand.parts[i].life == "in":
            yield hand.parts[i]


def _first_after_bet(hand: Hand) -> int:
    """Return the index of the first participant to answer the last bet or raise, or the first in the round."""
    if hand.round.bettor:
        return (hand.index(hand.round.bettor) + 1) % len(hand.parts)
    return hand.round.first

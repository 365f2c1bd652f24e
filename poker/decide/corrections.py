"""Corrections by the dealer: a fold taken back, a hand killed, a misdeal (S-129, S-138, macros KILL, MISDEAL)."""

from poker import commands as c
from poker import events as e
from poker import substantial
from poker.decide.deal import ensure_dealt
from poker.decide.street import dealt_each, dealt_since, settle
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Part


def unfold(draft: Draft, command: c.Unfold, now: int) -> None:
    """A fold that was logged and did not happen; in a later round the seat had called what was bet."""
    hand = draft.hand
    i = hand.index(command.seat)
    if i < 0 or hand.parts[i].life != "folded":
        raise Refusal("not_folded", "S-142", seat=command.seat)
    if hand.pots:
        raise Refusal("pot_awarded", "S-142", seat=command.seat)
    part = hand.parts[i]
    revive(draft, part)


def revive(draft: Draft, part: Part) -> None:
    """A hand that was out lives again, with the cards dealt and the chips called since. Refuses `player_gone`."""
    hand = draft.hand
    if part.gone:
        raise Refusal("player_gone", "S-142", seat=part.seat)
    cards, up = dealt_since(draft.table, part)
    named = hand.unnamed < 0
    moved = part.cards + cards - dealt_each(draft.table) if named else 0
    put_in = unfold_owes(hand, part)
    draft.record(e.Reinstated(part.seat, put_in, named=named, dealt=cards, up=up, moved=moved))
    settle(draft)


def unfold_owes(hand: Hand, part: Part) -> int:
    """Chips that a folded hand would have called in the rounds that are over, no more than its stack; 0 for none.

    What is bet in the round that is going on is not among them: the seat answers it.
    """
    if not hand.street:
        return 0
    reached = max((p.total for p in hand.parts if p.life == "in"), default=0)
    since = max((p.committed for p in hand.parts), default=0)
    owed = max(reached - since - (part.total - part.committed), 0)
    return owed if part.stack is None else min(owed, part.stack)


def kill_hand(draft: Draft, command: c.KillHand, now: int) -> None:
    """A dead hand can win nothing; its chips stay in the pot. The last hand cannot be killed.

    Before the first act of a hand it says, as an act does, that the cards are out (H-50: deal on, then kill).
    """
    ensure_dealt(draft)
    hand = draft.hand
    i = hand.index(command.seat)
    if i < 0 or hand.parts[i].life != "in":
        raise Refusal("already_out", "S-138", seat=command.seat)
    if hand.still_in() <= 1:
        raise Refusal("last_hand", "S-138", seat=command.seat)
    if hand.stage == "award" and hand.pots:
        raise Refusal("pot_awarded", "S-138", seat=command.seat)
    draft.record(e.HandKilled(command.seat))
    settle(draft)


def misdeal(draft: Draft, command: c.Misdeal, now: int) -> None:
    """Cards back, bets after the deal back, posts stay; after substantial action only when confirmed.

    The deal itself needs no tap, so a misdeal before the first act begins its hand: button and posts stay.
    """
    ensure_dealt(draft)
    hand = draft.hand
    if hand.pots:
        raise Refusal("pot_awarded", "S-129", hand=hand.number)
    left = sum(not part.gone for part in hand.parts)
    if left < 2:
        raise Refusal("too_few_players", "S-049", players=left)
    if substantial.reached(hand, draft.table.rules) and not command.confirmed:
        raise Refusal(
            "confirm_misdeal", "H-01", players=len(hand.actors), with_chips=len(hand.chip_actors)
        )
    draft.record(e.HandMisdealt(command.reason))

"""Corrections by the dealer: an undone fold, a killed hand, a misdeal (S-129, S-138, macros KILL, MISDEAL)."""

from poker import commands as c
from poker import events as e
from poker import substantial_action
from poker.decide.deal import ensure_dealt
from poker.decide.street import dealt_each, dealt_since, settle
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Participant


def unfold(draft: Draft, command: c.UndoFold, now: int) -> None:
    """Undo a logged fold that did not happen; in a later round, the seat is treated as having called all bets since."""
    hand = draft.hand
    i = hand.index(command.seat)
    if i < 0 or hand.parts[i].life != "folded":
        raise Refusal("not_folded", "S-142", seat=command.seat)
    if hand.pots:
        raise Refusal("pot_awarded", "S-142", seat=command.seat)
    part = hand.parts[i]
    revive(draft, part)


def revive(draft: Draft, part: Participant) -> None:
    """Make a hand live again, with the cards dealt and the chips called since. Raises `Refusal`: `player_gone`."""
    hand = draft.hand
    if part.gone:
        raise Refusal("player_gone", "S-142", seat=part.seat)
    cards, up = dealt_since(draft.table, part)
    was_unnamed_in = hand.unnamed < 0
    moved = part.cards + cards - dealt_each(draft.table) if was_unnamed_in else 0
    put_in = unfold_owes(hand, part)
    draft.record(
        e.Reinstated(part.seat, put_in, named=was_unnamed_in, dealt=cards, up=up, moved=moved)
    )
    settle(draft)


def unfold_owes(hand: Hand, part: Participant) -> int:
    """Return the chips a folded hand would have called in finished rounds, at most its stack; 0 if nothing was bet.

    Bets of the round in progress are not included, because the seat still acts on them.
    """
    if not hand.street:
        return 0
    reached = max((p.total for p in hand.parts if p.life == "in"), default=0)
    since = max((p.committed for p in hand.parts), default=0)
    owed = max(reached - since - (part.total - part.committed), 0)
    return owed if part.stack is None else min(owed, part.stack)


def kill_hand(draft: Draft, command: c.KillHand, now: int) -> None:
    """Kill a hand: it cannot win anything and its chips stay in the pot. The last hand cannot be killed.

    Like an act, a kill before the first act implies that the cards are dealt (H-50: deal on, then kill).
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
    """Misdeal: cards and later bets go back, posts stay; after substantial action only if confirmed.

    The deal needs no tap, so a misdeal before the first act starts its hand: button and posts stay.
    """
    ensure_dealt(draft)
    hand = draft.hand
    if hand.pots:
        raise Refusal("pot_awarded", "S-129", hand=hand.number)
    players = sum(not part.gone for part in hand.parts)
    if players < 2:
        raise Refusal("too_few_players", "S-049", players=players)
    if substantial_action.is_substantial(hand, draft.table.rules) and not command.confirmed:
        raise Refusal(
            "confirm_misdeal", "H-01", players=len(hand.actors), with_chips=len(hand.chip_actors)
        )
    draft.record(e.HandMisdealt(command.reason))

"""Remedies that move chips or bind acts: returns, refunds, corrected bets, hands that do not count, held pots."""

from collections.abc import Callable
from typing import Any

from poker import chips
from poker import commands as c
from poker import events as e
from poker.decide.after import after_hand
from poker.decide.corrections import revive
from poker.decide.deal import ensure_dealt
from poker.decide.street import close
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Part


def restore_hand(draft: Draft, command: c.RestoreHand, now: int) -> None:
    """A dead or folded hand lives again, with the chips that it would have called since. Refuses `not_out`."""
    i = draft.hand.index(command.seat)
    if i < 0 or draft.hand.parts[i].life == "in":
        raise Refusal("not_out", "S-138", seat=command.seat)
    revive(draft, draft.hand.parts[i])


def void_hand(draft: Draft, command: c.VoidHand, now: int) -> None:
    """Everybody's chips of this hand go back, whatever was bet, and the hand is over (TDA R35E)."""
    ensure_dealt(draft)
    if draft.hand.awards:
        raise Refusal("pot_awarded", "H-47", hand=draft.hand.number)
    draft.record(e.HandVoided(command.reason, draft.table.put_in))
    _over(draft, now)


def impound(draft: Draft, command: c.Impound, now: int) -> None:
    """The pot is held, nobody is paid, and the next hand may begin."""
    ensure_dealt(draft)
    hand, table = draft.hand, draft.table
    if hand.awards:
        raise Refusal("pot_awarded", "H-47", hand=hand.number)
    seats = tuple(part.seat for part in hand.live())
    players = tuple(table.seats[number - 1].player for number in seats)
    draft.record(e.PotImpounded(table.pot, seats, command.reason, players))
    _over(draft, now)


def _over(draft: Draft, now: int) -> None:
    hand = draft.hand
    known = draft.table.followed
    stacks = tuple(
        (part.seat, part.stack if known else None) for part in hand.parts if part.stack is not None
    )
    draft.record(e.HandEnded(partial=True, stacks=stacks))
    after_hand(draft, hand, now)


def release(draft: Draft, command: c.ReleasePot, now: int) -> None:
    """A held pot is paid whole; whoever left the seat meanwhile gets the chips by hand.

    Who plays another hand just now has them for the next one: no stake grows in the middle of a hand (S-010).

    Refuses `not_impounded`, `shares_do_not_add_up`, `not_in_pot`.
    """
    held = next((pot for pot in draft.table.impounded if pot.hand == command.hand), None)
    if held is None:
        raise Refusal("not_impounded", "H-47", hand=command.hand)
    paid = sum(command.shares.values())
    if min(command.shares.values(), default=0) <= 0 or (
        held.amount is not None and paid != held.amount
    ):
        raise Refusal("shares_do_not_add_up", "S-181", paid=paid, pot=held.amount)
    for seat in command.shares:
        if seat not in held.seats:
            raise Refusal("not_in_pot", "S-115", seat=seat, pot=0, seats=list(held.seats))
    hand = draft.table.hand
    later = tuple(seat for seat in sorted(command.shares) if hand and hand.index(seat) >= 0)
    draft.record(e.PotReleased(command.hand, tuple(sorted(command.shares.items())), later))


def reach(draft: Draft, command: c.Reach, now: int) -> None:
    """A street that lies there and was not tapped is dealt in the log, as the count of those in would."""
    ensure_dealt(draft)
    wanted = draft.table.game.index(command.street)
    while draft.hand.street < wanted and draft.hand.stage not in ("showdown", "award"):
        close(draft, draft.hand.still_in())


def return_chips(draft: Draft, command: c.ReturnChips, now: int) -> None:
    """Chips back to a seat, never more than it put in. Refuses `more_than_put_in`."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    most = part.committed if command.of == "bet" else part.total - part.committed
    if command.amount > most:
        raise Refusal("more_than_put_in", "S-115", seat=part.seat, asked=command.amount, most=most)
    live = command.amount if command.of == "bet" else 0
    draft.record(e.ChipsReturned(part.seat, command.amount, live=live))


def return_uncalled(draft: Draft, command: c.ReturnUncalled, now: int) -> None:
    """What nobody called of the round's last bet goes back, and the bet is what the others have in (TDA R65).

    Nothing where the seat did not make the last bet, or all of it was called.
    """
    ensure_dealt(draft)
    hand = draft.hand
    part = _part(hand, command.seat)
    called = max((other.committed for other in hand.parts if other is not part), default=0)
    over = part.committed - called
    if hand.round.bettor != part.seat or over <= 0:
        return
    draft.record(e.ChipsReturned(part.seat, over, live=over))
    set_bets = draft.table.plaque.set_bets
    increment = hand.round.increment if set_bets else draft.bet_unit
    draft.record(e.BetCorrected(called, increment, ()))


def refund(draft: Draft, command: c.Refund, now: int) -> None:
    """All that a seat put into the hand, forced bets too (H-52)."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    whole = part.total + part.dead
    if whole:
        draft.record(e.ChipsReturned(part.seat, whole, live=part.committed, dead=part.dead))


def refund_ante(draft: Draft, command: c.RefundAnte, now: int) -> None:
    """What a seat posted before the deal that is not its bet: the ante."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    contested = part.forced - part.posted
    ante = contested + part.dead
    if ante:
        draft.record(e.ChipsReturned(part.seat, ante, dead=part.dead))


def collect_chips(draft: Draft, command: c.CollectChips, now: int) -> None:
    """A seat pays what it owes. Refuses `more_than_stack`."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    if part.stack is not None and command.amount > part.stack:
        raise Refusal("more_than_stack", "S-113", seat=part.seat, to=command.amount, has=part.stack)
    draft.record(e.ChipsCollected(part.seat, command.amount, dead=command.dead))


def correct_bet(draft: Draft, command: c.CorrectBet, now: int) -> None:
    """The bet as it should be, for the bettor and everybody who matched it (TDA R52). Refuses `no_bet`."""
    ensure_dealt(draft)
    hand = draft.hand
    turn = hand.round
    if not turn.level or not turn.bettor:
        raise Refusal("no_bet", "S-105", to=command.to)
    chips.check(command.to, draft.table.plaque.chips)
    changes = []
    for part in hand.parts:
        if part.committed != turn.level or not part.committed:
            continue
        difference = command.to - turn.level
        if part.stack is not None:
            difference = min(difference, part.stack)
        changes.append((part.seat, difference))
    before = turn.level - turn.increment if not draft.table.plaque.set_bets else 0
    increment = turn.increment if draft.table.plaque.set_bets else max(command.to - before, 0)
    draft.record(e.BetCorrected(command.to, increment, tuple(changes)))


def bind(draft: Draft, command: c.Bind, now: int) -> None:
    """An early act stands unless the action changes before its turn (H-32)."""
    ensure_dealt(draft)
    hand = draft.hand
    part = _part(hand, command.seat)
    if part.life != "in":
        raise Refusal("already_out", "S-142", seat=part.seat, life=part.life)
    draft.record(e.ActBound(command.seat, command.what, command.to))


def limit_acts(draft: Draft, command: c.LimitActs, now: int) -> None:
    """What a seat may still do in this round."""
    ensure_dealt(draft)
    _part(draft.hand, command.seat)
    draft.record(e.ActsLimited(command.seat, command.acts))


def set_kill(draft: Draft, command: c.SetKill, now: int) -> None:
    """The next hand's kill as a ruling has it (S-072). Refuses `no_kill` where the plaque has none."""
    draft.between_hands("S-072")
    if draft.table.stakes is None or draft.table.plaque.kill is None:
        raise Refusal("no_kill", "S-072", table=draft.table.name)
    draft.record(e.KillChanged(command.on, (command.seat or 0) if command.on else 0))


def _part(hand: Hand, seat: int) -> Part:
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-061", seat=seat)
    return hand.parts[i]


SETTLING: dict[type[c.Command], Callable[[Draft, Any, int], None]] = {
    c.RestoreHand: restore_hand,
    c.VoidHand: void_hand,
    c.Impound: impound,
    c.ReleasePot: release,
    c.ReturnChips: return_chips,
    c.ReturnUncalled: return_uncalled,
    c.Refund: refund,
    c.RefundAnte: refund_ante,
    c.Reach: reach,
    c.CollectChips: collect_chips,
    c.CorrectBet: correct_bet,
    c.Bind: bind,
    c.LimitActs: limit_acts,
    c.SetKill: set_kill,
}

"""Remedies that move chips or bind acts: returns, refunds, corrected bets, voided hands, held pots."""

from poker import chips
from poker import commands as c
from poker import events as e
from poker.decide.corrections import revive
from poker.decide.deal import ensure_dealt
from poker.decide.hand_end import settle_next_hand
from poker.decide.opener import may_name, undo_opener
from poker.decide.street import close
from poker.draft import Draft
from poker.handlers import Decide
from poker.refusal import Refusal
from poker.state import Hand, Participant


def restore_hand(draft: Draft, command: c.RestoreHand, now: int) -> None:
    """Make a dead or folded hand live again, with the chips it would have called since.

    Raises `Refusal`: `not_out`.
    """
    i = draft.hand.index(command.seat)
    if i < 0 or draft.hand.parts[i].life == "in":
        raise Refusal("not_out", "S-138", seat=command.seat)
    revive(draft, draft.hand.parts[i])


def void_hand(draft: Draft, command: c.VoidHand, now: int) -> None:
    """Return everyone's chips of this hand and end it (TDA R35E). The house's splash stays for the next hand (H-75)."""
    ensure_dealt(draft)
    if draft.hand.awards:
        raise Refusal("pot_awarded", "H-47", hand=draft.hand.number)
    splash = draft.hand.splash
    fund_splash = draft.hand.fund_splash
    draft.record(e.HandVoided(command.reason, draft.table.put_in, splash))
    _over(draft, now)
    if fund_splash is not None:
        draft.record(e.FundSplashAnnounced(fund_splash, splash))
    elif splash:
        draft.record(e.SplashPotAnnounced(splash))


def impound(draft: Draft, command: c.HoldPot, now: int) -> None:
    """Hold the pot: no one is paid, and the next hand may start."""
    ensure_dealt(draft)
    hand = draft.hand
    table = draft.table
    if hand.awards:
        raise Refusal("pot_awarded", "H-47", hand=hand.number)
    seats = tuple(part.seat for part in hand.live())
    players = tuple(table.seats[number - 1].player for number in seats)
    draft.record(e.PotHeld(table.pot, seats, command.reason, players))
    _over(draft, now)


def _over(draft: Draft, now: int) -> None:
    hand = draft.hand
    known = draft.table.followed
    stacks = tuple(
        (part.seat, part.stack if known else None) for part in hand.parts if part.stack is not None
    )
    draft.record(e.HandEnded(partial=True, stacks=stacks))
    settle_next_hand(draft, hand, now)


def release(draft: Draft, command: c.ReleasePot, now: int) -> None:
    """Pay a held pot in full; a player who has left the seat gets the chips by hand.

    A player in another hand gets them for the next hand, because no stack grows during a hand (S-010).

    Raises `Refusal`: `not_impounded`, `shares_do_not_add_up`, `not_in_pot`.
    """
    held_pot = next((pot for pot in draft.table.impounded if pot.hand == command.hand), None)
    if held_pot is None:
        raise Refusal("not_impounded", "H-47", hand=command.hand)
    paid = sum(command.shares.values())
    if min(command.shares.values(), default=0) <= 0 or (
        held_pot.amount is not None and paid != held_pot.amount
    ):
        raise Refusal("shares_do_not_add_up", "S-181", paid=paid, pot=held_pot.amount)
    for seat in command.shares:
        if seat not in held_pot.seats:
            raise Refusal("not_in_pot", "S-115", seat=seat, pot=0, seats=list(held_pot.seats))
    hand = draft.table.hand
    later = tuple(seat for seat in sorted(command.shares) if hand and hand.index(seat) >= 0)
    draft.record(e.PotReleased(command.hand, tuple(sorted(command.shares.items())), later))


def catch_up_street(draft: Draft, command: c.CatchUpStreet, now: int) -> None:
    """Deal a street in the log that is on the table but was not tapped, as a count of the players in would."""
    ensure_dealt(draft)
    target = draft.table.game.index(command.street)
    while draft.hand.street < target and draft.hand.stage not in ("showdown", "award"):
        close(draft, draft.hand.still_in())


def return_chips(draft: Draft, command: c.ReturnChips, now: int) -> None:
    """Return chips to a seat, never more than it put in. Raises `Refusal`: `more_than_put_in`."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    most = part.committed if command.of == "bet" else part.total - part.committed
    if command.amount > most:
        raise Refusal("more_than_put_in", "S-115", seat=part.seat, asked=command.amount, most=most)
    live = command.amount if command.of == "bet" else 0
    draft.record(e.ChipsReturned(part.seat, command.amount, live=live))


def return_uncalled(draft: Draft, command: c.ReturnUncalled, now: int) -> None:
    """Return the uncalled part of the round's last bet; the bet becomes the amount that the others put in (TDA R65).

    No effect if the seat did not make the last bet, or all of it was called.
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


def return_inferred(draft: Draft, command: c.ReturnInferred, now: int) -> None:
    """Return the chips of the calls inferred for a seat on this street or the one before; no effect without such
    calls.
    """
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    is_recent = part.inferred_on >= draft.hand.street
    amount = min(part.inferred, part.total) if is_recent else 0
    if amount:
        live = min(amount, part.committed)
        draft.record(e.ChipsReturned(part.seat, amount, live=live))


def pass_bring_in(draft: Draft, command: c.PassBringIn, now: int) -> None:
    """Take back a bring-in if this seat made it and no one has acted since; otherwise no effect.

    If the upcards are known, killing the hand then determines the next seat; otherwise the dealer names it.
    """
    ensure_dealt(draft)
    hand = draft.hand
    if hand.opener == command.seat and hand.round.bring_in and may_name(hand):
        undo_opener(draft)


def offer_all_in(draft: Draft, command: c.OfferAllIn, now: int) -> None:
    """Let a seat declare itself all-in for the pot. Raises `Refusal`: `already_out`, `not_in_hand`."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    if part.life != "in":
        raise Refusal("already_out", "S-142", seat=part.seat, life=part.life)
    if not part.all_in and part.seat not in draft.hand.offered:
        draft.record(e.AllInOffered(part.seat))


def refund(draft: Draft, command: c.Refund, now: int) -> None:
    """Return everything a seat put into the hand, including forced bets (H-52)."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    total = part.total + part.dead
    if total:
        draft.record(e.ChipsReturned(part.seat, total, live=part.committed, dead=part.dead))


def refund_ante(draft: Draft, command: c.RefundAnte, now: int) -> None:
    """Return what a seat posted before the deal that is not its bet: the ante."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    contested = part.forced - part.posted
    ante = contested + part.dead
    if ante:
        draft.record(e.ChipsReturned(part.seat, ante, dead=part.dead))


def collect_chips(draft: Draft, command: c.CollectChips, now: int) -> None:
    """Collect what a seat owes. Raises `Refusal`: `more_than_stack`."""
    ensure_dealt(draft)
    part = _part(draft.hand, command.seat)
    if part.stack is not None and command.amount > part.stack:
        raise Refusal("more_than_stack", "S-113", seat=part.seat, to=command.amount, has=part.stack)
    draft.record(e.ChipsCollected(part.seat, command.amount, dead=command.dead))


def correct_bet(draft: Draft, command: c.CorrectBet, now: int) -> None:
    """Correct the bet for the bettor and everyone who matched it (TDA R52). Raises `Refusal`: `no_bet`."""
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


def bind(draft: Draft, command: c.BindEarlyAct, now: int) -> None:
    """Let an out-of-turn act stand unless the action changes before its turn (H-32)."""
    ensure_dealt(draft)
    hand = draft.hand
    part = _part(hand, command.seat)
    if part.life != "in":
        raise Refusal("already_out", "S-142", seat=part.seat, life=part.life)
    draft.record(e.ActBound(command.seat, command.what, command.to))


def limit_acts(draft: Draft, command: c.LimitActs, now: int) -> None:
    """Limit what a seat may still do in this round."""
    ensure_dealt(draft)
    _part(draft.hand, command.seat)
    draft.record(e.ActsLimited(command.seat, command.acts))


def set_kill(draft: Draft, command: c.SetKill, now: int) -> None:
    """Set the next hand's kill as ruled (S-072). Raises `Refusal`: `no_kill` if the plaque has none."""
    draft.between_hands("S-072")
    if draft.table.stakes is None or draft.table.plaque.kill is None:
        raise Refusal("no_kill", "S-072", table=draft.table.name)
    killer = (command.seat or 0) if command.on else 0
    leg = draft.table.kill_leg
    if draft.table.plaque.kill.legs > 1:
        leg = killer or leg
    draft.record(e.KillChanged(command.on, killer, leg))


def _part(hand: Hand, seat: int) -> Participant:
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-061", seat=seat)
    return hand.parts[i]


SETTLING: dict[type[c.Command], Decide] = {
    c.RestoreHand: restore_hand,
    c.VoidHand: void_hand,
    c.HoldPot: impound,
    c.ReleasePot: release,
    c.ReturnChips: return_chips,
    c.ReturnUncalled: return_uncalled,
    c.Refund: refund,
    c.RefundAnte: refund_ante,
    c.ReturnInferred: return_inferred,
    c.PassBringIn: pass_bring_in,
    c.OfferAllIn: offer_all_in,
    c.CatchUpStreet: catch_up_street,
    c.CollectChips: collect_chips,
    c.CorrectBet: correct_bet,
    c.BindEarlyAct: bind,
    c.LimitActs: limit_acts,
    c.SetKill: set_kill,
}

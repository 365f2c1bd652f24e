"""Bounty games by agreement: seven-deuce (H-76) and stand-up (H-77). No guide covers them; the plaque offers them.

Payments go from player to player between hands. They are no part of a pot, and nothing is raked from them.
"""

from poker.cards import UNKNOWN
from poker.refusal import Refusal
from poker.stakes import BountyGames, BountyKind, has_seven_deuce
from poker.state import Bounty, BountyHand, BountyPayment, Hand, Table

NO_GAME = Bounty()
NAMES: dict[str, str] = {"seven_deuce": "seven-deuce", "stand_up": "stand-up"}
RULES: dict[BountyKind, str] = {"seven_deuce": "H-76", "stand_up": "H-77"}
SEVEN_DEUCE = {"7", "2"}
LEAST_PLAYERS = 2


def running(table: Table) -> Bounty | None:
    """Return the bounty game in progress; None if there is none."""
    return table.bounty if table.bounty is not None and table.bounty.kind else None


def offer(table: Table) -> BountyGames | None:
    """Return the plaque's bounty games; None at a closed table and without any."""
    return table.plaque.bounty if table.is_open and table.stakes is not None else None


def playable(table: Table) -> tuple[BountyKind, ...]:
    """Return the bounty games that the plaque offers and that the game dealt now allows."""
    games = offer(table)
    if games is None:
        return ()
    allows = has_seven_deuce(table.game)
    return tuple(kind for kind in games.kinds if kind == "stand_up" or allows)


def players(table: Table) -> tuple[int, ...]:
    """Return the seats that may be dealt in, which are those of a new stand-up game."""
    return tuple(seat.number for seat in table.seats if seat.playing)


def usual_amount(table: Table) -> int:
    """Return the amount of the last bounty game, at first the plaque's; 0 if the plaque offers none."""
    games = offer(table)
    if games is None:
        return 0
    return table.bounty.amount if table.bounty is not None else games.amount


def winners(table: Table, hand: Hand, kind: BountyKind) -> tuple[int, ...]:
    """Return the seats that won a finished hand by the house's rule (H-76, H-77), in dealing order."""
    won = {seat for award in hand.awards for seat, _ in award.shares}
    rule = table.rules.seven_deuce if kind == "seven_deuce" else table.rules.stand_up
    if rule == "whole_hand" and len(won) > 1:
        return ()
    return tuple(part.seat for part in hand.parts if part.seat in won and not part.gone)


def hand_read(table: Table, hand: Hand, kind: BountyKind) -> BountyHand:
    """Return what a bounty game keeps of a finished hand. Without seven-deuce in its game, no one won it."""
    counts = kind == "stand_up" or has_seven_deuce(table.game)
    seats = winners(table, hand, kind) if counts else ()
    shown = tuple(
        (part.seat, part.shown)
        for part in hand.parts
        if kind == "seven_deuce" and part.seat in seats and part.shown and UNKNOWN not in part.shown
    )
    dealt = tuple(part.seat for part in hand.parts if not part.gone)
    return BountyHand(hand.number, dealt, seats, shown)


def is_seven_deuce(cards: tuple[str, ...]) -> bool:
    """Return whether two cards are a seven and a deuce."""
    return {card[0] for card in cards} == SEVEN_DEUCE


def sitting_down(bounty: Bounty) -> tuple[int, ...]:
    """Return the standing seats that sit down after the last hand.

    If all who stand won it together, none of them does, so that one player is left to pay.
    """
    if bounty.kind != "stand_up" or bounty.hand is None or is_decided(bounty):
        return ()
    seats = tuple(seat for seat in bounty.standing if seat in bounty.hand.winners)
    return () if seats == bounty.standing else seats


def is_decided(bounty: Bounty) -> bool:
    """Return whether one player is left standing, so that nothing but the payment is open."""
    return bounty.kind == "stand_up" and len(bounty.standing) <= 1


def claimants(bounty: Bounty) -> tuple[int, ...]:
    """Return the seats that seven-deuce may be paid to: winners of the last hand that showed no other cards."""
    hand = bounty.hand
    if bounty.kind != "seven_deuce" or hand is None:
        return ()
    shown = dict(hand.shown)
    paid = {payment.payee for payment in bounty.paid}
    return tuple(
        seat
        for seat in hand.winners
        if seat not in paid and (seat not in shown or is_seven_deuce(shown[seat]))
    )


def seven_deuce_payments(
    table: Table, bounty: Bounty, seat: int, without: tuple[int, ...] = ()
) -> tuple[BountyPayment, ...]:
    """Return what everyone else dealt into the last hand pays its winner.

    A player whose counted stack is smaller than the amount pays all of it; one without chips pays nothing.
    """
    if bounty.hand is None:
        return ()
    payers = (payer for payer in bounty.hand.dealt if payer not in (seat, *without))
    amounts = ((payer, _affordable(table, payer, bounty.amount)) for payer in payers)
    return tuple(BountyPayment(payer, seat, amount) for payer, amount in amounts if amount)


def stand_up_payments(bounty: Bounty, without: tuple[int, ...] = ()) -> tuple[BountyPayment, ...]:
    """Return what the last player standing pays everyone else in the game."""
    if not is_decided(bounty) or not bounty.standing:
        return ()
    (payer,) = bounty.standing
    payees = (seat for seat in bounty.players if seat not in (payer, *without))
    return tuple(BountyPayment(payer, seat, bounty.amount) for seat in payees)


def _affordable(table: Table, seat: int, amount: int) -> int:
    stack = table.seats[seat - 1].stack
    return amount if stack is None else min(stack, amount)


def check_payer(table: Table, payments: tuple[BountyPayment, ...]) -> None:
    """Raise `Refusal`: `bounty_short` if the payer of a stand-up game has fewer chips than the payments."""
    seat = payments[0].payer
    stack = table.seats[seat - 1].stack
    total = sum(payment.amount for payment in payments)
    if stack is not None and stack < total:
        raise Refusal("bounty_short", "H-77", seat=seat, stack=stack, total=total)

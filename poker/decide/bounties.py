"""Bounty games between hands: start, end, and the payments between players (H-76, H-77)."""

from poker import bounties, chips
from poker import commands as c
from poker import events as e
from poker.decide.table import require_open
from poker.draft import Draft
from poker.handlers import Decide
from poker.refusal import Refusal
from poker.state import Bounty, BountyPayment


def start_bounty(draft: Draft, command: c.StartBounty, now: int) -> None:
    """Start a bounty game from the next hand on.

    Raises `Refusal`: `bounty_off` if the plaque does not offer it, `bounty_game` for seven-deuce in a game without two
    cards for each player, `bounty_running`, `bounty_players`, and those of `chips.check`.
    """
    rule = bounties.RULES[command.kind]
    draft.between_hands(rule)
    require_open(draft)
    table = draft.table_shown
    games = bounties.offer(table)
    if games is None or command.kind not in games.kinds:
        raise Refusal("bounty_off", rule, table=table.name, kind=command.kind)
    if command.kind not in bounties.playable(table):
        raise Refusal("bounty_game", rule, game=table.plaque.game)
    if (current := bounties.running(table)) is not None:
        raise Refusal("bounty_running", rule, kind=current.kind)
    amount = command.amount or bounties.usual_amount(table)
    chips.check(amount, table.plaque.chips)
    players = bounties.players(table)
    if len(players) < bounties.LEAST_PLAYERS:
        raise Refusal("bounty_players", rule, players=len(players))
    if command.kind == "seven_deuce":
        draft.record(e.BountyAgreed(Bounty("seven_deuce", amount)))
        return
    draft.record(e.BountyAgreed(Bounty("stand_up", amount, players=players, standing=players)))


def end_bounty(draft: Draft, command: c.EndBounty, now: int) -> None:
    """End the bounty game without a payment. Raises `Refusal`: `no_bounty`."""
    draft.between_hands("H-76")
    bounty = _running(draft)
    assert bounty.kind
    draft.record(e.BountyEnded(bounty.kind))


def pay_bounty(draft: Draft, command: c.PayBounty, now: int) -> None:
    """Log what players paid each other after the last hand.

    Raises `Refusal`: `no_bounty`, `bounty_standing` while several players stand, `bounty_not_won`, `bounty_winner` if
    several players won and none is named, `bounty_paid` for a second payment for one hand, `bounty_hand` for other
    cards, `bounty_not_in` for a seat left out that would not pay or be paid, `bounty_no_payments`, `bounty_short`.
    """
    draft.between_hands("H-76")
    bounty = _running(draft)
    if bounty.kind == "stand_up":
        _pay_stand_up(draft, bounty, command)
        return
    seat = _winner(bounty, command)
    payments = bounties.seven_deuce_payments(draft.table, bounty, seat)
    _check_left_out(command, {payment.payer for payment in payments}, "H-76")
    payments = bounties.seven_deuce_payments(draft.table, bounty, seat, command.without)
    assert bounty.hand is not None
    _record(draft, bounty, payments, dict(bounty.hand.shown).get(seat, ()))


def _pay_stand_up(draft: Draft, bounty: Bounty, command: c.PayBounty) -> None:
    payments = bounties.stand_up_payments(bounty)
    if not payments:
        raise Refusal("bounty_standing", "H-77", seats=list(bounty.standing))
    _check_left_out(command, {payment.payee for payment in payments}, "H-77")
    payments = bounties.stand_up_payments(bounty, command.without)
    if payments:
        bounties.check_payer(draft.table, payments)
    _record(draft, bounty, payments, ())


def _running(draft: Draft) -> Bounty:
    bounty = bounties.running(draft.table)
    if bounty is None:
        raise Refusal("no_bounty", "H-76", table=draft.table.name)
    return bounty


def _winner(bounty: Bounty, command: c.PayBounty) -> int:
    """Return the seat that gets the bounty of seven-deuce."""
    hand = bounty.hand
    winners = hand.winners if hand else ()
    seat = command.seat
    if seat is None:
        claimants = bounties.claimants(bounty)
        if len(claimants) != 1:
            raise Refusal("bounty_winner", "H-76", seats=list(claimants or winners))
        (seat,) = claimants
    if hand is None or seat not in winners:
        raise Refusal("bounty_not_won", "H-76", seat=seat, seats=list(winners))
    if any(payment.payee == seat for payment in bounty.paid):
        raise Refusal("bounty_paid", "H-76", seat=seat, hand=hand.number)
    cards = dict(hand.shown).get(seat)
    if cards is not None and not bounties.is_seven_deuce(cards):
        raise Refusal("bounty_hand", "H-76", seat=seat, cards=list(cards))
    return seat


def _check_left_out(command: c.PayBounty, seats: set[int], rule: str) -> None:
    for seat in command.without:
        if seat not in seats:
            raise Refusal("bounty_not_in", rule, seat=seat)


def _record(
    draft: Draft, bounty: Bounty, payments: tuple[BountyPayment, ...], cards: tuple[str, ...]
) -> None:
    assert bounty.kind
    if not payments:
        raise Refusal("bounty_no_payments", bounties.RULES[bounty.kind], table=draft.table.name)
    number = draft.table.hands
    draft.record(e.BountyPaid(bounty.kind, number, payments, cards))


BOUNTIES: dict[type[c.Command], Decide] = {
    c.StartBounty: start_bounty,
    c.EndBounty: end_bounty,
    c.PayBounty: pay_bounty,
}

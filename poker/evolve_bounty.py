"""Apply the events of bounty games to the table, and what seats and hands do to a game (H-76, H-77)."""

from msgspec.structs import replace

from poker import events as e
from poker.bounties import hand_read
from poker.events import Event
from poker.handlers import TableStep
from poker.state import Bounty, BountyHand, BountyPayment, Hand, Seat, Table


def _agreed(table: Table, event: e.BountyAgreed) -> Table:
    return replace(table, bounty=event.bounty)


def _ended(table: Table, event: e.BountyEnded) -> Table:
    return replace(table, bounty=_over(table.bounty))


def _sat_down(table: Table, event: e.PlayersSatDown) -> Table:
    bounty = table.bounty
    assert bounty is not None
    standing = tuple(seat for seat in bounty.standing if seat not in event.seats)
    return replace(table, bounty=replace(bounty, standing=standing))


def _paid(table: Table, event: e.BountyPaid) -> Table:
    """Move the chips between counted stacks. A stand-up game is over with its payment."""
    bounty = table.bounty
    assert bounty is not None
    paid = (*bounty.paid, *event.payments)
    after = _over(bounty) if event.kind == "stand_up" else bounty
    assert after is not None
    seats = list(table.seats)
    for payment in event.payments:
        seats[payment.payer - 1] = _with_chips(seats[payment.payer - 1], -payment.amount)
        seats[payment.payee - 1] = _with_chips(seats[payment.payee - 1], payment.amount)
    return replace(table, seats=tuple(seats), bounty=replace(after, paid=paid))


def _with_chips(seat: Seat, amount: int) -> Seat:
    return seat if seat.stack is None else replace(seat, stack=seat.stack + amount)


def _over(bounty: Bounty | None) -> Bounty | None:
    """Return what is left of a bounty game once it is over: its amount, and what was paid after the last hand."""
    return None if bounty is None else Bounty(amount=bounty.amount, paid=bounty.paid)


def before_hand(bounty: Bounty | None) -> Bounty | None:
    """Return a bounty game at the start of a hand: the last hand can no longer be paid."""
    if bounty is None:
        return None
    return replace(bounty, left=(), hand=None, paid=())


def after_hand(table: Table, hand: Hand) -> Bounty | None:
    """Return the table's bounty game after a hand, which may now be paid."""
    bounty = table.bounty
    if bounty is None or not bounty.kind:
        return bounty
    return replace(bounty, hand=hand_read(table, hand, bounty.kind))


def under_plaque(table: Table, kinds: tuple[str, ...]) -> Bounty | None:
    """Return the table's bounty game under another plaque: it goes on if that plaque offers it, too."""
    bounty = table.bounty
    return bounty if bounty is not None and bounty.kind in kinds else None


def without_seat(bounty: Bounty | None, seat: int) -> Bounty | None:
    """Return a bounty game after a player left: their part in it is over."""
    if bounty is None:
        return None
    left = (*bounty.left, seat) if seat in bounty.standing else bounty.left
    return replace(
        bounty,
        players=_without(bounty.players, seat),
        standing=_without(bounty.standing, seat),
        left=left,
        hand=bounty.hand and _hand_without(bounty.hand, seat),
    )


def moved_seat(bounty: Bounty | None, seat: int, to: int) -> Bounty | None:
    """Return a bounty game after a player changed seats: their part in it moves along."""
    if bounty is None:
        return None
    hand = bounty.hand
    if hand is not None:
        shown = tuple((to if number == seat else number, cards) for number, cards in hand.shown)
        dealt = _moved(hand.dealt, seat, to)
        hand = replace(hand, dealt=dealt, winners=_moved(hand.winners, seat, to), shown=shown)
    return replace(
        bounty,
        players=tuple(sorted(_moved(bounty.players, seat, to))),
        standing=tuple(sorted(_moved(bounty.standing, seat, to))),
        hand=hand,
        paid=tuple(_moved_payment(payment, seat, to) for payment in bounty.paid),
    )


def _hand_without(hand: BountyHand, seat: int) -> BountyHand:
    shown = tuple((number, cards) for number, cards in hand.shown if number != seat)
    dealt = _without(hand.dealt, seat)
    return replace(hand, dealt=dealt, winners=_without(hand.winners, seat), shown=shown)


def _moved_payment(payment: BountyPayment, seat: int, to: int) -> BountyPayment:
    payer, payee = _moved((payment.payer, payment.payee), seat, to)
    return replace(payment, payer=payer, payee=payee)


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(number for number in seats if number != seat)


def _moved(seats: tuple[int, ...], seat: int, to: int) -> tuple[int, ...]:
    return tuple(to if number == seat else number for number in seats)


BOUNTY: dict[type[Event], TableStep] = {
    e.BountyAgreed: _agreed,
    e.BountyEnded: _ended,
    e.PlayersSatDown: _sat_down,
    e.BountyPaid: _paid,
}

"""Pots as they will be pushed: side pots first, with shares, odd chip and the house's part."""

from poker import chips, pots, reading
from poker.decide.showdown import beaten, build, waiting
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Table


def award(table: Table) -> dict[str, object] | None:
    """The award as it stands; None before the showdown. Amounts are net, None where nobody counted the pot.

    `splits` has, for the pot in turn, the shares of each set of contenders that may share it, with its odd chips
    as [seat, chips] (H-10): all sets of up to four contenders, of more each pair and all of them together.
    """
    hand = table.hand
    if hand is None or hand.stage not in ("showdown", "award"):
        return None
    if not hand.pots:
        draft = Draft(table)
        build(draft)
        hand = draft.hand
    known = table.pot is not None
    left = waiting(hand)
    turn = left[0] if left else -1
    order = [_pot(hand, i, known=known) for i in reversed(range(len(hand.pots)))]
    return {
        "pots": order,
        "turn": next((i for i, pot in enumerate(order) if pot["pot"] == turn), None),
        "rake": hand.rake if known else None,
        "jackpot": hand.jackpot if known else None,
        "total": _total(hand) if known else None,
        "best": list(_best(table, hand, turn)) if turn >= 0 else [],
        "splits": _splits(table, hand, turn, known=known),
    }


def _total(hand: Hand) -> int:
    return sum(pot.amount for pot in hand.pots) + hand.rake + hand.jackpot


def _pot(hand: Hand, index: int, *, known: bool) -> dict[str, object]:
    shares = next((dict(done.shares) for done in hand.awards if done.pot == index), {})
    pot = hand.pots[index]
    out = beaten(hand)
    return {
        "pot": index,
        "name": "main" if index == 0 else "side",
        "amount": pot.amount if known else None,
        "seats": list(pot.seats),
        "out": [seat for seat in pot.seats if seat in out and seat not in shares],
        "winners": list(shares),
        "shares": {str(seat): amount if known else None for seat, amount in shares.items()},
    }


def _contenders(hand: Hand, turn: int) -> tuple[int, ...]:
    out = beaten(hand)
    return tuple(seat for seat in hand.pots[turn].seats if seat not in out)


def _splits(table: Table, hand: Hand, turn: int, *, known: bool) -> dict[str, object]:
    """Ways to share the pot in turn: "2+5", seats in rising order, to shares by seat and who has odd chips."""
    seats = _contenders(hand, turn) if turn >= 0 else ()
    if len(seats) < 2:
        return {}
    ways = pots.splits(
        hand.pots[turn].amount,
        pots.clockwise(hand, seats),
        chip=chips.smallest(table.plaque.chips),
        rules=table.rules,
    )
    return {
        "+".join(str(seat) for seat in sorted(seat for seat, _ in shares)): {
            "shares": {str(seat): share if known else None for seat, share in shares},
            "odd": [list(more) for more in pots.odd(shares)] if known else [],
        }
        for shares in ways
    }


def _best(table: Table, hand: Hand, turn: int) -> tuple[int, ...]:
    """Seats with the best hand of the pot, when every hand that can win it was entered."""
    shown = [(part.seat, part.shown) for part in hand.parts if part.seat in _contenders(hand, turn)]
    if not shown or not all(cards for _, cards in shown):
        return ()
    try:
        return reading.winners(table.game.ranking, shown, hand.board)
    except Refusal:
        return ()

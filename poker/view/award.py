"""The award: side pots first, with shares, odd chip and the house's part."""

import msgspec

from poker import chips, pots
from poker.decide.showdown import beaten, build, waiting
from poker.draft import Draft
from poker.reading import RANKINGS
from poker.shown_hands import odd_first, winners
from poker.state import Hand, Table
from poker.view.model import AwardPotView, AwardView, HalfView, HalvesView, SplitView


def award(table: Table) -> AwardView | None:
    """Return the current award; None before the showdown. Amounts are net, None if the pot was not counted."""
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
    return AwardView(
        pots=order,
        turn=next((i for i, pot in enumerate(order) if pot.pot == turn), None),
        rake=hand.rake if known else None,
        jackpot=hand.jackpot if known else None,
        total=_total(hand) if known else None,
        best=list(_best(table, hand, turn)) if turn >= 0 else [],
        splits=_splits(table, hand, turn, known=known),
        halves=_halves(table, hand, turn, known=known),
    )


def _total(hand: Hand) -> int:
    return sum(pot.amount for pot in hand.pots) + hand.rake + hand.jackpot


def _pot(hand: Hand, index: int, *, known: bool) -> AwardPotView:
    shares = next((dict(award.shares) for award in hand.awards if award.pot == index), {})
    pot = hand.pots[index]
    out = beaten(hand)
    return AwardPotView(
        pot=index,
        name="main" if index == 0 else "side",
        amount=pot.amount if known else None,
        seats=list(pot.seats),
        out=[seat for seat in pot.seats if seat in out and seat not in shares],
        winners=list(shares),
        low=list(next((award.low for award in hand.awards if award.pot == index), ())),
        shares={str(seat): amount if known else None for seat, amount in shares.items()},
    )


def _contenders(hand: Hand, turn: int) -> tuple[int, ...]:
    out = beaten(hand)
    return tuple(seat for seat in hand.pots[turn].seats if seat not in out)


def _splits(table: Table, hand: Hand, turn: int, *, known: bool) -> dict[str, SplitView]:
    """Return the ways to share the current pot: "2+5", seats in rising order, to shares by seat and odd chips."""
    if turn < 0:
        return {}
    seats = _contenders(hand, turn)
    return _ways(table, hand, hand.pots[turn].amount, seats, 0, least=2, known=known)


def _ways(
    table: Table,
    hand: Hand,
    amount: int,
    seats: tuple[int, ...],
    half: int,
    *,
    least: int,
    known: bool,
) -> dict[str, SplitView]:
    data: dict[str, SplitView] = {}
    chip = chips.smallest(table.plaque.chips)
    at = msgspec.structs.replace(table, hand=hand)
    for those in pots.sets(seats, least=least):
        order = odd_first(at, those, half)
        shares = pots.split(amount, order, chip=chip, rules=table.rules)
        data["+".join(str(seat) for seat in sorted(those))] = SplitView(
            shares={str(seat): share if known else None for seat, share in shares},
            odd=list(pots.odd(shares)) if known else [],
        )
    return data


def _halves(table: Table, hand: Hand, turn: int, *, known: bool) -> HalvesView | None:
    """Return the two halves of the current pot, each with the ways to share it; None without a split."""
    names = [half for half, _ in RANKINGS[table.game.ranking].halves]
    if len(names) < 2 or turn < 0:
        return None
    chip = chips.smallest(table.plaque.chips)
    amounts = pots.halves(hand.pots[turn].amount, chip=chip)
    seats = _contenders(hand, turn)
    best = winners(table, hand, seats)
    return HalvesView(
        names=names,
        parts=[
            HalfView(
                half=name,
                amount=amount if known else None,
                best=list(best.get(name, ())),
                splits=_ways(table, hand, amount, seats, i, least=1, known=known),
            )
            for i, (name, amount) in enumerate(zip(names, amounts, strict=True))
        ],
    )


def _best(table: Table, hand: Hand, turn: int) -> tuple[int, ...]:
    """Return the seats with the best hand of the pot's first half, if every hand that can win it was entered."""
    winners_by_half = winners(table, hand, _contenders(hand, turn))
    return next(iter(winners_by_half.values()), ())

"""The award: side pots first, with shares, odd chip and the house's part."""

import msgspec

from poker import chips, later_pots, pots
from poker.cells import all_cells, cell_amount, waiting
from poker.decide.showdown import build
from poker.draft import Draft
from poker.later_pots import FIRST, SECOND, beaten
from poker.reading import RANKINGS
from poker.shown_hands import odd_first, winners
from poker.state import Cell, Hand, Table
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
    turn = next(iter(waiting(hand)), None)
    order = all_cells(hand)
    return AwardView(
        pots=[_pot(table, hand, cell, known=known) for cell in order],
        turn=None if turn is None else order.index(turn),
        rake=hand.rake if known else None,
        jackpot=hand.jackpot if known else None,
        total=_total(hand) if known else None,
        best=list(_best(table, hand, turn)) if turn else [],
        splits=_splits(table, hand, turn, known=known),
        units=_units(hand, turn),
        halves=_halves(table, hand, turn, known=known),
    )


def _total(hand: Hand) -> int:
    return sum(pot.amount for pot in hand.pots) + hand.rake + hand.jackpot


def _pot(table: Table, hand: Hand, cell: Cell, *, known: bool) -> AwardPotView:
    award = next((award for award in hand.awards if award.cell == cell), None)
    shares = dict(award.shares) if award else {}
    pot = hand.pots[cell.pot]
    out = beaten(hand, cell.board)
    return AwardPotView(
        pot=cell.pot,
        board=cell.board,
        name="side" if cell.pot else "main",
        amount=cell_amount(table, hand, cell) if known else None,
        seats=list(pot.seats),
        out=[seat for seat in pot.seats if seat in out and seat not in shares],
        winners=list(shares),
        low=list(award.low) if award else [],
        shares={str(seat): amount if known else None for seat, amount in shares.items()},
    )


def _contenders(hand: Hand, turn: Cell) -> tuple[int, ...]:
    out = beaten(hand, turn.board)
    return tuple(seat for seat in hand.pots[turn.pot].seats if seat not in out)


def _splits(table: Table, hand: Hand, turn: Cell | None, *, known: bool) -> dict[str, SplitView]:
    """Return the ways to share the current pot: from seats in rising order, "2+5", to shares by seat and odd chips."""
    if turn is None:
        return {}
    able = later_pots.units(hand, turn)
    amount = cell_amount(table, hand, turn)
    return _ways(table, hand, turn.board, amount, able, FIRST, least=2, known=known)


def _units(hand: Hand, turn: Cell | None, half: int = FIRST) -> list[list[int]]:
    """Return the seats that can win the current pot, each with the seats it is tied to."""
    if turn is None:
        return []
    return [list(unit) for unit in later_pots.units(hand, turn, half)]


def _ways(
    table: Table,
    hand: Hand,
    board: int,
    amount: int,
    able: tuple[tuple[int, ...], ...],
    half: int,
    *,
    least: int,
    known: bool,
) -> dict[str, SplitView]:
    data: dict[str, SplitView] = {}
    chip = chips.smallest(table.plaque.chips)
    at = msgspec.structs.replace(table, hand=hand)
    for seats in later_pots.ways(able, least=least):
        order = odd_first(at, seats, half, board=board)
        shares = pots.split(amount, order, chip=chip, rules=table.rules)
        data["+".join(str(seat) for seat in sorted(seats))] = SplitView(
            shares={str(seat): share if known else None for seat, share in shares},
            odd=list(pots.odd(shares)) if known else [],
        )
    return data


def _halves(table: Table, hand: Hand, turn: Cell | None, *, known: bool) -> HalvesView | None:
    """Return the two halves of the current pot, each with the ways to share it; None without a split."""
    names = [half for half, _ in RANKINGS[table.game.ranking].halves]
    if len(names) < 2 or turn is None:
        return None
    chip = chips.smallest(table.plaque.chips)
    amounts = pots.halves(cell_amount(table, hand, turn), chip=chip)
    best = winners(table, hand, _contenders(hand, turn), turn.board)
    able = [later_pots.units(hand, turn, half) for half in (FIRST, SECOND)]
    return HalvesView(
        names=names,
        both=bool(later_pots.second_half_winners(hand, turn.board)),
        parts=[
            HalfView(
                half=name,
                amount=amount if known else None,
                best=list(_possible(best.get(name, ()), able[i])),
                splits=_ways(table, hand, turn.board, amount, able[i], i, least=1, known=known),
                units=[list(unit) for unit in able[i]],
            )
            for i, (name, amount) in enumerate(zip(names, amounts, strict=True))
        ],
    )


def _best(table: Table, hand: Hand, turn: Cell) -> tuple[int, ...]:
    """Return the seats with the best hand of the pot's first half, if every hand that can win it was entered."""
    winners_by_half = winners(table, hand, _contenders(hand, turn), turn.board)
    best = next(iter(winners_by_half.values()), ())
    return _possible(best, later_pots.units(hand, turn))


def _possible(best: tuple[int, ...], able: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the best hands; none if an earlier award contradicts the reading, so that they cannot win."""
    whole = {seat for unit in able if set(unit) <= set(best) for seat in unit}
    return best if whole == set(best) else ()

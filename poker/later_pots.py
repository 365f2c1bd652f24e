"""How an awarded pot constrains later ones: tied hands stay one unit, beaten hands stay beaten (S-181).

A later pot has every contender of the earlier ones, and others who are all-in. It is decided half by half. On another
board all hands compete again.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from poker.reading import RANKINGS
from poker.refusal import Refusal
from poker.state import Award, Cell, Hand, Table

FIRST = 0
SECOND = 1
EVERY = 4  # up to this many units, list every way to share; with more, each unit, each pair and all of them
Unit = tuple[int, ...]


def units(hand: Hand, cell: Cell, half: int = FIRST) -> tuple[Unit, ...]:
    """Return the seats that can win a half of a pot, in order: alone, or together with those they tied with."""
    able = contending(hand, cell)
    contenders = [part.seat for part in hand.parts if part.seat in able]
    tied: dict[int, Unit] = {}
    for award in contested(hand, cell.board):
        seats = set(hand.pots[award.pot].seats)
        best = [seat for seat in _winners(award, half) if seat in contenders]
        contenders = [seat for seat in contenders if seat in best or seat not in seats]
        if half == FIRST or award.low:
            tied |= {seat: tuple(best) for seat in best}
    return tuple(dict.fromkeys(tied.get(seat, (seat,)) for seat in contenders))


def contending(hand: Hand, cell: Cell) -> set[int]:
    """Return the live seats of a pot that have not lost an earlier one on the same board."""
    seats = hand.pots[cell.pot].seats
    return {part.seat for part in hand.live() if part.seat in seats} - beaten(hand, cell.board)


def contested(hand: Hand, board: int) -> Iterator[Award]:
    """Yield a board's awards that compared hands; a pot with one contender compares no hands."""
    return (award for award in _on(hand, board) if len(hand.pots[award.pot].seats) > 1)


def _on(hand: Hand, board: int) -> Iterator[Award]:
    return (award for award in hand.awards if award.board == board)


def beaten(hand: Hand, board: int) -> set[int]:
    """Return the seats that lost every half of a pot on this board."""
    lost: set[int] = set()
    for award in _on(hand, board):
        winners = {seat for seat, _ in award.shares}
        lost |= set(hand.pots[award.pot].seats) - winners
    return lost


def _winners(award: Award, half: int) -> Unit:
    """Return who can still win this half after an award.

    A seat that took a whole pot alone may have won the second half, too: the dealer need not tap it.
    """
    first = award.high or tuple(seat for seat, _ in award.shares)
    if half == FIRST:
        return first
    if award.low:
        return award.low
    return first if len(first) == 1 else ()


def check(table: Table, cell: Cell, winners: Sequence[int], half: int) -> None:
    """Raise `Refusal` for winners that an earlier pot excludes: `tied_together`, `lost_half`."""
    hand = table.hand
    assert hand is not None
    if not hand.awards:
        return  # no earlier pot excludes anyone
    able = units(hand, cell, half)
    seats = {seat for unit in able for seat in unit}
    name = half_name(table, half)
    for seat in winners:
        if seat not in seats:
            to = list(beaten_by(hand, seat, half, cell.board))
            raise Refusal("lost_half", "S-181", seat=seat, half=name, seats=to)
    for unit in able:
        if 0 < len(set(unit) & set(winners)) < len(unit):
            raise Refusal("tied_together", "S-094", seats=sorted(unit), half=name)


def check_taken_whole(table: Table, cell: Cell, winners: Sequence[int]) -> None:
    """Raise `Refusal` if these seats take a whole pot although, by an earlier pot, another seat has its second
    half.
    """
    hand = table.hand
    assert hand is not None
    low = second_half_winners(hand, cell.board)
    if not low or set(winners) in [set(unit) for unit in units(hand, cell, SECOND)]:
        return
    raise Refusal("half_missing", "S-164", half=half_name(table, SECOND), seats=sorted(low))


def second_half_winners(hand: Hand, board: int) -> Unit:
    """Return the winners of the second half of the board's last awarded pot, so that later pots have winners, too; ()
    for no one.
    """
    lows = [award.low for award in contested(hand, board) if award.low]
    return lows[-1] if lows else ()


def beaten_by(hand: Hand, seat: int, half: int, board: int) -> Unit:
    """Return the seats to which this one lost a half of an earlier pot; () if no hand in that pot won that half."""
    for award in contested(hand, board):
        if seat not in hand.pots[award.pot].seats:
            continue
        best = _winners(award, half)
        if seat not in best:
            return tuple(sorted(best))
    return ()


def half_name(table: Table, half: int) -> str:
    """Return the name of a half in a split-pot game, "" in games without halves."""
    halves = RANKINGS[table.game.ranking].halves
    return halves[half][0] if len(halves) > 1 else ""


def ways(able: Sequence[Unit], *, least: int) -> tuple[Unit, ...]:
    """Return the sets of at least `least` seats that may share: all sets of a few units, the likely sets of many."""
    most = len(able)
    sizes = range(1, most + 1) if most <= EVERY else (1, 2, most)
    results = [
        tuple(seat for unit in units_ for seat in unit)
        for size in sizes
        for units_ in combinations(able, size)
    ]
    return tuple(seats for seats in results if len(seats) >= least)

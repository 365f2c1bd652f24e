"""What each award pays: every contested pot is split by board, and boards are awarded from the upper one down (S-181).

No guide covers two boards; the split and its odd chip are house choices (H-72).
"""

from poker import chips, pots
from poker.state import Cell, Hand, Table


def waiting(hand: Hand) -> list[Cell]:
    """Return the cells to award in order: board by board, on each the last side pot first."""
    done = {award.cell for award in hand.awards}
    return [cell for cell in all_cells(hand) if cell not in done]


def all_cells(hand: Hand) -> list[Cell]:
    """Return the cells of all pots in the order of the award."""
    return [
        Cell(pot, board)
        for board in range(len(hand.boards))
        for pot in reversed(range(len(hand.pots)))
        if board < boards_of(hand, pot)
    ]


def boards_of(hand: Hand, pot: int) -> int:
    """Return the number of boards that a pot is split by; a pot with one contender is not split."""
    return len(hand.boards) if len(hand.pots[pot].seats) > 1 else 1


def cell_amount(table: Table, hand: Hand, cell: Cell) -> int:
    """Return the net chips of a pot on a board."""
    parts = pots.by_board(
        hand.pots[cell.pot].amount,
        boards_of(hand, cell.pot),
        chip=chips.smallest(table.plaque.chips),
        rules=table.rules,
    )
    return parts[cell.board]

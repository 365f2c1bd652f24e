"""Burns before a street, and the cards that a draw must leave for the board (S-082, S-086, H-46, H-55)."""

from poker.games import Street
from poker.state import Table


def burns_before(table: Table, street: Street) -> int:
    """Return the number of burns before a street: one, or zero if the game has none there or a ruling waived it."""
    hand = table.hand
    if hand is not None and street.name in hand.waived:
        return 0
    return street.burn + (street.house_burn if table.rules.courchevel_burn else 0)


def kept_in_stub(table: Table) -> int:
    """Return the cards that a draw leaves in the stub: the last card, or the board to come with its burns."""
    hand = table.hand
    assert hand is not None
    coming = table.game.streets[hand.street :]
    board = sum(street.board + burns_before(table, street) for street in coming if street.board)
    return max(board, 1)

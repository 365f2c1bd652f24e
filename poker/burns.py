"""Burns before a street, and the cards that a draw must leave for the board (S-082, S-086, H-46, H-55)."""

from poker.games import Street
from poker.rules import HouseRules
from poker.state import Hand, Table


def burns_before(table: Table, street: Street, board: int = 0) -> int:
    """Return the number of burns before a street: one, or zero if the game has none there or a ruling waived it.

    board: the board that the burn is for, where each has its own (H-71), or the run.
    """
    hand = table.hand
    if hand is not None and hand.is_waived(street.name, board):
        return 0
    return house_burns(street, table.rules)


def boards_dealt(hand: Hand) -> range:
    """Return the boards that the next street is dealt to: all of them, or that of the run dealt now."""
    if hand.runs is None:
        return range(len(hand.boards))
    return range(hand.runs.current, hand.runs.current + 1)


def boards_with_burn(hand: Hand, rules: HouseRules) -> range:
    """Return the boards before which the next street has a burn: each, or only the first that is dealt (H-71)."""
    boards = boards_dealt(hand)
    return boards if rules.board_burns == "each" else boards[:1]


def own_board(board: int | None, burned: range) -> int:
    """Return a board if it has a burn of its own, else the first of those that have one."""
    return burned[0] if board is None or board not in burned else board


def house_burns(street: Street, rules: HouseRules) -> int:
    """Return the number of burns before a street where no ruling waived one (H-55)."""
    return street.burn + (street.house_burn if rules.courchevel_burn else 0)


def kept_in_stub(table: Table) -> int:
    """Return the cards that a draw leaves in the stub: the last card, or the board to come with its burns."""
    hand = table.hand
    assert hand is not None
    coming = [street for street in table.game.streets[hand.street :] if street.board]
    return max(sum(_center_cards(table, street, hand) for street in coming), 1)


def _center_cards(table: Table, street: Street, hand: Hand) -> int:
    """Return the cards that a street takes with its burns; two boards may share a burn (H-71)."""
    burned = range(len(hand.boards)) if table.rules.board_burns == "each" else range(1)
    burns = sum(burns_before(table, street, board) for board in burned)
    return street.board * len(hand.boards) + burns

"""Burns before a street, and the cards that a draw must leave for the board (S-082, S-086, H-46, H-55)."""

from poker.games import Street
from poker.rules import HouseRules
from poker.state import Table


def burns_before(table: Table, street: Street) -> int:
    """Return the number of burns before a street: one, or zero if the game has none there or a ruling waived it."""
    hand = table.hand
    if hand is not None and street.name in hand.waived:
        return 0
    return house_burns(street, table.rules)


def house_burns(street: Street, rules: HouseRules) -> int:
    """Return the number of burns before a street where no ruling waived one (H-55)."""
    return street.burn + (street.house_burn if rules.courchevel_burn else 0)


def kept_in_stub(table: Table) -> int:
    """Return the cards that a draw leaves in the stub: the last card, or the board to come with its burns."""
    hand = table.hand
    assert hand is not None
    coming = [street for street in table.game.streets[hand.street :] if street.board]
    return max(sum(_center_cards(table, street, len(hand.boards)) for street in coming), 1)


def _center_cards(table: Table, street: Street, boards: int) -> int:
    """Return the cards that a street takes with its burns; two boards may share a burn (H-71)."""
    burned = boards if table.rules.board_burns == "each" else 1
    return street.board * boards + burns_before(table, street) * burned

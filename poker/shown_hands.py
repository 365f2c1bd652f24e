"""Reading of shown hands with the game's wild cards: winners by half, names, odd chips (S-090, H-10)."""

from collections.abc import Sequence

from poker import reading
from poker.cards import UNKNOWN
from poker.reading.odd_chip import top_card
from poker.reading.wild_cards import WildCards, wild_cards_of
from poker.refusal import Refusal
from poker.state import Hand, Participant, Table


def wild(table: Table, hand: Hand) -> WildCards:
    """Return the wild cards of the game.

    Raises `Refusal`: `cards_unseen` if upcards decide what is wild and were not entered.
    """
    return wild_cards_of(table.game.wild, turned_up(table, hand))


def turned_up(table: Table, hand: Hand) -> tuple[str, ...]:
    """Return every upcard in the order dealt: street by street, seat by seat, including folded hands."""
    results: list[str] = []
    dealt = 0
    for street in table.game.streets[: hand.street + 1]:
        for part in hand.parts:
            results += part.up[dealt : dealt + street.up]
        dealt += street.up
    return tuple(results)


def shown_down_cards(part: Participant) -> tuple[str, ...] | None:
    """Return the shown cards that were dealt face down; None if the upcards were not entered."""
    if UNKNOWN in part.up:
        return None
    return tuple(card for card in part.shown if card not in part.up)


def label(table: Table, hand: Hand, part: Participant, board: int = 0) -> str | None:
    """Return the name of a shown hand on a board, including both halves; None if its cards cannot be read."""
    if not part.shown:
        return None
    try:
        return reading.label(
            table.ranking,
            part.shown,
            hand.boards[board],
            wild=wild(table, hand),
            down=shown_down_cards(part),
        )
    except Refusal:
        return None


def winners(
    table: Table, hand: Hand, seats: Sequence[int], board: int = 0
) -> dict[str, tuple[int, ...]]:
    """Return, for each half, the seats that win it on a board among these; {} unless all cards of all hands were
    shown.
    """
    parts = [part for part in hand.parts if part.seat in seats]
    if not parts or not all(part.shown for part in parts):
        return {}
    downs = {part.seat: cards for part in parts if (cards := shown_down_cards(part)) is not None}
    try:
        return reading.by_half(
            table.ranking,
            [(part.seat, part.shown) for part in parts],
            hand.boards[board],
            wild=wild(table, hand),
            down=downs,
        )
    except Refusal:
        return {}


def odd_first(
    table: Table, seats: Sequence[int], half: int, named_first: int = 0, *, board: int = 0
) -> list[int]:
    """Return the winners of a half in the order they get odd chips (H-10).

    From the left of the button, or of the dealer; in stud by the suit of the highest of the five cards, if all of them
    were shown (TDA R20B). `named_first`: the seat that comes first by the dealer's tap.
    """
    hand = table.hand
    assert hand is not None
    order = [part.seat for part in hand.parts if part.seat in seats]
    if table.game.family == "stud" and not table.game.wild and len(order) > 1:
        order = _by_suit(table, hand, order, half, board)
    if named_first in order:
        i = order.index(named_first)
        order = order[i:] + order[:i]
    return order


def _by_suit(table: Table, hand: Hand, order: list[int], half: int, board: int) -> list[int]:
    tops = {}
    for seat in order:
        part = hand.parts[hand.index(seat)]
        top = top_card(table.ranking, half, part.shown, hand.boards[board])
        if top is None:
            return order
        tops[seat] = top
    return sorted(order, key=tops.__getitem__, reverse=True)

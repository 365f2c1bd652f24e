"""Cards of a shoe, and the totals of hands.

A card is its rank, and its suit if someone named it: "7", "7s", "K". "F" is a jack, queen or king whose rank no one
named, because only its value of ten matters. "?" is a card that no one saw.
"""

from collections.abc import Iterable, Sequence

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
FACES = ("J", "Q", "K")
FACE = "F"
UNSEEN = "?"
SUITS = ("s", "h", "d", "c")
TEN_VALUES = ("T", *FACES, FACE)
TWENTY_ONE = 21
VALUES = {"A": 1} | {str(pips): pips for pips in range(2, 10)} | dict.fromkeys(TEN_VALUES, 10)


def rank_of(card: str) -> str:
    return card[:1]


def suit_of(card: str) -> str:
    """Return the suit of a card, "" if no one named it."""
    return card[1:]


def is_card(text: str) -> bool:
    """Return whether a text is a rank, alone or with a suit."""
    return text[:1] in (*RANKS, FACE) and text[1:] in ("", *SUITS)


def value(card: str) -> int:
    """Return the value of a card; an ace counts 1."""
    return VALUES[card[:1]]


def is_ten_value(card: str) -> bool:
    return rank_of(card) in TEN_VALUES


def total(cards: Iterable[str]) -> int:
    """Return the best total of a hand: an ace counts 11 if the hand stays at 21 or less."""
    values = [value(card) for card in cards]
    low = sum(values)
    return low + 10 if 1 in values and low + 10 <= TWENTY_ONE else low


def is_soft(cards: Sequence[str]) -> bool:
    """Return whether an ace counts 11."""
    return total(cards) != sum(value(card) for card in cards)


def is_two_card_21(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards) == TWENTY_ONE


def are_equal_in_value(cards: Sequence[str]) -> bool:
    """Return whether two cards may be split: a jack and a king may."""
    first, second = cards
    return value(first) == value(second)


def suits_class(cards: Sequence[str]) -> str:
    """Return "mixed", "suited" or "spades"; "" if the suit of a card is not known."""
    suits = {suit_of(card) for card in cards}
    if len(suits - {""}) > 1:
        return "mixed"
    if "" in suits:
        return ""
    return "spades" if suits == {"s"} else "suited"

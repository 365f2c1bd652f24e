"""Cards as two characters, rank and suit: "As", "Td"; "??" is an unseen card."""

from collections.abc import Iterable

from poker.refusal import Refusal

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest to highest: clubs, diamonds, hearts, spades (S-146)
UNKNOWN = "??"
DECK_SIZE = 52  # one deck, no joker (S-019)
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
_DECK_SET = frozenset(DECK)
_ORDER = {card: (RANKS.index(card[0]), SUITS.index(card[1])) for card in DECK}


def height(card: str) -> tuple[int, int]:
    """Return rank, then suit of a known card, for draws where suits break ties (S-048, H-25)."""
    return _ORDER[card]


def parse(text: str) -> tuple[str, ...]:
    """Split "AsTd??" into cards. Raises `Refusal` for any other text."""
    return known_or_unseen([text[i : i + 2] for i in range(0, len(text), 2)])


def known_or_unseen(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards as a tuple, each one of the 52 or "??".

    Raises `Refusal` for any other card and for repeated cards (S-019).
    """
    checked = tuple(cards)
    if len(_DECK_SET.intersection(checked)) < len(checked):
        _check_each(checked)
    return checked


def _check_each(cards: tuple[str, ...]) -> None:
    """Raise `Refusal` for the first card that is neither "??" nor one of the 52, or that came before."""
    seen: set[str] = set()
    for card in cards:
        if card == UNKNOWN:
            continue
        if card not in _DECK_SET:
            raise Refusal("no_such_card", "S-019", card=card)
        if card in seen:
            raise Refusal("card_twice", "S-019", card=card)
        seen.add(card)

"""Readers of hands written from the rules and by brute force, against which the engine's are tested; hypothesis cards.

A reader gives a key: the size pattern's place and the ranks, negative in low games; the greater key wins.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import settings
from hypothesis import strategies as st

from poker.cards import DECK, RANKS
from tests.support.law_examples import example_count

Cards = tuple[str, ...]
Key = tuple[int, list[int]]
# The same hands each time; `EXAMPLES=5000` looks for others.
EXAMPLES = example_count(120)
quick = settings(
    max_examples=EXAMPLES, derandomize="EXAMPLES" not in os.environ, deadline=None, database=None
)
few = settings(quick, max_examples=max(8, EXAMPLES // 10))


def deal_cards(count: int, deck: Sequence[str] = DECK) -> st.SearchStrategy[Cards]:
    """Draw different cards; suits and ranks repeat often, so that flushes and pairs occur."""
    suited = [card for card in deck if card[1] in "ds"]
    low = [card for card in deck if card[0] in "A2345678"]
    packs = [pack for pack in (list(deck), suited, low) if len(pack) >= count]
    return st.sampled_from(packs).flatmap(
        lambda pack: st.lists(
            st.sampled_from(pack), min_size=count, max_size=count, unique=True
        ).map(tuple)
    )


def sign(item: tuple[object, ...] | None, second_item: tuple[object, ...] | None) -> int:
    """Return 1, 0 or -1; a missing hand ranks below every hand."""
    if item is None or second_item is None:
        return (item is not None) - (second_item is not None)
    return int(item > second_item) - int(item < second_item)


def rank_groups(cards: Cards, order: str) -> tuple[list[int], list[int]]:
    """Return sizes and ranks of equal cards, larger groups and higher ranks first."""
    count = Counter(order.index(card[0]) for card in cards)
    ranked = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    return [count[rank] for rank in ranked], ranked


def straight_rank(ranks: list[int], *, wheel: bool) -> int:
    """Return the highest rank of a straight, or -1."""
    if len(ranks) == 5 and max(ranks) - min(ranks) == 4:
        return max(ranks)
    return 3 if wheel and set(ranks) == {12, 0, 1, 2, 3} else -1


SIZES: tuple[list[int], ...] = (
    [1, 1, 1, 1, 1],
    [2, 1, 1, 1],
    [2, 2, 1],
    [3, 1, 1],
    [],
    [],
    [3, 2],
    [4, 1],
)


def high(cards: Cards, *, wheel: bool = True) -> Key:
    sizes, ranks = rank_groups(cards, RANKS)
    top = straight_rank(ranks, wheel=wheel)
    flush = len({card[1] for card in cards}) == 1
    if top >= 0:
        return 8 if flush else 4, [top]
    return 5 if flush else SIZES.index(sizes), ranks


def negative(position: int, ranks: list[int]) -> Key:
    return -position, [-rank for rank in ranks]


def deuce7(cards: Cards) -> Key:
    return negative(*high(cards, wheel=False))


def low_a5(cards: Cards) -> Key:
    sizes, ranks = rank_groups(cards, "A" + RANKS[:-1])
    return negative(SIZES.index(sizes), ranks)


def low_8(cards: Cards) -> Key | None:
    return low_a5(cards) if len({card[0] for card in cards} & set("A2345678")) == 5 else None


def badugi(cards: Cards) -> Key:
    return badugi_in("A" + RANKS[:-1], cards)


def badugi_ace_high(cards: Cards) -> Key:
    return badugi_in(RANKS, cards)


def pips(cards: Cards) -> Key:
    """Return the pips: an ace is one, a face is nothing."""
    worth = {"A": 1, "T": 10} | {rank: int(rank) for rank in "23456789"}
    return 0, [sum(worth.get(card[0], 0) for card in cards)]


def fewest_pips(cards: Cards) -> Key:
    return negative(*pips(cards))


def badugi_in(order: str, cards: Cards) -> Key:
    """Return the best choice of cards of different suits and ranks; `order`: the ranks from the best down."""
    keys = []
    for size in range(1, 5):
        for subset in combinations(cards, size):
            if len({card[0] for card in subset}) == len({card[1] for card in subset}) == size:
                ranks = sorted(order.index(card[0]) for card in subset)
                keys.append((size, [-rank for rank in reversed(ranks)]))
    return max(keys)


def any_five_cards(hole: Cards, board: Cards) -> Iterator[Cards]:
    return combinations(hole + board, 5)


def two_and_three_cards(hole: Cards, board: Cards) -> Iterator[Cards]:
    for own_cards in combinations(hole, 2):
        for board_cards in combinations(board, 3):
            yield own_cards + board_cards


def all_hole_cards(hole: Cards, board: Cards) -> Iterator[Cards]:
    yield hole


def every_card(hole: Cards, board: Cards) -> Iterator[Cards]:
    yield hole + board


def brute_force(natural: Cards, wild: int) -> tuple[int, ...]:
    """Return the best of all choices of five and all values of the wild cards, with five of a kind."""
    number: list[tuple[int, ...]] = []
    for used in range(min(wild, 5) + 1):
        for chosen_cards in combinations(natural, 5 - used):
            if used and len({card[0] for card in chosen_cards}) == 1:
                number.append((9, RANKS.index(chosen_cards[0][0])))
            other_cards = [card for card in DECK if card not in chosen_cards]
            position, ranks = max(
                high(chosen_cards + stand) for stand in combinations(other_cards, used)
            )
            number.append((position, *ranks))
    return max(number)

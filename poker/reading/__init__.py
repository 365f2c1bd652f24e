"""Read shown hands: names, best hands and winners, half by half (S-090 to S-095, S-160 to S-172).

A ranking has one half or two (`rankings.py`); a scale compares the hands of a half (`scales.py`). Stud's common card
is part of the board. A half without a qualifying hand has no winner: the other half takes the whole pot (S-164).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from poker import cards
from poker.reading.rankings import RANKINGS, Ranking
from poker.reading.scales import SCALES, PlayerCards, Reading
from poker.reading.wild_cards import NONE, WildCards
from poker.refusal import Refusal

Cards = tuple[str, ...]
Hands = Sequence[tuple[int, Cards]]


@lru_cache(maxsize=1024)
def best(
    ranking: str,
    hole: Cards,
    board: Cards,
    *,
    half: str = "",
    wild: WildCards = NONE,
    down: Cards | None = None,
) -> Reading | None:
    """Return the best hand of a half (by default the first), comparable with others of that half.

    None if the cards do not make a hand, such as no low of eight or better (S-162). `down`: the player's cards dealt
    face down, needed only for a spade in the hole. Raises `Refusal` for unseen, repeated, too few or too many cards.
    """
    rules = RANKINGS[ranking]
    _check(rules, hole, board)
    scale = SCALES[rules.scale(half)]
    if wild != NONE and not scale.wild:
        raise ValueError(f"{ranking} knows no wild cards")
    return scale.read(PlayerCards(hole=hole, board=board, wild=wild, down=down))


def label(
    ranking: str, hole: Cards, board: Cards, *, wild: WildCards = NONE, down: Cards | None = None
) -> str:
    """Return the name of the hand: "Two pair", "8-6 low"; with two halves both: "Two pair / 8-6 low"."""
    return " / ".join(labels(ranking, hole, board, wild=wild, down=down).values())


def labels(
    ranking: str, hole: Cards, board: Cards, *, wild: WildCards = NONE, down: Cards | None = None
) -> dict[str, str]:
    """Return, for each half, the name of the hand; "No low" if it does not qualify."""
    names = {}
    for half, scale in RANKINGS[ranking].halves:
        reading = best(ranking, hole, board, half=half, wild=wild, down=down)
        names[half] = reading.name if reading else SCALES[scale].none
    return names


def winners(ranking: str, hands: Hands, board: Cards, *, wild: WildCards = NONE) -> tuple[int, ...]:
    """Return the seats with the best hand, including ties (S-092, S-095). Only for rankings with one half."""
    ((_, seats),) = by_half(ranking, hands, board, wild=wild).items()
    return seats


def by_half(
    ranking: str,
    hands: Hands,
    board: Cards,
    *,
    wild: WildCards = NONE,
    down: Mapping[int, Cards] | None = None,
) -> dict[str, tuple[int, ...]]:
    """Return, for each half, the winning seats; () if no hand qualifies and the other half scoops (S-164).

    `hands`: those that can win one pot. Each pot is read separately, so a side pot's low goes only to a low among
    its own players. `down`: the cards each seat was dealt face down.
    """
    down = down or {}
    _check_deal(hands, board)
    won = {}
    for half, _ in RANKINGS[ranking].halves:
        strengths = {}
        for seat, hole in hands:
            reading = best(ranking, hole, board, half=half, wild=wild, down=down.get(seat))
            if reading:
                strengths[seat] = reading.strength
        top = max(strengths.values(), default=())
        won[half] = tuple(seat for seat, strength in strengths.items() if strength == top)
    return won


def always_splits(ranking: str) -> bool:
    """Return whether the second half always has a winner, because any hand makes it (S-161)."""
    halves = RANKINGS[ranking].halves
    return len(halves) > 1 and not SCALES[halves[1][1]].none


def _check_deal(hands: Hands, board: Cards) -> None:
    """Raise `Refusal` for a card held twice, by two seats or by a seat and the board (S-019)."""
    cards.known_or_unseen([*board, *(card for _, hole in hands for card in hole)])


def _check(rules: Ranking, hole: Cards, board: Cards) -> None:
    if cards.UNKNOWN in hole or cards.UNKNOWN in board:
        raise Refusal("cards_unseen", "S-090")
    for card in cards.known_or_unseen(hole + board):
        if card[0] not in rules.ranks:
            raise Refusal("no_such_card", "S-019", card=card)
    if len(board) < rules.board[0]:
        raise Refusal("board_short", "S-090", cards=len(board))
    if len(board) > rules.board[1]:
        raise Refusal("board_count", "S-083", cards=len(board), wanted=rules.board[1])
    least, most = rules.own(len(board))
    if not least <= len(hole) <= most:
        raise Refusal("hand_size", "S-090", cards=len(hole), wanted=least)


__all__ = [
    "NONE",
    "RANKINGS",
    "Reading",
    "WildCards",
    "always_splits",
    "best",
    "by_half",
    "label",
    "labels",
    "winners",
]

"""Reading hands that were turned up: names, best hands and winners, half by half (S-090 to S-095, S-160 to S-172).

A ranking has one half or two (`rankings.py`); what a half compares is a scale (`scales.py`). A common card of stud
stands on the board. A half that nobody makes has no winner: the whole pot goes to the others (S-164).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from poker import cards
from poker.reading.rankings import RANKINGS, Ranking
from poker.reading.scales import SCALES, Held, Reading
from poker.reading.wilds import NONE, Wild
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
    wild: Wild = NONE,
    down: Cards | None = None,
) -> Reading | None:
    """The best hand of a half (the first one unless named), comparable with others of that half.

    None when the cards make no hand of it, such as no low of eight or better (S-162). `down` are the cards of a
    player that were dealt face down; only a spade in the hole asks for them. Refuses cards that nobody has seen, that
    are named twice or that are too few or too many.
    """
    rules = RANKINGS[ranking]
    _check(rules, hole, board)
    scale = SCALES[rules.scale(half)]
    if wild != NONE and not scale.wild:
        raise ValueError(f"{ranking} knows no wild cards")
    return scale.read(Held(hole=hole, board=board, wild=wild, down=down))


def label(
    ranking: str, hole: Cards, board: Cards, *, wild: Wild = NONE, down: Cards | None = None
) -> str:
    """What the hand is called: "Two pair", "8-6 low"; of two halves both: "Two pair / 8-6 low"."""
    return " / ".join(labels(ranking, hole, board, wild=wild, down=down).values())


def labels(
    ranking: str, hole: Cards, board: Cards, *, wild: Wild = NONE, down: Cards | None = None
) -> dict[str, str]:
    """Half to what the hand is called in it; "No low" when it makes none."""
    names = {}
    for half, scale in RANKINGS[ranking].halves:
        read = best(ranking, hole, board, half=half, wild=wild, down=down)
        names[half] = read.name if read else SCALES[scale].none
    return names


def winners(ranking: str, hands: Hands, board: Cards, *, wild: Wild = NONE) -> tuple[int, ...]:
    """Seats with the best hand, all of them when hands tie (S-092, S-095). For rankings of one half."""
    ((_, seats),) = by_half(ranking, hands, board, wild=wild).items()
    return seats


def by_half(
    ranking: str,
    hands: Hands,
    board: Cards,
    *,
    wild: Wild = NONE,
    down: Mapping[int, Cards] | None = None,
) -> dict[str, tuple[int, ...]]:
    """Half to the seats that win it, () when nobody does: the other half takes all then (S-164).

    `hands` are those that can win one pot: each pot is read for itself, so a side pot's low half goes only to a low
    among its own players. `down` has the cards that each seat was dealt face down.
    """
    down = down or {}
    _check_deal(hands, board)
    won = {}
    for half, _ in RANKINGS[ranking].halves:
        made = {}
        for seat, hole in hands:
            read = best(ranking, hole, board, half=half, wild=wild, down=down.get(seat))
            if read:
                made[seat] = read.strength
        top = max(made.values(), default=())
        won[half] = tuple(seat for seat, strength in made.items() if strength == top)
    return won


def _check_deal(hands: Hands, board: Cards) -> None:
    """Refuses a card that two seats, or a seat and the board, are said to hold (S-019)."""
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


__all__ = ["NONE", "RANKINGS", "Reading", "Wild", "best", "by_half", "label", "labels", "winners"]

"""The time that the largest showdowns take to decide a jackpot, a royal flush and a high hand."""

from collections.abc import Iterator

from msgspec.structs import replace

from poker.games import GAMES
from poker.promotion_terms import HandFloor, TablePromotion, Tier
from poker.promotions import claims, high_hands
from poker.reading.played_fives import played_hand
from poker.state import Hand, Participant, Table
from tests.promotions.oracle import showdown_table
from tools.bench.measures import Limit
from tools.bench.timing import ROUNDS, median_ms

PAIR = HandFloor("pair")
PROMOTIONS = (
    TablePromotion(
        "jackpot.1",
        "bad_beat",
        "Jackpot",
        tiers=tuple(Tier(key, PAIR, PAIR) for key in ("primary", "secondary")),
    ),
    TablePromotion("royal.1", "royal", "Royal flush"),
    TablePromotion("high.1", "high_hand", "High hand", floor=PAIR),
)


def rows() -> Iterator[Limit]:
    """Yield a row for a full table of each game with the most hands of five to look at."""
    for game in ("big_o", "omaha", "holdem"):
        seats = GAMES[game].seats
        table = full_showdown(game, seats)
        how = f"{seats} hands, three promotions, processor time, median of {ROUNDS}"
        yield Limit(
            f"promotions at a showdown of {GAMES[game].title}",
            median_ms(lambda table=table: _decide(table)),  # type: ignore[misc]
            "50 ms",
            how,
        )


def full_showdown(game: str, seats: int) -> Table:
    """Return a showdown at which everyone has shown, with promotions that the hands may win."""
    table = showdown_table(game, seats)
    hand = table.hand
    assert hand is not None
    deck = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
    board = tuple(deck[::10][:5])
    rest = iter([card for card in deck if card not in board])
    parts = tuple(_shown(hand, part, rest) for part in hand.parts)
    hand = replace(hand, boards=(board,), parts=parts, promotions=PROMOTIONS)
    return replace(table, hand=hand, promotions=PROMOTIONS)


def _shown(hand: Hand, part: Participant, rest: Iterator[str]) -> Participant:
    return replace(part, shown=tuple(next(rest) for _ in range(part.cards)))


def _decide(table: Table) -> object:
    """Decide as after the last hand was shown; a tablet has read the others before."""
    played_hand.cache_clear()
    return claims(table), high_hands(table)

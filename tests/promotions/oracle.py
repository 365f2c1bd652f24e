"""A second opinion on promotions, from pokerkit's evaluator: who wins a bad beat, a high hand or a royal flush.

`python -m tests.promotions.oracle --hands 100000` compares the decisions for generated showdowns of the games below.
Nothing of `poker.reading` is used here, only pokerkit's order of five cards.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace
from pokerkit import Card, Label, StandardHighHand

from poker import games
from poker.json_types import JsonObject
from poker.promotion_terms import HandFloor, HandRank, PromotionKind, TablePromotion, Tier
from poker.promotions import Asks, Eligible, NotEligible, contested_pot, eligible
from poker.state import Hand, Participant, Table
from tests.support.play import open_table, play

RANKS = "23456789TJQKA"
GAMES = ("holdem", "omaha", "big_o", "stud", "five_card_draw")
Way = Literal["board", "omaha", "own"]
WAYS: dict[str, Way] = {
    "holdem": "board",
    "omaha": "omaha",
    "big_o": "omaha",
    "stud": "own",
    "five_card_draw": "own",
}
OWN = {"holdem": 2, "omaha": 4, "big_o": 5, "stud": 7, "five_card_draw": 5}
FORCED: dict[str, JsonObject] = {"stud": {"blinds": [], "ante": 100, "bring_in": 100}}
# The lowest hand of each rank, and its beginning when the ranks of its cards are given.
LOWEST = {
    "high_card": "7s5d4s3s2s",
    "pair": "2s2d3s4s5s",
    "two_pair": "3s3d2s2d4s",
    "three": "2s2d2h3s4s",
    "straight": "5d4s3s2sAs",
    "flush": "7s5s4s3s2s",
    "full_house": "2s2d2h3s3d",
    "quads": "2s2d2h2c3s",
    "straight_flush": "5s4s3s2sAs",
    "royal_flush": "AsKsQsJsTs",
}
# A hand that fell, and why; only shown ones and those mucked after they were shown count.
Fate = Literal["shown", "unshown", "mucked", "folded", "killed"]
FATES: tuple[Fate, ...] = ("shown",) * 8 + ("unshown", "mucked", "folded", "killed")


class Seat(msgspec.Struct, frozen=True):
    """A player's cards and what became of them."""

    number: int
    own: tuple[str, ...]
    fate: Fate


class Showdown(msgspec.Struct, frozen=True):
    """A generated showdown: one board, or () in stud and draw."""

    game: str
    board: tuple[str, ...]
    seats: tuple[Seat, ...]
    promotion: TablePromotion
    pot: int


class Best(msgspec.Struct, frozen=True):
    """The highest five of a player by pokerkit's index, with every five that ties for it."""

    index: int
    fives: tuple[tuple[Card, ...], ...]
    own: tuple[Card, ...]
    way: Way

    @property
    def label(self) -> Label:
        return StandardHighHand.lookup.get_entry(self.fives[0]).label

    def plays_hole_cards(self, *, kicker: bool) -> bool:
        if self.way != "board":
            return True
        return any(
            all(card in self._playing(five, kicker) for card in self.own) for five in self.fives
        )

    def _playing(self, five: tuple[Card, ...], kicker: bool) -> list[Card]:
        """Return the cards that play: all of a made hand of five, else those that form its groups."""
        if kicker or self.label in (
            Label.STRAIGHT,
            Label.FLUSH,
            Label.FULL_HOUSE,
            Label.STRAIGHT_FLUSH,
        ):
            return list(five)
        if self.label == Label.HIGH_CARD:
            return [max(five, key=lambda card: RANKS.index(card.rank))]
        counts = Counter(card.rank for card in five)
        return [card for card in five if counts[card.rank] > 1]

    def has_pocket_pair(self) -> bool:
        if self.label != Label.FOUR_OF_A_KIND or self.way == "own":
            return True
        return any(self._own_quads(five) == 2 for five in self.fives)

    def _own_quads(self, five: tuple[Card, ...]) -> int:
        rank = Counter(card.rank for card in five).most_common(1)[0][0]
        return sum(card.rank == rank and card in self.own for card in five)


def best_of(way: Way, own: Sequence[Card], board: Sequence[Card]) -> Best:
    """Return the highest five of a hand."""
    fives: Iterator[tuple[Card, ...]] = combinations((*own, *board), 5)
    if way == "omaha":
        pairs = product(combinations(own, 2), combinations(board, 3))
        fives = (two + three for two, three in pairs)
    scored = [(StandardHighHand.lookup.get_entry(five).index, five) for five in fives]
    top = max(index for index, _ in scored)
    return Best(top, tuple(five for index, five in scored if index == top), tuple(own), way)


def floor_index(floor: HandFloor) -> int:
    """Return pokerkit's index of the lowest hand that reaches a floor."""
    cards = LOWEST[floor.rank]
    if floor.ranks:
        cards = _cards_with_ranks(floor)
    return StandardHighHand.lookup.get_entry(tuple(Card.parse(cards))).index


def _cards_with_ranks(floor: HandFloor) -> str:
    """Return the lowest hand with these ranks; only of full houses, four of a kind and sets."""
    size = {"full_house": 3, "quads": 4, "three": 3}[floor.rank]
    first = "".join(floor.ranks[0] + suit for suit in "sdhc"[:size])
    others = [rank for rank in RANKS if rank != floor.ranks[0]]
    if floor.rank == "full_house":
        second = floor.ranks[1] if len(floor.ranks) > 1 else others[0]
        return f"{first}{second}s{second}d"
    kickers = "".join(f"{rank}s" for rank in others[: 5 - size])
    return first + kickers


def expected(showdown: Showdown) -> tuple[str, tuple[int, ...], tuple[int, ...]] | None:
    """Return tier, losing and winning seats; None if the promotion is not won."""
    promotion = showdown.promotion
    if len(showdown.seats) < promotion.players or showdown.pot < promotion.pot:
        return None
    way = WAYS[showdown.game]
    board = tuple(Card.parse("".join(showdown.board)))
    bests = {
        seat.number: best_of(way, tuple(Card.parse("".join(seat.own))), board)
        for seat in showdown.seats
        if seat.fate in ("shown", "mucked")
    }
    if not bests:
        return None
    if promotion.kind != "bad_beat":
        return _holders(promotion, bests)
    for tier in promotion.tiers:
        if result := _tier(promotion, tier, bests):
            return result
    return None


def _is_qualified(promotion: TablePromotion, best: Best, floor: HandFloor) -> bool:
    if best.index < floor_index(floor):
        return False
    if promotion.both_cards and not best.plays_hole_cards(kicker=promotion.kicker_plays):
        return False
    return not promotion.pocket_pair or best.has_pocket_pair()


def _holders(
    promotion: TablePromotion, bests: dict[int, Best]
) -> tuple[str, tuple[int, ...], tuple[int, ...]] | None:
    floor = HandFloor("royal_flush") if promotion.kind == "royal" else promotion.floor
    assert floor is not None
    holders = [seat for seat, best in bests.items() if _is_qualified(promotion, best, floor)]
    if not holders:
        return None
    top = max(bests[seat].index for seat in holders)
    return "", (), tuple(seat for seat in holders if bests[seat].index == top)


def _tier(
    promotion: TablePromotion, tier: Tier, bests: dict[int, Best]
) -> tuple[str, tuple[int, ...], tuple[int, ...]] | None:
    top = max(best.index for best in bests.values())
    winning = [
        seat
        for seat, best in bests.items()
        if best.index == top and _is_qualified(promotion, best, tier.winning)
    ]
    losing = [
        seat
        for seat, best in bests.items()
        if best.index < top and _is_qualified(promotion, best, tier.losing)
    ]
    if not winning or not losing:
        return None
    second = max(bests[seat].index for seat in losing)
    return (
        tier.key,
        tuple(seat for seat in losing if bests[seat].index == second),
        tuple(winning),
    )


def showdown_table(game: str, players: int) -> Table:
    """Return a table at the showdown of a game between everyone, checked down."""
    table = open_table({"game": game, **FORCED.get(game, {})}, seats=players)
    for seat in range(1, players + 1):
        table = play(table, f"add_chips seat={seat} amount=40000")
    table = play(table, "deal")
    while table.hand is not None and table.hand.stage != "showdown":
        table = _next_street(table, players)
    return table


def _next_street(table: Table, players: int) -> Table:
    hand = table.hand
    assert hand is not None
    if hand.stage == "opener":
        return play(table, "opener seat=1")
    return play(table, f"close_street count={players}")


class Generator:
    """Showdowns of one seed. Decks with few ranks or suits make high hands likely."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.tables: dict[tuple[str, int], tuple[Table, int]] = {}

    def showdown(self) -> Showdown:
        game = self.random.choice(GAMES)
        board_size = 0 if WAYS[game] == "own" else 5
        deck = self._deck(OWN[game] * 2 + board_size)
        most = min((len(deck) - board_size) // OWN[game], games.GAMES[game].seats)
        players = self.random.randint(2, most)
        _, pot = self.table(game, players)
        seats = tuple(
            Seat(
                number,
                tuple(deck.pop() for _ in range(OWN[game])),
                self.random.choice(FATES),
            )
            for number in range(1, players + 1)
        )
        board = tuple(deck.pop() for _ in range(board_size))
        return Showdown(game, board, seats, self._promotion(players, pot), pot)

    def table(self, game: str, players: int) -> tuple[Table, int]:
        """Return the table of a game with its contested pot."""
        key = (game, players)
        if key not in self.tables:
            table = showdown_table(game, players)
            pot = contested_pot(table)
            assert pot is not None
            self.tables[key] = (table, pot)
        return self.tables[key]

    def _deck(self, least: int) -> list[str]:
        while True:
            ranks = self.random.sample(RANKS, self.random.choice([4, 5, 6, 8, 13, 13]))
            if self.random.random() < 0.3:
                start = self.random.randrange(9)
                ranks = list(RANKS[start : start + 6])
            suits = self.random.choice(["sdhc", "sdhc", "sdh", "sd"])
            deck = [rank + suit for rank in ranks for suit in suits]
            if len(deck) >= least:
                self.random.shuffle(deck)
                return deck

    def _promotion(self, players: int, pot: int) -> TablePromotion:
        kinds: tuple[PromotionKind, ...] = ("bad_beat", "bad_beat", "high_hand", "royal")
        tiers = tuple(
            Tier(f"tier{number}", self._floor(), self._floor())
            for number in range(self.random.randint(1, 3))
        )
        return TablePromotion(
            key="promotion",
            kind=self.random.choice(kinds),
            title="Promotion",
            tiers=tiers,
            floor=self._floor(),
            both_cards=self.random.random() < 0.7,
            pocket_pair=self.random.random() < 0.7,
            kicker_plays=self.random.random() < 0.3,
            players=self.random.choice([0, 0, 2, players, players + 1]),
            pot=self.random.choice([0, 0, pot, pot + 1]),
        )

    def _floor(self) -> HandFloor:
        ranks = get_args(HandRank)[:-1]
        rank: HandRank = self.random.choice([*ranks, "full_house", "quads", "quads"])
        if rank in ("quads", "three") and self.random.random() < 0.7:
            return HandFloor(rank, (self.random.choice(RANKS),))
        if rank == "full_house" and self.random.random() < 0.7:
            size = self.random.choice([1, 2])
            return HandFloor(rank, tuple(self.random.sample(RANKS, size)))
        return HandFloor(rank)


def table_of(showdown: Showdown, table: Table) -> Table:
    """Return the table with the generated cards shown and the fates of their hands."""
    hand = table.hand
    assert hand is not None
    parts = {part.seat: part for part in hand.parts}
    changed = [_with_fate(hand, parts[seat.number], seat) for seat in showdown.seats]
    order = {part.seat: part for part in changed}
    boards = (showdown.board,) if showdown.board else hand.boards
    return replace(
        table,
        hand=replace(
            hand,
            boards=boards,
            parts=tuple(order[part.seat] for part in hand.parts),
            promotions=(showdown.promotion,),
            dealt=tuple((seat.number, f"p{seat.number}") for seat in showdown.seats),
        ),
    )


def _with_fate(hand: Hand, part: Participant, seat: Seat) -> Participant:
    shown = replace(part, shown=seat.own)
    match seat.fate:
        case "shown":
            return shown
        case "unshown":
            return part
        case "mucked":
            return replace(shown, life="folded", out_on=hand.street + 1)
        case "folded":
            return replace(shown, life="folded", out_on=hand.street)
        case "killed":
            return replace(shown, life="dead", out_on=hand.street + 1)


def decided(
    showdown: Showdown, table: Table
) -> tuple[str, tuple[int, ...], tuple[int, ...]] | None:
    """Return our decision in the oracle's form. Seats are sorted."""
    decision = eligible(showdown.promotion, table_of(showdown, table))
    if isinstance(decision, NotEligible):
        return None
    claim: Eligible = decision.claim if isinstance(decision, Asks) else decision
    assert len(claim.dealt) == len(showdown.seats)
    return claim.tier, tuple(sorted(claim.losing)), tuple(sorted(claim.winning))


def compare(hands: int, seed: int = 1) -> tuple[Counter[str], list[Showdown]]:
    """Return how many showdowns of each kind agree, and those that do not."""
    generator = Generator(seed)
    counts: Counter[str] = Counter()
    differences = []
    for _ in range(hands):
        showdown = generator.showdown()
        table, _ = generator.table(showdown.game, len(showdown.seats))
        result = expected(showdown)
        if decided(showdown, table) != result:
            differences.append(showdown)
        else:
            counts[f"{showdown.promotion.kind} {'won' if result else 'not won'}"] += 1
            counts[showdown.game] += 1
    return counts, differences


def main() -> int:
    """Compare the showdowns, print the counts and the first differences; return 1 if there is one."""
    parser = argparse.ArgumentParser(description="Compare promotions with pokerkit's evaluator.")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.monotonic()
    counts, differences = compare(options.hands, options.seed)
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    for showdown in differences[:5]:
        print("DIFFERENCE", showdown)
    seconds = time.monotonic() - start
    print(f"{options.hands} showdowns, {len(differences)} differences, {seconds:.0f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

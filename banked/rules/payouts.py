"""What the house pays and takes. Pure arithmetic on a hand, its wager and the plaque."""

from banked.rules.cards import FACE, TWENTY_ONE, is_two_card_21, rank_of, suit_of, suits_class
from banked.rules.games import BonusRow, Odds
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BoxHand, Round, RoundBox, Settlement

NATURAL = "natural"
EVEN = "even"


def amount(plaque: BankedPlaque, wager: int, odds: Odds) -> int:
    """Return what a wager wins at these odds, rounded down to the unit of the house."""
    won = wager * odds[0] // odds[1]
    return won - won % plaque.unit


def half_taken(plaque: BankedPlaque, wager: int) -> int:
    """Return the half of a wager that the house takes, rounded up to its unit."""
    half = -(-wager // 2)
    return half + -half % plaque.unit


def most_insurance(plaque: BankedPlaque, bet: int) -> int:
    """Return the highest insurance: half of the bet, rounded down to the unit."""
    return bet // 2 - bet // 2 % plaque.unit


def bonus_row(plaque: BankedPlaque, hand: BoxHand) -> BonusRow | None:
    """Return the row that pays a 21 that was not doubled; None without rows or for another total.

    The suits of a 6-7-8 or 7-7-7 are those of its cards, or as the dealer named them.
    """
    if hand.total != TWENTY_ONE or hand.added:
        return None
    suits = hand.suits or suits_class(hand.cards)
    ranks = "".join(sorted(rank_of(card) for card in hand.cards))
    return next((row for row in plaque.rules.rows if _fits(row, ranks, suits)), None)


def _fits(row: BonusRow, ranks: str, suits: str) -> bool:
    if row.ranks and row.ranks != ranks:
        return False
    if row.suits and row.suits != suits:
        return False
    if row.is_more:
        return len(ranks) >= row.size
    return not row.size or row.size == len(ranks)


def pays(plaque: BankedPlaque, row: BonusRow) -> Odds:
    """Return the odds of a row: some houses print 3 to 1 for a suited 6-7-8."""
    return plaque.suited_678 if row.key == "678_suited" else row.pays


def needs_suits(plaque: BankedPlaque, hand: BoxHand) -> bool:
    """Return whether only the suits of a 21 decide its row."""
    if hand.total != TWENTY_ONE or hand.added or hand.suits or suits_class(hand.cards):
        return False
    ranks = "".join(sorted(rank_of(card) for card in hand.cards))
    return any(row.suits and row.ranks == ranks for row in plaque.rules.rows)


def is_natural(hand: BoxHand) -> bool:
    """Return whether a hand is a blackjack: an ace and a ten after a split are only a 21."""
    return is_two_card_21(hand.cards) and not hand.is_split


def win_21(plaque: BankedPlaque, box: int, number: int, hand: BoxHand) -> Settlement:
    """Return the payment of a 21 that wins."""
    if is_natural(hand):
        won = amount(plaque, hand.staked, plaque.rules.natural)
        return Settlement(box, "hand", paid=won, hand=number, row=NATURAL)
    row = bonus_row(plaque, hand)
    if row is None:
        return Settlement(box, "hand", paid=hand.staked, hand=number, row=EVEN)
    won = amount(plaque, hand.staked, pays(plaque, row))
    return Settlement(box, "hand", paid=won, hand=number, row=row.key)


def super_bonus(plaque: BankedPlaque, round_: Round, box: RoundBox, hand: BoxHand) -> int:
    """Return the super bonus of a hand, 0 if it has none (58 Pa. Code § 635a.12 (c)).

    Its first three cards are 7-7-7 of one suit, it was neither doubled nor split, and the dealer shows a 7.
    """
    rule = plaque.rules.super_bonus
    if rule is None or hand.added or hand.is_split or len(hand.cards) != 3:
        return 0
    suits = hand.suits or suits_class(hand.cards)
    is_triple = all(rank_of(card) == rule.rank for card in hand.cards)
    if not is_triple or suits not in ("suited", "spades"):
        return 0
    if rank_of(round_.upcard) != rule.rank:
        return 0
    return max((bonus for least, bonus in rule.tiers if hand.wager >= least), default=0)


def envy(plaque: BankedPlaque, round_: Round, winner: RoundBox) -> tuple[Settlement, ...]:
    """Return the envy bonus of every other player with a wager in the round: once for a player, busted or not."""
    paid_players = {winner.who}
    rows = []
    for box in round_.playing:
        if box.who in paid_players or not plaque.envy:
            continue
        paid_players.add(box.who)
        rows.append(Settlement(box.number, "envy", paid=plaque.envy))
    return tuple(rows)


def match_kind(card: str, dealer: str) -> str:
    """Return how a card matches the dealer's: "none", "other" suit, "same" suit; "" if a rank or suit is missing."""
    ranks = {rank_of(card), rank_of(dealer)}
    if len(ranks) == 1 and "F" not in ranks:
        suits = {suit_of(card), suit_of(dealer)}
        if "" in suits:
            return ""
        return "same" if len(suits) == 1 else "other"
    if "F" in ranks and all(rank in ("F", "J", "Q", "K") for rank in ranks):
        return ""
    return "none"


def may_differ(card: str, dealer: str) -> bool:
    """Return whether two cards that the dealer has to compare may differ in rank: J, Q and K are logged alike."""
    return FACE in (rank_of(card), rank_of(dealer))


def match_payouts(plaque: BankedPlaque) -> tuple[int, ...]:
    """Return what a match wager may pay to 1, from 0 for a lost one: each card alone, adding up."""
    other, same = plaque.match_odds
    return tuple(sorted({0, other, same, 2 * other, other + same, 2 * same}))


def match_times(plaque: BankedPlaque, kinds: tuple[str, str]) -> int:
    """Return what a match wager pays to 1: each card alone, adding up."""
    other, same = plaque.match_odds
    times = {"other": other, "same": same}
    return sum(times.get(kind, 0) for kind in kinds)


def rescued(plaque: BankedPlaque, hand: BoxHand) -> int:
    """Return what the house takes when a player rescues a double: all but the last added part, or the wager only."""
    if plaque.rescue == "original":
        return hand.wager
    return hand.staked - hand.added[-1]


def most_double(plaque: BankedPlaque, hand: BoxHand) -> int:
    """Return the most that the next double may add."""
    if hand.added and plaque.redouble == "total":
        return hand.staked
    return hand.wager

"""Scales that compare hands: pokerkit's hand classes, plus our own for wild cards and the spade in the hole."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

import msgspec
from pokerkit.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    Hand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from pokerkit.lookups import Label
from pokerkit.utilities import Card

from poker.cards import RANKS, UNKNOWN
from poker.reading import wild_hands
from poker.reading.wild_cards import NONE, WildCards
from poker.refusal import Refusal

_ACE_LOW = "A" + RANKS[:-1]
_PIPS = {rank: number for number, rank in enumerate("A23456789T", 1)} | dict.fromkeys("JQK", 0)
# Short deck's hands from the lowest, with three of a kind over a straight (H-54).
_SET_BEATS_STRAIGHT = (
    Label.HIGH_CARD,
    Label.ONE_PAIR,
    Label.TWO_PAIR,
    Label.STRAIGHT,
    Label.THREE_OF_A_KIND,
    Label.FULL_HOUSE,
    Label.FLUSH,
    Label.FOUR_OF_A_KIND,
    Label.STRAIGHT_FLUSH,
)
_SIZES = ("", "One-card", "Two-card", "Three-card", "Badugi")


def spade(
    down: tuple[str, ...] | None, *, low: bool, ace_low: bool = False
) -> tuple[int, str] | None:
    """Return (strength, rank) of the best spade dealt face down; None without a spade.

    The ace is the highest spade, so the deuce is the lowest; `ace_low` makes the ace the lowest. No authority covers
    the ace: the guides only name the game. A common card is not in anyone's hole.
    """
    if down is None or UNKNOWN in down:
        raise Refusal("cards_unseen", "S-180")
    order = "A" + RANKS[:-1] if ace_low else RANKS
    heights = [order.index(card[0]) for card in down if card[1] == "s"]
    if not heights:
        return None
    height = min(heights) if low else max(heights)
    return -height if low else height, order[height]


Five = tuple[Card, ...]
Fives = Callable[[Five, Five], Iterable[Five]]  # the player's own cards and the board's


class PlayerCards(msgspec.Struct, frozen=True):
    """The cards a player can use: own cards, board, wild cards; `down` is None if the face-down cards are
    unknown.
    """

    hole: tuple[str, ...]
    board: tuple[str, ...]
    wild: WildCards = NONE
    down: tuple[str, ...] | None = None


class Reading(NamedTuple):
    """A hand's strength (greater is better within its half) and its name."""

    strength: tuple[int, ...]
    name: str


class Scale(msgspec.Struct, frozen=True):
    """How a hand is read."""

    read: Callable[[PlayerCards], Reading | None]
    none: str = ""  # the text if no hand qualifies
    wild: bool = False  # whether wild cards are supported


def rank_word(rank: str) -> str:
    """Return a rank as printed on cards: "10" for T."""
    return "10" if rank == "T" else rank


def _by(
    kind: type[Hand], name: Callable[[Hand], str], fives: Fives | None = None
) -> Callable[[PlayerCards], Reading | None]:
    """Return a reader using a pokerkit class, in which a low hand with the lower index is better.

    fives: the sets of cards that may be the hand; without it, pokerkit chooses them.
    """

    def read(player_cards: PlayerCards) -> Reading | None:
        hole = "".join(player_cards.hole)
        board = "".join(player_cards.board)
        if fives is None:
            hand = kind.from_game_or_none(hole, board)
        else:
            hand = _best(kind, fives(tuple(Card.parse(hole)), tuple(Card.parse(board))))
        if hand is None:
            return None
        index = hand.entry.index
        return Reading((-index if kind.low else index,), name(hand))

    return read


def _best(kind: type[Hand], fives: Iterable[Five]) -> Hand | None:
    """Return the best hand of several sets of cards, the first of equal ones; None if no set is a hand.

    pokerkit's `from_game` returns the same, but looks each set up five times to compare it with the best one before.
    """
    best: Five | None = None
    highest = 0
    for five in fives:
        entry = kind.lookup.get_entry_or_none(five)
        if entry is None:
            continue
        strength = -entry.index if kind.low else entry.index
        if best is None or strength > highest:
            best = five
            highest = strength
    return None if best is None else kind(best)


def _any_five(hole: Five, board: Five) -> Iterable[Five]:
    return combinations(hole + board, 5)


def _omaha_five(hole: Five, board: Five) -> Iterable[Five]:
    """Yield two of the player's own cards with three of the board."""
    for pair in combinations(hole, 2):
        for three in combinations(board, 3):
            yield pair + three


def _name(hand: Hand) -> str:
    return str(hand.entry.label.value)


def _top(hand: Hand, order: str) -> list[str]:
    ranks = sorted((str(card.rank.value) for card in hand.cards), key=order.index, reverse=True)
    return [rank_word(rank) for rank in ranks]


def _low_a5(hand: Hand) -> str:
    if hand.entry.label != Label.HIGH_CARD:
        return f"{_name(hand)} low"
    first, second, *_ = _top(hand, _ACE_LOW)
    return "Wheel" if first == "5" else f"{first}-{second} low"


def _deuce7(hand: Hand) -> str:
    if hand.entry.label != Label.HIGH_CARD:
        return _name(hand)
    first, second, *_ = _top(hand, RANKS)
    return f"{first}-{second} low"


def _badugi(hand: Hand) -> str:
    return f"{_SIZES[len(hand.cards)]} {_top(hand, _ACE_LOW)[0]}"


def _badugi_ace_high(hand: Hand) -> str:
    return f"{_SIZES[len(hand.cards)]} {_top(hand, RANKS)[0]}"


def _high_name(hand: Hand) -> str:
    """Return the name of a high hand; the best straight flush has its own (S-178)."""
    if hand.entry.label == Label.STRAIGHT_FLUSH and _top(hand, RANKS)[:2] == ["A", "K"]:
        return wild_hands.ROYAL
    return _name(hand)


_standard = _by(StandardHighHand, _high_name, _any_five)


def _high(player_cards: PlayerCards) -> Reading | None:
    """Read a high hand. pokerkit has no wild cards, so our own ladder reads all hands if any card is wild."""
    if player_cards.wild == NONE:
        return _standard(player_cards)
    strength = wild_hands.strength(*player_cards.wild.split(player_cards.hole + player_cards.board))
    return Reading(strength, wild_hands.name(strength))


def _short_deck_set(player_cards: PlayerCards) -> Reading | None:
    """Read the best five cards if three of a kind beats a straight (H-54)."""
    hands = [
        ShortDeckHoldemHand("".join(five))
        for five in combinations(player_cards.hole + player_cards.board, 5)
    ]
    best = max(hands, key=_set_strength)
    return Reading(_set_strength(best), _high_name(best))


def _set_strength(hand: Hand) -> tuple[int, int]:
    return _SET_BEATS_STRAIGHT.index(hand.entry.label), hand.entry.index


def _spade(*, low: bool, ace_low: bool = False) -> Callable[[PlayerCards], Reading | None]:
    def read(player_cards: PlayerCards) -> Reading | None:
        number = spade(player_cards.down, low=low, ace_low=ace_low)
        return Reading((number[0],), f"{rank_word(number[1])} of spades") if number else None

    return read


def _from_hole(
    read: Callable[[PlayerCards], Reading | None],
) -> Callable[[PlayerCards], Reading | None]:
    """Return a reader of the player's own cards alone, without the board."""
    return lambda player_cards: read(msgspec.structs.replace(player_cards, board=()))


def pip_total(cards: tuple[str, ...]) -> int:
    """Return the pips of the cards: an ace is 1, a ten 10, a face 0."""
    return sum(_PIPS[card[0]] for card in cards)


def _pips(*, low: bool) -> Callable[[PlayerCards], Reading]:
    def read(player_cards: PlayerCards) -> Reading:
        total = pip_total(player_cards.hole)
        name = "1 pip" if total == 1 else f"{total} pips"
        return Reading((-total if low else total,), name)

    return read


SCALES: dict[str, Scale] = {
    "high": Scale(_high, wild=True),
    "short_deck": Scale(_by(ShortDeckHoldemHand, _high_name, _any_five)),
    "short_deck_set": Scale(_short_deck_set),
    "omaha_high": Scale(_by(OmahaHoldemHand, _high_name, _omaha_five)),
    "omaha_low_8": Scale(_by(OmahaEightOrBetterLowHand, _low_a5, _omaha_five), none="No low"),
    "low_8": Scale(_by(EightOrBetterLowHand, _low_a5, _any_five), none="No low"),
    "low_a5": Scale(_by(RegularLowHand, _low_a5, _any_five)),
    "deuce7": Scale(_by(StandardLowHand, _deuce7, _any_five)),
    "badugi": Scale(_by(BadugiHand, _badugi)),
    "badugi_ace_high": Scale(_by(StandardBadugiHand, _badugi_ace_high)),
    "hole_high": Scale(_from_hole(_standard)),
    "hole_deuce7": Scale(_from_hole(_by(StandardLowHand, _deuce7, _any_five))),
    "fewest_pips": Scale(_pips(low=True)),
    "most_pips": Scale(_pips(low=False)),
    "high_spade": Scale(_spade(low=False), none="No spade", wild=True),
    "low_spade": Scale(_spade(low=True), none="No spade", wild=True),
    "low_spade_ace_low": Scale(_spade(low=True, ace_low=True), none="No spade", wild=True),
}

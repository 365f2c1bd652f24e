"""First to act in stud: from the upcards known so far, or from the suits of a tie (S-145 to S-159)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal

import msgspec

from poker import cards
from poker.refusal import Refusal
from poker.rules import HouseRules

# Which upcards are best, by the names of poker.reading: high, razz, deuce-to-seven with its high
# aces.
Kind = Literal["high", "low_a5", "deuce7"]
Score = tuple[int, ...]

_ACE_LOW = "A" + cards.RANKS[:-1]
_WHEEL = (3, 2, 1, 0, -1)  # A-2-3-4-5 as a straight: the ace below the deuce (S-178)
# Scores of hand shapes.
_STRAIGHT = (3, 1, 2)
_FLUSH = (3, 1, 3)
_STRAIGHT_FLUSH = (5,)
_LAST_SUIT = {"high": cards.SUITS[0], "low_a5": cards.SUITS[-1], "deuce7": cards.SUITS[-1]}


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first seat to act, or None if the dealer must name it."""

    seat: int | None
    rule: str  # the rule that decided, or would decide
    could: tuple[int, ...] = ()  # seats that may be first given the known cards
    needed: tuple[int, ...] = ()  # those of them whose upcards are missing
    tied: tuple[int, ...] = ()  # seats that were equal before suits or positions decided


def third(
    upcards: Mapping[int, str], order: Sequence[int], rules: HouseRules, kind: Kind = "high"
) -> Opening:
    """Return who opens third street: the low upcard brings it in, in razz the high one; ties by suit (S-145, S-146,
    S-159).

    `order`: seats that can be first, from the dealer's left; other seats' cards only show what is gone from the deck.
    Without a bring-in the best upcard may check, ties by position (S-148, H-11).
    """
    known_cards = cards.known_or_unseen(upcards.values())
    known = {s: upcards[s] for s in order if upcards.get(s, cards.UNKNOWN) != cards.UNKNOWN}
    unknown = [seat for seat in order if seat not in known]
    if not known:
        return Opening(None, _third_rule(rules, kind, tie=False), tuple(order), tuple(order))
    worth = {seat: _door(card, seat, order, rules, kind) for seat, card in known.items()}
    best = max(known, key=worth.__getitem__)
    dealt = set(known_cards)
    rest = [card for card in cards.DECK if card not in dealt] if unknown else []
    could = [best, *(s for s in unknown if _may_pass(s, worth[best], rest, order, rules, kind))]
    tied = tuple(s for s in order if s in known and known[s][0] == known[best][0])
    return _opening(could, tied, unknown, order, _third_rule(rules, kind, tie=len(tied) > 1))


def third_tied(
    suits: Mapping[int, str], order: Sequence[int], rules: HouseRules, kind: Kind = "high"
) -> Opening:
    """Return who opens third street, from the suits of the tied seats alone; their rank is not needed (S-146, S-159).

    Two suits decide. One suit decides if no other suit can come before it. `suits` includes a third tied seat, if any.
    """
    stranger = next((seat for seat in suits if seat not in order), None)
    if stranger is not None:
        raise Refusal("not_in_hand", "S-146", seat=stranger)
    rule = _third_rule(rules, kind, tie=True)
    tied = tuple(seat for seat in order if seat in suits)
    heights = {seat: _suit(suit) for seat, suit in suits.items()}
    if len(set(heights.values())) < len(heights):
        raise Refusal("suit_twice", rule, seats=list(tied))
    lone = tuple(suits.values()) == (_LAST_SUIT[kind],) and rules.stud_opener == "bring_in"
    if len(tied) < 2 and not lone:
        return Opening(None, rule, tuple(order), tied=tied)
    if rules.stud_opener == "high_card":  # ties go by position, so the tied seats are enough
        return Opening(tied[0], rule, tied[:1], tied=tied)
    first = (min if kind == "high" else max)(tied, key=heights.__getitem__)
    return Opening(first, rule, (first,), tied=tied)


def never_first(suit: str, kind: Kind = "high") -> bool:
    """Return whether a seat with this suit never brings it in on a tie: the spade, in razz the club (S-146, S-159)."""
    return suit == (cards.SUITS[-1] if kind == "high" else cards.SUITS[0])


def later(
    upcards: Mapping[int, Sequence[str]],
    order: Sequence[int],
    rules: HouseRules,
    kind: Kind = "high",
    *,
    up: int,
    common: str = "",
) -> Opening:
    """Return who opens from fourth street on: the best upcards, in razz and lowball the lowest (S-150); ties by
    H-12b.

    `up`: number of upcards each seat has now; upcards not entered are unknown. Fewer than five cards make only pairs,
    two pair, trips, quads and high cards (S-152). `common`: a card face up that is part of everyone's hand (S-156);
    with it five cards show, and five make any hand.
    """
    upcards_by_seat = {seat: _shown(upcards.get(seat, ()), common) for seat in order}
    faces = (*(card for hand in upcards.values() for card in hand), common)
    known_cards = cards.known_or_unseen(card for card in faces if card)
    total = up + (1 if common else 0)
    short = [seat for seat in order if len(upcards_by_seat[seat]) < total]
    unseen_counts = _unseen_counts(known_cards, kind) if short else ()
    reach = {
        s: _reach(upcards_by_seat[s], total, unseen_counts, s, order, rules, kind) for s in order
    }
    could = [
        seat
        for seat in order
        if all(reach[seat][1] >= reach[other][0] for other in order if other != seat)
    ]
    leader = max(order, key=lambda seat: reach[seat][0])
    level = reach[leader][0][0]
    tied = tuple(s for s in order if s not in short and reach[s][0][0] == level)
    rule = _later_rule(rules, common, kind, tie=len(tied) > 1)
    return _opening(could, tied, short, order, rule)


def named(opening: Opening, seat: int) -> int:
    """Return the seat the dealer names as first. Raises `Refusal` if the entered upcards rule it out."""
    if seat not in opening.could:
        raise Refusal("not_first", opening.rule, seat=seat, could=list(opening.could))
    return seat


def open_pair(
    upcards: Mapping[int, Sequence[str]], order: Sequence[int], rules: HouseRules
) -> bool | None:
    """Return whether an open pair allows the upper limit on fourth street (H-29); None if upcards are missing."""
    if not rules.open_pair:
        return False
    hands = [[c for c in upcards.get(seat, ()) if c != cards.UNKNOWN] for seat in order]
    if any(len({card[0] for card in hand}) < len(hand) for hand in hands):
        return True
    return None if any(len(hand) < 2 for hand in hands) else False


def _opening(
    could: Sequence[int],
    tied: tuple[int, ...],
    unknown: Sequence[int],
    order: Sequence[int],
    rule: str,
) -> Opening:
    """Return the opening: decided if one seat is left, otherwise with the seats to ask about in dealing order."""
    seats = tuple(seat for seat in order if seat in could)
    if len(seats) == 1:
        return Opening(seats[0], rule, seats, tied=tied if len(tied) > 1 else ())
    needed = tuple(seat for seat in seats if seat in unknown)
    return Opening(None, rule, seats, needed, tied if len(tied) > 1 else ())


def _third_rule(rules: HouseRules, kind: Kind, *, tie: bool) -> str:
    if rules.stud_opener == "high_card":
        return "S-148"
    if kind != "high":
        return "S-159"
    return "S-146" if tie else "S-145"


def _later_rule(rules: HouseRules, common: str, kind: Kind, *, tie: bool) -> str:
    if tie and rules.stud_tie == "suit":
        return "S-151" if kind == "high" else "H-12c"
    if tie:
        return "H-12b"
    return "S-156" if common else "S-150"


def _rank(card: str, kind: Kind) -> int:
    return (_ACE_LOW if kind == "low_a5" else cards.RANKS).index(card[0])


def _suit(suit: str) -> int:
    if len(suit) != 1 or suit not in cards.SUITS:
        raise Refusal("no_such_suit", "S-146", suit=suit)
    return cards.SUITS.index(suit)


def _door(
    card: str, seat: int, order: Sequence[int], rules: HouseRules, kind: Kind
) -> tuple[int, int]:
    """Return the priority of an upcard to act first; the highest number is first."""
    rank = _rank(card, kind)
    if rules.stud_opener == "high_card":
        return (rank if kind == "high" else -rank), -order.index(seat)
    sign = -1 if kind == "high" else 1
    return sign * rank, sign * cards.SUITS.index(card[1])


def _may_pass(
    seat: int,
    best: tuple[int, int],
    rest: Sequence[str],
    order: Sequence[int],
    rules: HouseRules,
    kind: Kind,
) -> bool:
    """Return whether an unseen card could put the seat ahead of the best known one."""
    return any(_door(card, seat, order, rules, kind) > best for card in rest)


def _shown(hand: Sequence[str], common: str) -> tuple[str, ...]:
    return tuple([card for card in (*hand, common) if card not in ("", cards.UNKNOWN)])


def _unseen_counts(known_cards: Sequence[str], kind: Kind) -> tuple[int, ...]:
    """Return how many cards of each rank are unseen."""
    counts = [len(cards.SUITS)] * len(cards.RANKS)
    for card in known_cards:
        if card != cards.UNKNOWN:
            counts[_rank(card, kind)] -= 1
    return tuple(counts)


Worth = tuple[Score, Score]  # the score and its tiebreaker; the greatest is first


def _reach(
    hand: tuple[str, ...],
    total: int,
    unseen_counts: tuple[int, ...],
    seat: int,
    order: Sequence[int],
    rules: HouseRules,
    kind: Kind,
) -> tuple[Worth, Worth]:
    """Return the lowest and highest worth of a seat's upcards; equal if all are known."""
    missing = max(total - len(hand), 0)
    low_suits = kind != "high" and rules.razz_tie == "lowest_suit"
    least, most, suits = _worth(
        hand, missing, unseen_counts if missing else (), kind, low_suits=low_suits
    )
    if rules.stud_tie == "position":
        position = (-order.index(seat),)
        return (least, position), (most, position)
    if missing:
        return (least, (-99,)), (most, (99,))
    return (least, suits), (most, suits)


@lru_cache(maxsize=4096)
def _worth(
    hand: tuple[str, ...],
    missing: int,
    unseen_counts: tuple[int, ...],
    kind: Kind,
    *,
    low_suits: bool,
) -> tuple[Score, Score, Score]:
    """Return the lowest and highest score of a hand, and its suits from the highest card down.

    low_suits: the lowest suit comes first.
    """
    heights = sorted(((_rank(c, kind), cards.SUITS.index(c[1])) for c in hand), reverse=True)
    ranks = tuple(rank for rank, _ in reversed(heights))
    least, most = _span(ranks, len({suit for _, suit in heights}) < 2, missing, unseen_counts, kind)
    sign = -1 if low_suits else 1
    return least, most, tuple(sign * suit for _, suit in heights)


@lru_cache(maxsize=4096)
def _span(
    ranks: tuple[int, ...], suited: bool, missing: int, unseen_counts: tuple[int, ...], kind: Kind
) -> tuple[Score, Score]:
    """Return the lowest and highest score over every way to fill in the missing upcards."""
    if missing == 0:
        only = _score(ranks, suited, kind)
        return only, only
    scores: list[Score] = []
    for extra in combinations_with_replacement(range(len(unseen_counts)), missing):
        if any(extra.count(rank) > unseen_counts[rank] for rank in set(extra)):
            continue
        scores.append(_score(ranks + extra, False, kind))
        if suited and len(ranks) + missing == 5:
            scores.append(_score(ranks + extra, True, kind))
    return min(scores), max(scores)


def _score(ranks: tuple[int, ...], suited: bool, kind: Kind) -> Score:
    """Return upcards as comparable numbers: the groups, then their ranks; reversed where low is best."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = tuple(count for count, _ in groups)
    order = tuple(rank for _, rank in groups)
    if shape == (1, 1, 1, 1, 1) and kind != "low_a5":
        # Straights and flushes need five cards (S-152).
        shape, order = _five(order, suited, kind)
    score = (*shape, *(0,) * (5 - len(shape)), *order)
    return score if kind == "high" else tuple(-number for number in score)


def _five(order: Score, suited: bool, kind: Kind) -> tuple[Score, Score]:
    wheel = kind == "high" and order == (12, 3, 2, 1, 0)
    straight = wheel or order[0] - order[-1] == 4
    order = _WHEEL if wheel else order
    if straight and suited:
        return _STRAIGHT_FLUSH, order
    if suited:
        return _FLUSH, order
    return (_STRAIGHT if straight else (1, 1, 1, 1, 1)), order

"""What a promotion finds in the hand at its showdown: eligible, not eligible by which rule, or what must be asked.

Everything is read from the table: who was dealt in, the contested pot, the boards, the shown hands. Nothing is
assumed: what the log does not have is named as a fact for the floor.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from poker import later_pots
from poker.cards import UNKNOWN
from poker.decide.showdown import build
from poker.draft import Draft
from poker.json_types import JsonObject
from poker.promotion_terms import HandFloor, TablePromotion, Tier
from poker.reading.five_cards import HandValue, is_at_least, quads_rank, value_name
from poker.reading.played_fives import PlayedHand, played_hand, way_of
from poker.state import Hand, Participant, Table

# What a promotion may require, in the order in which it is checked; the first that is not met is the rule.
ConditionKey = Literal[
    "game",
    "period",
    "kind",
    "run",
    "board",
    "players",
    "pot",
    "hands",
    "both_cards",
    "pocket_pair",
    "shown",
]
_ROYAL = HandFloor("royal_flush")


class Condition(msgspec.Struct, frozen=True):
    """A condition of a promotion at this hand. met: None if the log does not know it."""

    key: ConditionKey
    met: bool | None
    facts: JsonObject = {}


class Eligible(msgspec.Struct, frozen=True):
    """The hand wins the promotion. losing: equal losing hands share; winning: of a bad beat, or who has the hand.

    dealt: seat and player of everyone who was dealt in, also of those who left since.
    """

    tier: str
    losing: tuple[int, ...]
    winning: tuple[int, ...]
    dealt: tuple[tuple[int, str], ...]


class NotEligible(msgspec.Struct, frozen=True):
    """The hand does not win the promotion, by this condition."""

    rule: ConditionKey
    facts: JsonObject = {}


class Asks(msgspec.Struct, frozen=True):
    """As `claim`, if the facts that the log does not have are as required.

    facts: conditions that the log leaves open, and what the floor asks people, which no log has.
    """

    facts: JsonObject
    claim: Eligible


Decision = Eligible | NotEligible | Asks


class Due(msgspec.Struct, frozen=True):
    """A promotion that the dealer may claim now, on a board."""

    promotion: TablePromotion
    board: int
    claim: Eligible


class HighHand(msgspec.Struct, frozen=True):
    """A shown hand that qualifies as the high hand of a promotion. cards: the five that make it."""

    promotion: TablePromotion
    seat: int
    player: str
    cards: tuple[str, ...]
    name: str
    value: HandValue


class _Contender(msgspec.Struct, frozen=True):
    """A shown hand that went to the showdown."""

    seat: int
    hand: PlayedHand


class _Hands(msgspec.Struct, frozen=True):
    """Which hands win the promotion: a tier with its seats, or the condition that they miss."""

    tier: str = ""
    losing: tuple[int, ...] = ()
    winning: tuple[int, ...] = ()
    missed: ConditionKey | None = None


def eligible(promotion: TablePromotion, table: Table, board: int = 0) -> Decision:
    """Return whether the hand in progress wins the promotion on a board, as far as its log proves it."""
    return _decided(promotion, table, board)[0]


def conditions(promotion: TablePromotion, table: Table, board: int = 0) -> tuple[Condition, ...]:
    """Return the conditions of a promotion with what the log has of each, in the order in which they are checked."""
    return _decided(promotion, table, board)[1]


def claims(table: Table) -> tuple[Due, ...]:
    """Return the jackpots and royal flushes that are due at this showdown and were not claimed in this hand."""
    hand = table.hand
    if hand is None or not hand.promotions or hand.stage not in ("showdown", "award"):
        return ()
    jackpots = [item for item in hand.promotions if item.kind != "high_hand"]
    return tuple(
        due
        for item in jackpots
        if item.key not in hand.claimed
        for board in range(len(hand.boards))
        if (due := _due(item, table, board)) is not None
    )


def _due(promotion: TablePromotion, table: Table, board: int) -> Due | None:
    match eligible(promotion, table, board):
        case Eligible() as claim:
            return Due(promotion, board, claim)
        case Asks(claim=claim):
            return Due(promotion, board, claim)
    return None


def high_hands(table: Table) -> tuple[HighHand, ...]:
    """Return the hands that may be posted now: those that qualify and beat the posted one, by promotion."""
    hand = table.hand
    if hand is None or hand.stage not in ("showdown", "award"):
        return ()
    items = [item for item in hand.promotions if item.kind == "high_hand"]
    shown = (high_hand(item, table) for item in items if item.key not in hand.posted)
    return tuple(item for item in shown if item is not None and beats_posted(item, table))


def beats_posted(high: HighHand, table: Table) -> bool:
    """Return whether a hand beats the high hand that the table knows; an equal hand does not."""
    best = posted_now(table, high.promotion).best
    return best is None or high.value > best.value


def posted_now(table: Table, promotion: TablePromotion) -> TablePromotion:
    """Return a promotion of a hand with what is posted of it now.

    Amount and high hand may change during a hand. The next period may begin as well, and its high hand is another one.
    """
    running = (
        item
        for item in table.promotions
        if item.key == promotion.key and item.ends == promotion.ends
    )
    return next(running, promotion)


def high_hand(promotion: TablePromotion, table: Table, seat: int = 0) -> HighHand | None:
    """Return the best shown hand that qualifies, on any board that counts; of this seat alone if one is given."""
    hand = table.hand
    if hand is None or promotion.kind != "high_hand":
        return None
    best: HighHand | None = None
    for board in range(len(hand.boards)):
        decision = eligible(promotion, table, board)
        if not isinstance(decision, Eligible | Asks):
            continue
        claim = decision.claim if isinstance(decision, Asks) else decision
        for contender in _contenders(table, hand, board):
            if contender.seat not in claim.winning or seat not in (0, contender.seat):
                continue
            if best is None or contender.hand.value > best.value:
                best = _high_hand(promotion, hand, contender)
    return best


def _high_hand(promotion: TablePromotion, hand: Hand, contender: _Contender) -> HighHand:
    return HighHand(
        promotion=promotion,
        seat=contender.seat,
        player=dict(hand.dealt).get(contender.seat, ""),
        cards=contender.hand.fives[0],
        name=value_name(contender.hand.value),
        value=contender.hand.value,
    )


def hand_names(table: Table, board: int) -> dict[int, str]:
    """Return the names of the shown hands of this showdown by seat, as they read on a board."""
    hand = table.hand
    if hand is None:
        return {}
    return {item.seat: value_name(item.hand.value) for item in _contenders(table, hand, board)}


def _decided(
    promotion: TablePromotion, table: Table, board: int
) -> tuple[Decision, tuple[Condition, ...]]:
    hand = table.hand
    if hand is None or hand.stage not in ("showdown", "award"):
        return NotEligible("hands"), ()
    contenders = _contenders(table, hand, board)
    hands = _winning_hands(promotion, contenders)
    checked = (
        *_conditions_of_hand(promotion, table, hand, board),
        *_conditions_of_hands(promotion, hand, contenders, hands),
    )
    missed = next((item for item in checked if item.met is False), None)
    if missed is not None:
        return NotEligible(missed.key, missed.facts), checked
    claim = Eligible(hands.tier, hands.losing, hands.winning, dealt_in(hand))
    unknown: JsonObject = {item.key: item.facts for item in checked if item.met is None}
    unknown |= {fact: {} for fact in promotion.asks}
    return (Asks(unknown, claim) if unknown else claim), checked


def dealt_in(hand: Hand) -> tuple[tuple[int, str], ...]:
    """Return seat and player of everyone with cards in this hand, whoever sits there now."""
    seats = {part.seat for part in hand.parts if part.cards}
    return tuple((seat, player) for seat, player in hand.dealt if seat in seats)


def contested_pot(table: Table) -> int | None:
    """Return what the players put in, without an uncalled bet and the house's splash; None if it was not counted."""
    hand = table.hand
    if hand is None or table.pot is None:
        return None
    if not hand.pots:
        draft = Draft(table)
        build(draft)
        hand = draft.hand
    return sum(pot.amount for pot in hand.pots) + hand.rake + hand.jackpot - hand.splash


def _conditions_of_hand(
    promotion: TablePromotion, table: Table, hand: Hand, board: int
) -> Iterator[Condition]:
    """Yield what does not depend on the shown cards."""
    game = table.game
    is_read = way_of(table.ranking) is not None and not game.wild
    is_named = not promotion.games or game.key in promotion.games
    yield Condition("game", is_named and is_read, {"game": game.key})
    if promotion.starts or promotion.ends:
        is_late = promotion.ends and hand.dealt_at >= promotion.ends
        within = hand.dealt_at >= promotion.starts and not is_late
        yield Condition("period", within, {"dealt_at": hand.dealt_at})
    if promotion.excluded:
        kinds = [kind.kind for kind in hand.kinds if kind.kind in promotion.excluded]
        yield Condition("kind", not kinds, {"kinds": kinds})
    if hand.runs is not None:
        yield Condition("run", board == 0 or promotion.runs == "any", {"run": board + 1})
    elif len(hand.boards) > 1:
        yield Condition("board", board == 0 or promotion.board == "any", {"board": board + 1})
    if promotion.players:
        players = len(dealt_in(hand))
        facts: JsonObject = {"players": players, "least": promotion.players}
        yield Condition("players", players >= promotion.players, facts)
    if promotion.pot:
        pot = contested_pot(table)
        met = None if pot is None else pot >= promotion.pot
        yield Condition("pot", met, {"pot": pot, "least": promotion.pot})


def _conditions_of_hands(
    promotion: TablePromotion, hand: Hand, contenders: list[_Contender], hands: _Hands
) -> Iterator[Condition]:
    """Yield what depends on the shown cards. A hand that was not shown yet may still change who wins."""
    yield Condition("hands", hands.missed != "hands", {"shown": len(contenders)})
    if hands.missed == "hands":
        return  # which cards play is a question about hands that are high enough
    if promotion.both_cards:
        yield Condition("both_cards", hands.missed != "both_cards")
    seats = (*hands.losing, *hands.winning)
    has_quads = any(quads_rank(item.hand.value) for item in contenders if item.seat in seats)
    if promotion.pocket_pair and (has_quads or hands.missed == "pocket_pair"):
        yield Condition("pocket_pair", hands.missed != "pocket_pair")
    if promotion.kind == "bad_beat":
        unshown = _unshown(hand)
        yield Condition("shown", None if unshown else True, {"seats": unshown})


def _unshown(hand: Hand) -> list[int]:
    """Return the seats that may still show a hand; [] once all who are in have."""
    live = hand.live()
    unshown = [part.seat for part in live if not part.shown or UNKNOWN in part.shown]
    return unshown if hand.still_in() > len(live) - len(unshown) else []


def _contenders(table: Table, hand: Hand, board: int) -> list[_Contender]:
    """Return the readable hands that were shown at the showdown."""
    if table.game.wild:
        return []
    shown = [part for part in hand.parts if part.shown and _went_to_showdown(hand, part, board)]
    hands = ((part, played_hand(table.ranking, part.shown, hand.boards[board])) for part in shown)
    return [_Contender(part.seat, played) for part, played in hands if played is not None]


def _went_to_showdown(hand: Hand, part: Participant, board: int) -> bool:
    """Return whether a shown hand counts: still in, beaten for an earlier pot, or mucked only after it was shown.

    A hand that folded, or that was killed, does not count, whatever it shows.
    """
    if part.life == "in" or part.seat in later_pots.beaten(hand, board):
        return True
    is_folded = any(act.seat == part.seat and act.what == "fold" for act in hand.log)
    return part.life == "folded" and part.out_on == hand.street + 1 and not is_folded


def _winning_hands(promotion: TablePromotion, contenders: list[_Contender]) -> _Hands:
    match promotion.kind:
        case "bad_beat":
            return _bad_beat(promotion, contenders)
        case "royal":
            return _holders(promotion, contenders, _ROYAL, best=False)
        case "high_hand":
            return _holders(promotion, contenders, promotion.floor or HandFloor("high_card"))
        case "mystery":
            floor = promotion.floor or HandFloor("high_card")
            return _holders(promotion, contenders, floor, best=False)


def _holders(
    promotion: TablePromotion, contenders: list[_Contender], floor: HandFloor, *, best: bool = True
) -> _Hands:
    """Return the seats whose hand reaches the floor; best: only the highest of them."""
    missed = [_missed(promotion, item, floor) for item in contenders]
    holders = [item for item, key in zip(contenders, missed, strict=True) if key is None]
    if not holders:
        return _Hands(missed=_closest(missed))
    top = max(item.hand.value for item in holders)
    seats = tuple(item.seat for item in holders if not best or item.hand.value == top)
    return _Hands(winning=seats)


def _bad_beat(promotion: TablePromotion, contenders: list[_Contender]) -> _Hands:
    """Return the first tier that is met by the best hand and the best losing hand."""
    missed: list[ConditionKey | None] = []
    for tier in promotion.tiers:
        hands = _tier(promotion, contenders, tier)
        if hands.missed is None:
            return hands
        missed.append(hands.missed)
    return _Hands(missed=_closest(missed))


def _tier(promotion: TablePromotion, contenders: list[_Contender], tier: Tier) -> _Hands:
    top = max((item.hand.order for item in contenders), default=())
    best = [item for item in contenders if item.hand.order == top]
    others = [item for item in contenders if item.hand.order < top]
    winning = [item for item in best if _missed(promotion, item, tier.winning) is None]
    losing = [item for item in others if _missed(promotion, item, tier.losing) is None]
    if not winning:
        return _Hands(missed=_closest([_missed(promotion, item, tier.winning) for item in best]))
    if not losing:
        return _Hands(missed=_closest([_missed(promotion, item, tier.losing) for item in others]))
    highest = max(item.hand.order for item in losing)
    return _Hands(
        tier=tier.key,
        losing=tuple(item.seat for item in losing if item.hand.order == highest),
        winning=tuple(item.seat for item in winning),
    )


def _missed(
    promotion: TablePromotion, contender: _Contender, floor: HandFloor
) -> ConditionKey | None:
    """Return the condition that a hand does not meet, None if it qualifies."""
    hand = contender.hand
    if not is_at_least(hand.value, floor):
        return "hands"
    if promotion.both_cards and not hand.plays_own(kicker=promotion.kicker_plays):
        return "both_cards"
    if promotion.pocket_pair and not hand.has_pair_for_quads():
        return "pocket_pair"
    return None


def _closest(missed: list[ConditionKey | None]) -> ConditionKey:
    """Return the condition missed by the hand that came closest to the prize."""
    for key in ("pocket_pair", "both_cards"):
        if key in missed:
            return key
    return "hands"

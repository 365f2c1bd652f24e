"""What a promotion finds in a hand: eligible, not eligible by which condition, or what must be asked."""

from itertools import pairwise
from typing import get_args

import pytest
from msgspec.structs import replace

from poker import codec, engine
from poker import commands as c
from poker import events as e
from poker.promotion_terms import HandFloor, HandRank, PostedHand, Tier
from poker.promotions import (
    Asks,
    Eligible,
    NotEligible,
    claims,
    contested_pot,
    eligible,
    high_hand,
    high_hands,
)
from poker.reading.five_cards import floor_name, floor_value, is_at_least, value_name, value_of
from poker.reading.played_fives import played_hand, way_of
from poker.refusal import Refusal
from poker.state import Table
from poker.view import view
from tests.support.play import play
from tests.support.promotion_tables import (
    ACES_FULL_HIGH,
    JACKPOT_BOARD,
    QUADS,
    ROYALS,
    STRAIGHT_FLUSH,
    TENS_BEATEN,
    at_showdown,
    jackpot_table,
    run,
    table_with,
)

FROM_THE_LOG = replace(TENS_BEATEN, asks=())


def cards_of(text: str) -> tuple[str, ...]:
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def decided(table: Table, board: int = 0) -> Eligible | NotEligible | Asks:
    return eligible(table.promotions[0], table, board)


def test_eligible_hand_has_its_tier_seats_and_everyone_dealt_in() -> None:
    decision = decided(jackpot_table(FROM_THE_LOG))
    dealt = tuple((seat, f"p{seat}") for seat in range(1, 10))
    assert isinstance(decision, Eligible)
    assert (decision.tier, decision.losing, decision.winning) == ("primary", (7,), (2,))
    assert tuple(sorted(decision.dealt)) == dealt


def test_facts_that_no_log_has_are_asked() -> None:
    decision = decided(jackpot_table())
    assert isinstance(decision, Asks)
    assert set(decision.facts) == {"talk", "deck"}
    assert decision.claim.losing == (7,)


def test_hand_that_was_not_shown_is_asked_for() -> None:
    table = at_showdown(
        table_with(FROM_THE_LOG), JACKPOT_BOARD, {2: STRAIGHT_FLUSH, 5: "", 7: QUADS}
    )
    decision = decided(table)
    assert isinstance(decision, Asks)
    assert decision.facts == {"shown": {"seats": [5]}}


def test_first_condition_that_is_not_met_is_the_rule() -> None:
    decision = decided(jackpot_table(players=10, pot=10**9))
    assert decision == NotEligible("players", {"players": 9, "least": 10})


def test_nothing_is_due_before_the_showdown() -> None:
    table = play(table_with(FROM_THE_LOG), "deal")
    assert decided(table) == NotEligible("hands")
    assert not claims(table)
    assert not high_hands(table)


def test_first_tier_that_is_met_wins() -> None:
    tiers = (
        Tier("primary", HandFloor("quads", ("K",)), HandFloor("quads")),
        Tier("secondary", HandFloor("quads"), HandFloor("straight_flush")),
        Tier("reserve", HandFloor("full_house", ("A",)), HandFloor("quads")),
    )
    decision = decided(jackpot_table(FROM_THE_LOG, tiers=tiers))
    assert isinstance(decision, Eligible)
    assert decision.tier == "secondary"


def test_jackpot_and_royal_are_due_at_the_same_showdown() -> None:
    table = at_showdown(table_with(FROM_THE_LOG, ROYALS), "TdTsJsQs4h", {2: "AsKs", 7: QUADS})
    assert [item.promotion.kind for item in claims(table)] == ["bad_beat", "royal"]


def test_splash_of_the_house_is_not_contested() -> None:
    table = jackpot_table(FROM_THE_LOG)
    hand = table.hand
    assert hand is not None
    assert contested_pot(table) == hand.chips()
    splashed = replace(table, hand=replace(hand, splash=5000))
    assert contested_pot(splashed) == hand.chips()


def test_wild_cards_and_games_without_a_high_hand_are_not_read() -> None:
    assert way_of("deuce7") is None
    assert way_of("badugi") is None
    assert {way_of("high"), way_of("omaha8"), way_of("stud_high"), way_of("draw_high")} == {
        "board",
        "omaha",
        "own",
    }


@pytest.mark.parametrize(
    ("own", "board", "kicker", "plays", "pair"),
    [
        pytest.param("ThTc", "TdTsJsQs4h", False, True, True, id="pocket pair"),
        pytest.param("ThTc", "TdTs2s2h2d", False, True, True, id="quads over a full board"),
        pytest.param("Th2c", "TdTsTcQs4h", False, False, False, id="one card and a deuce"),
        pytest.param("ThAc", "TdTsTcQs4h", False, False, False, id="kicker"),
        pytest.param("ThAc", "TdTsTcQs4h", True, True, False, id="kicker that counts"),
        pytest.param("AhAc", "TdTsTcTh4h", True, False, False, id="quads on the board"),
        pytest.param("AhKd", "AsAdKsKc2h", False, True, True, id="full house, one of each"),
        pytest.param("Ah2d", "AsAdKsKc2h", False, False, True, id="full house, one card"),
        pytest.param("6s5s", "9s8s7sKh2d", False, True, True, id="straight flush, both"),
        pytest.param("TsKh", "9s8s7s6s2d", False, False, True, id="straight flush, one"),
        pytest.param("6h5h", "6d7s8h9cTc", False, False, True, id="straight without them"),
        pytest.param("KhKc", "KdQs9s4h2d", False, True, True, id="set"),
    ],
)
def test_hole_cards_in_the_best_five(
    own: str, board: str, kicker: bool, plays: bool, pair: bool
) -> None:
    hand = played_hand("high", cards_of(own), cards_of(board))
    assert hand is not None
    assert hand.plays_own(kicker=kicker) is plays
    assert hand.has_pair_for_quads() is pair


def test_omaha_always_plays_two_cards() -> None:
    hand = played_hand("omaha_high", cards_of("TcAc5d6d"), cards_of("TsTdTh9s8s"))
    assert hand is not None
    assert value_name(hand.value) == "quad tens"
    assert hand.plays_own(kicker=False)
    assert not hand.has_pair_for_quads()


def test_short_deck_orders_a_flush_above_a_full_house() -> None:
    board = cards_of("TsTdJs9s6h")
    flush = played_hand("short_deck", cards_of("AsKs"), board)
    full = played_hand("short_deck", cards_of("ThJd"), board)
    assert flush is not None
    assert full is not None
    assert flush.order > full.order
    assert flush.value < full.value  # as other tables compare it


def test_floors_are_in_ascending_order() -> None:
    floors = [HandFloor(rank) for rank in get_args(HandRank)]
    assert all(floor_value(low) < floor_value(high) for low, high in pairwise(floors))


@pytest.mark.parametrize(
    ("five", "floor", "reached"),
    [
        ("AsAdAhKsKd", HandFloor("full_house", ("A", "K")), True),
        ("AsAdAhQsQd", HandFloor("full_house", ("A", "K")), False),
        ("AsAdAh2s2d", HandFloor("full_house", ("A",)), True),
        ("2s2d2h2cAd", HandFloor("full_house", ("A", "K")), True),
        ("9s9d9h9cAd", HandFloor("quads", ("T",)), False),
        ("TsTdThTc2d", HandFloor("quads", ("T",)), True),
        ("5s4s3s2sAs", HandFloor("straight_flush"), True),
        ("KsQsJsTs9s", HandFloor("royal_flush"), False),
    ],
)
def test_lowest_hand_that_qualifies(five: str, floor: HandFloor, reached: bool) -> None:
    assert is_at_least(value_of(cards_of(five)), floor) is reached


def test_names_of_hands_and_floors() -> None:
    names = {
        "KhKcKs9d9c": "kings full of nines",
        "TsTdThTc2d": "quad tens",
        "Qs8s7s3s2s": "queen-high flush",
        "6s6d6h2c3d": "three sixes",
        "5s4s3s2sAs": "five-high straight flush",
        "AsKsQsJsTs": "royal flush",
        "AsKdQsJs9s": "ace high",
        "AsAdKsKd2c": "aces and kings",
        "2s2dKsQd3c": "pair of deuces",
        "9sTdJcQhKc": "king-high straight",
    }
    assert {five: value_name(value_of(cards_of(five))) for five in names} == names
    assert floor_name(HandFloor("quads", ("T",))) == "quad tens"
    assert floor_name(HandFloor("full_house", ("A",))) == "aces full"
    assert floor_name(HandFloor("full_house", ("A", "K"))) == "aces full of kings"
    assert floor_name(HandFloor("quads")) == "four of a kind"


def test_high_hand_beats_the_posted_one_of_another_table() -> None:
    cards = {4: "KhKc", 8: "7d7c"}
    kings = value_of(cards_of("KhKcKs9d9c"))
    for best, due in ((kings, False), ((*kings[:2], 6), True)):
        posted = PostedHand("kings full", best, "T6", 1)
        table = at_showdown(table_with(replace(ACES_FULL_HIGH, best=posted)), "Ks9d9c2h7s", cards)
        assert bool(high_hands(table)) is due


def test_high_hand_of_a_seat_that_is_not_the_best_is_found_by_its_seat() -> None:
    low = replace(ACES_FULL_HIGH, floor=HandFloor("full_house"))
    table = at_showdown(table_with(low), "Ks9d9c2h7s", {4: "KhKc", 8: "7d7c"})
    best = high_hand(low, table)
    assert best is not None
    assert (best.seat, best.cards) == (4, ("Kh", "Kc", "Ks", "9d", "9c"))
    assert high_hand(low, table, 8) is None  # only the best of a hand is posted


def test_room_sends_a_better_hand_during_the_hand() -> None:
    table = at_showdown(table_with(ACES_FULL_HIGH), "Ks9d9c2h7s", {4: "KhKc", 8: "7d7c"})
    assert high_hands(table)
    aces = PostedHand("quad aces", value_of(cards_of("AsAdAhAc2d")), "T6", 1)
    table = run(table, c.SetPromotions((replace(ACES_FULL_HIGH, best=aces),)))
    assert not high_hands(table)
    with pytest.raises(Refusal, match="high_hand_lower"):
        run(table, c.PostHighHand("high-hand.1", 4))


def test_hand_of_a_period_that_ended_is_compared_within_its_period() -> None:
    hour = replace(ACES_FULL_HIGH, floor=HandFloor("full_house"), ends=10**15)
    table = at_showdown(table_with(hour), "Ks9d9c2h7s", {4: "KhKc", 8: "7d7c"})
    aces = PostedHand("quad aces", value_of(cards_of("AsAdAhAc2d")), "T6", 1)
    following = replace(hour, starts=hour.ends, ends=hour.ends + 1, best=aces)
    table = run(table, c.SetPromotions((following,)))
    shown = view(table).high_hand
    assert shown is not None
    assert shown.best is None
    table = run(table, c.PostHighHand(hour.key, 4))
    assert table.promotions == (following,), "the next period has its own high hand"


def test_claim_is_stored_with_everyone_dealt_in_and_the_time_of_the_tap() -> None:
    table = jackpot_table()
    outcome = engine.run(table, c.ClaimPromotion("bad-beat.1"), now=77)
    claimed, called = outcome.events
    assert isinstance(claimed, e.PromotionClaimed)
    assert isinstance(called, e.FloorCalled)
    assert (claimed.hand, claimed.losing, claimed.winning, claimed.at) == (1, (7,), (2,), 77)
    assert len(claimed.dealt) == 9
    assert codec.decode_state(codec.encode_state(outcome.state)) == outcome.state


def test_claim_in_an_open_call_keeps_that_call() -> None:
    table = jackpot_table()
    table = play(table, "call_floor")
    shown = view(table)
    assert shown.promotion is not None
    table = play(table, "claim_promotion promotion=bad-beat.1")
    table = play(table, "settle_claim hand=1 outcome=refused by=Oak")
    assert table.claim is None
    assert table.floor is not None

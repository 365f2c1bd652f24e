"""Random promotions for the laws. Their lowest hands are low, so that many showdowns win one."""

from hypothesis import strategies as st

from poker.hand_kinds import KINDS
from poker.promotion_terms import HandFloor, HandRank, TablePromotion, Tier

KEYS = ("jackpot.1", "jackpot.2", "high.1", "royal.1")
RANKS: tuple[HandRank, ...] = ("high_card", "high_card", "pair", "two_pair", "full_house", "quads")
FLOORS = st.builds(HandFloor, st.sampled_from(RANKS))


def _promotion(key: str) -> st.SearchStrategy[TablePromotion]:
    kind = {"jackpot": "bad_beat", "high": "high_hand", "royal": "royal"}[key.partition(".")[0]]
    return st.builds(
        TablePromotion,
        key=st.just(key),
        kind=st.just(kind),
        title=st.just("Promotion"),
        games=st.sampled_from([(), (), ("holdem",)]),
        tiers=st.lists(st.builds(Tier, st.just("first"), FLOORS, FLOORS), max_size=2).map(tuple),
        floor=st.none() | FLOORS,
        both_cards=st.booleans(),
        pocket_pair=st.booleans(),
        kicker_plays=st.booleans(),
        players=st.sampled_from([0, 0, 2, 4]),
        pot=st.sampled_from([0, 0, 20, 200]),
        excluded=st.sampled_from([(), (), KINDS]),
        board=st.sampled_from(["first", "any"]),
        runs=st.sampled_from(["first", "any"]),
        starts=st.sampled_from([0, 0, 1, 2]),
        ends=st.sampled_from([0, 0, 2]),
        asks=st.sampled_from([(), ("talk",)]),
        amount=st.sampled_from([0, 5000]),
    )


def promotions() -> st.SearchStrategy[tuple[TablePromotion, ...]]:
    """Draw the promotions of a table, each key once."""
    keys = st.lists(st.sampled_from(KEYS), max_size=3, unique=True)
    return keys.flatmap(lambda chosen: st.tuples(*map(_promotion, chosen)))

"""Draw games: badugi, 2-7, five-card draw (S-165 to S-177). Seats by S-021, S-022 and H-13.

Ace-to-five, badeucey and badacey are not in the guides; their other rules are those of 2-7 triple and single draw.
"""

from poker.games.model import Game, Street


def streets(cards: int, draws: int) -> tuple[Street, ...]:
    """Return a first round and a round after each draw; with three draws, the big bet starts at the second."""
    names = ("draw",) if draws == 1 else ("first_draw", "second_draw", "third_draw")[:draws]
    rounds = tuple(
        Street(name, burn=1, draw=cards, tier=int(number >= draws // 2))
        for number, name in enumerate(names)
    )
    return (Street("predraw", hole=cards), *rounds)


BADUGI = Game(
    key="badugi",
    title="badugi",
    family="draw",
    streets=streets(4, 3),
    ranking="badugi",
    seats=8,
    phh=(("split", "FB"),),
)
TRIPLE_DRAW = Game(
    key="deuce7_triple",
    title="2-7 triple draw",
    family="draw",
    streets=streets(5, 3),
    ranking="deuce7",
    seats=6,
    phh=(("split", "F2L3D"),),
)
# H-43: only at no limit, unless the house says otherwise.
SINGLE_DRAW = Game(
    key="deuce7_single",
    title="2-7 single draw",
    family="draw",
    streets=streets(5, 1),
    ranking="deuce7",
    seats=6,
    limits=("none",),
    phh=(("none", "N2L1D"),),
)
FIVE_CARD_DRAW = Game(
    key="five_card_draw",
    title="five-card draw",
    family="draw",
    streets=streets(5, 1),
    ranking="draw_high",
    seats=8,
)
ACE_TO_FIVE_TRIPLE = Game(
    key="ace5_triple",
    title="ace-to-five triple draw",
    family="draw",
    streets=streets(5, 3),
    ranking="ace5",
    seats=6,
)
ACE_TO_FIVE_SINGLE = Game(
    key="ace5_single",
    title="ace-to-five single draw",
    family="draw",
    streets=streets(5, 1),
    ranking="ace5",
    seats=8,
)
BADEUCEY = Game(
    key="badeucey",
    title="badeucey",
    family="draw",
    streets=streets(5, 3),
    ranking="badeucey",
    seats=6,
)
BADACEY = Game(
    key="badacey",
    title="badacey",
    family="draw",
    streets=streets(5, 3),
    ranking="badacey",
    seats=6,
)

GAMES = (
    BADUGI,
    TRIPLE_DRAW,
    SINGLE_DRAW,
    FIVE_CARD_DRAW,
    ACE_TO_FIVE_TRIPLE,
    ACE_TO_FIVE_SINGLE,
    BADEUCEY,
    BADACEY,
)

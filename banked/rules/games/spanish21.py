"""Spanish 21: 48 cards a deck, bonuses for 21, and a player's 21 always wins.

Payouts: 58 Pa. Code § 635a.12; match wagers as reprinted by published sources (house choice).
"""

from banked.rules.games.model import BankedGame, BonusRow, SuperBonus

SPANISH21 = BankedGame(
    key="spanish21",
    title="Spanish 21",
    missing=("T",),
    natural_wins=True,
    wins_at_once=True,
    rows=(
        BonusRow("678_spades", "6-7-8 of spades", (3, 1), ranks="678", suits="spades"),
        BonusRow("678_suited", "6-7-8 of one suit", (2, 1), ranks="678", suits="suited"),
        BonusRow("678", "6-7-8", (3, 2), ranks="678"),
        BonusRow("777_spades", "7-7-7 of spades", (3, 1), ranks="777", suits="spades"),
        BonusRow("777_suited", "7-7-7 of one suit", (2, 1), ranks="777", suits="suited"),
        BonusRow("777", "7-7-7", (3, 2), ranks="777"),
        BonusRow("five", "21 in five cards", (3, 2), size=5),
        BonusRow("six", "21 in six cards", (2, 1), size=6),
        BonusRow("seven", "21 in seven or more cards", (3, 1), size=7, is_more=True),
        BonusRow("21", "21", (1, 1)),
    ),
    super_bonus=SuperBonus(rank="7", tiers=((500, 100_000), (2_500, 500_000)), envy=5_000),
    match=((2, 4, 15), (4, 4, 10), (5, 3, 13), (6, 4, 9), (8, 3, 12)),
    has_rescue=True,
    any_double=True,
)
GAMES = (SPANISH21,)

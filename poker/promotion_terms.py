"""What a table knows of the promotions of its room: who wins what, as data. Nothing here is a rule of poker.

The room sends them to its tables, so that a tablet decides without the network. The sources of each condition are
in docs/rules.md (P-01 to P-15).
"""

from typing import Literal

import msgspec

PromotionKind = Literal["bad_beat", "high_hand", "royal", "mystery"]
# Ranks of hands in ascending order, as keys of conditions.
HandRank = Literal[
    "high_card",
    "pair",
    "two_pair",
    "three",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "royal_flush",
]


class HandFloor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lowest hand that qualifies: a rank, and the card ranks that decide within it, highest first.

    ranks: ("A", "K") with `full_house` is aces full of kings; ("T",) with `quads` is four tens; () is any.
    """

    rank: HandRank
    ranks: tuple[str, ...] = ()


class Tier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a bad beat: the losing hand at least, the winning hand at least. Tiers are in order, the best first."""

    key: str  # such as "primary"
    losing: HandFloor
    winning: HandFloor


class PostedHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The high hand that leads a period: its name, its value (`poker.reading.five_cards`), its table and tap time."""

    name: str
    value: tuple[int, ...]
    table: str = ""
    at: int = 0


class TablePromotion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A promotion at a table. Amounts are in the smallest unit, times in Unix milliseconds.

    key: of its version, such as "bad-beat.3"; starts, ends: 0 without a limit; excluded: kinds of hands
    (`poker.hand_kinds`); asks: what the floor must ask people, which no log knows; amount: the posted amount or the
    prize, 0 if it is not shown; best: the high hand posted so far, which the table's next one must beat.
    """

    key: str
    kind: PromotionKind
    title: str
    games: tuple[str, ...] = ()  # keys of games, () for all
    tiers: tuple[Tier, ...] = ()
    floor: HandFloor | None = None  # of a high hand or a mystery board
    both_cards: bool = True  # the best five must use both hole cards
    pocket_pair: bool = True  # quads must be made with a pocket pair
    kicker_plays: bool = False  # a hole card that is only the kicker counts as one that plays
    players: int = 0  # dealt in at least
    pot: int = 0  # contested pot at least
    excluded: tuple[str, ...] = ()
    board: Literal["first", "any"] = "first"  # of several boards
    runs: Literal["first", "any"] = "first"  # of a board that is run again
    starts: int = 0
    ends: int = 0
    asks: tuple[str, ...] = ()
    amount: int = 0
    best: PostedHand | None = None


class FundSplash(msgspec.Struct, frozen=True, omit_defaults=True):
    """A splash pot that a promotion pays. promotion: key of its version; draw: its number in the log of the fund."""

    promotion: str
    title: str
    draw: int

"""The games that both know, and the intended differences."""

from typing import Any

import msgspec
from pokerkit import (
    Automation,
    BadugiHand,
    EightOrBetterLowHand,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    RegularLowHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from pokerkit.games import FixedLimitPokerMixin

from poker.stakes import Limit
from tests.poker.oracle.custom import Custom, FewestPips, HoleHigh, HoleLow, MostPips

SMALL = 5
BIG = 10
BRING_IN = 3
AUTOMATIC = tuple(
    automation
    for automation in Automation
    if automation
    not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
)


class FixedOmaha8(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """Fixed-limit Omaha high-low; pokerkit's class of this name is pot limit (0.7.7)."""


OMAHA = (OmahaHoldemHand,)
OMAHA8 = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


class Kind(msgspec.Struct, frozen=True):
    """A game here and in pokerkit; `seats` is the maximum dealt in."""

    game: str
    limit: Limit
    theirs: Any
    seats: int = 6
    straddled: bool = False
    without: str = (
        ""  # ranks that are not dealt, because pokerkit ranks them differently in upcards
    )
    keeps: bool = False  # pokerkit is dealt only the cards kept after the discard


KINDS = {
    "no limit hold'em": Kind("holdem", "none", NoLimitTexasHoldem),
    "fixed limit hold'em": Kind("holdem", "split", FixedLimitTexasHoldem),
    "pot limit Omaha": Kind("omaha", "pot", PotLimitOmahaHoldem),
    "Omaha eight-or-better": Kind("omaha8", "split", FixedOmaha8),
    "short deck": Kind("short_deck", "none", NoLimitShortDeckHoldem),
    "straddled no limit hold'em": Kind("holdem", "none", NoLimitTexasHoldem, straddled=True),
    "straddled limit hold'em": Kind("holdem", "split", FixedLimitTexasHoldem, straddled=True),
    "straddled pot limit Omaha": Kind("omaha", "pot", PotLimitOmahaHoldem, straddled=True),
    "stud": Kind("stud", "split", FixedLimitSevenCardStud, 8),
    "stud eight-or-better": Kind(
        "stud8", "split", FixedLimitSevenCardStudHighLowSplitEightOrBetter, 8
    ),
    "razz": Kind("razz", "split", FixedLimitRazz, 8),
    "badugi": Kind("badugi", "split", FixedLimitBadugi, 8),
    "2-7 triple draw": Kind("deuce7_triple", "split", FixedLimitDeuceToSevenLowballTripleDraw),
    "2-7 single draw": Kind("deuce7_single", "none", NoLimitDeuceToSevenLowballSingleDraw),
    "pot limit five-card Omaha": Kind("omaha5", "pot", Custom("omaha5", "pot", *OMAHA)),
    "limit five-card Omaha": Kind("omaha5", "split", Custom("omaha5", "split", *OMAHA)),
    "pot limit six-card Omaha": Kind("omaha6", "pot", Custom("omaha6", "pot", *OMAHA)),
    "pot limit Big O": Kind("big_o", "pot", Custom("big_o", "pot", *OMAHA8)),
    "limit Big O": Kind("big_o", "split", Custom("big_o", "split", *OMAHA8)),
    "Courchevel": Kind("courchevel", "pot", Custom("courchevel", "pot", *OMAHA)),
    "Courchevel hi-lo": Kind("courchevel8", "pot", Custom("courchevel8", "pot", *OMAHA8)),
    "crazy pineapple": Kind(
        "crazy_pineapple",
        "split",
        Custom("crazy_pineapple", "split", StandardHighHand, hole=2),
        keeps=True,
    ),
    "crazy pineapple hi-lo": Kind(
        "crazy_pineapple8",
        "split",
        Custom("crazy_pineapple8", "split", StandardHighHand, EightOrBetterLowHand, hole=2),
        keeps=True,
    ),
    "ace-to-five triple draw": Kind(
        "ace5_triple", "split", Custom("ace5_triple", "split", RegularLowHand)
    ),
    "ace-to-five single draw": Kind(
        "ace5_single", "none", Custom("ace5_single", "none", RegularLowHand)
    ),
    "badeucey": Kind(
        "badeucey", "split", Custom("badeucey", "split", StandardBadugiHand, StandardLowHand)
    ),
    "badacey": Kind("badacey", "split", Custom("badacey", "split", BadugiHand, RegularLowHand)),
    "stud hi-lo": Kind(
        "stud_hilo", "split", Custom("stud_hilo", "split", StandardHighHand, RegularLowHand), 8
    ),
    # pokerkit ranks an ace low among upcards, and only five seats never run short of cards.
    "2-7 razz": Kind("razz27", "split", Custom("razz27", "split", StandardLowHand), 5, without="A"),
    "razzdugi": Kind("razzdugi", "split", Custom("razzdugi", "split", BadugiHand, RegularLowHand)),
    "drawmaha": Kind(
        "drawmaha", "split", Custom("drawmaha", "split", OmahaHoldemHand, HoleHigh), 4
    ),
    "drawmaha 2-7": Kind(
        "drawmaha_27", "pot", Custom("drawmaha_27", "pot", OmahaHoldemHand, HoleLow), 4
    ),
    "drawmaha zero": Kind(
        "drawmaha_zero", "split", Custom("drawmaha_zero", "split", OmahaHoldemHand, FewestPips), 4
    ),
    "drawmaha 49": Kind(
        "drawmaha_49", "pot", Custom("drawmaha_49", "pot", OmahaHoldemHand, MostPips), 4
    ),
}
# Where the two differ on purpose: what is counted, and cases of tests/poker/cases that show our answer by its rule.
SHORT_BLIND = (
    "S-059 S-060 a short blind: theirs lowers the bet, ours is passed on or keeps the full bet"
)
SHORT_POT = "S-109 a short blind counts in full in the pot-limit maximum"
CAP = "H-03 the cap: theirs is four raises beside the blinds, and none is lifted for two players"
SHORT_ALL_IN = "H-04 a short all-in: theirs counts each as a raise of the cap and may reopen"
HALF_BET = "S-116 H-27 less than the completed bet over a bring-in: ours is made up to the bet"
NOBODY = "S-115 a check with nobody left to bet against: theirs is asked, ours is not"
ODD = "H-10 odd chips: each pot of ours for itself, in stud by suit, the halves' to the high"
HI_LO_SIDE = (
    "S-164 a side pot's low half: theirs is left over when only a player of another pot has a low"
)
BRING_IN_SHORT = "S-145 a bring-in that is all-in for less: theirs is called for that, ours in full"
BRING_IN_NONE = (
    "TDA RP-10E a low card that is all-in for the ante: theirs makes the next seat bring in"
)
FOLDED_DEALT = (
    "S-156 S-157 stud's last card: theirs deals folded hands again, ours has one card for all"
)
DIFFERENCES: dict[str, tuple[str, ...]] = {
    SHORT_BLIND: ("short_big_blind_under_half", "short_big_blind_half_counts"),
    SHORT_POT: ("pl_short_big_blind",),
    CAP: ("cap_blind_is_the_bet", "cap_two_with_money"),
    SHORT_ALL_IN: ("short_18_over_10", "nl_limper_after_a_short_all_in"),
    HALF_BET: ("short_all_in_over_the_bring_in",),
    NOBODY: ("nobody_left_to_raise",),
    ODD: (
        "split_each_pot_for_itself",
        "odd_chip_left_of_the_button",
        "low_split_and_odd_chip_to_the_high",
        "odd_chip_of_stud_by_suit",
    ),
    HI_LO_SIDE: ("low_of_another_pot",),
    BRING_IN_SHORT: ("bring_in_short_all_in",),
    BRING_IN_NONE: ("bring_in_all_in_for_the_ante",),
    FOLDED_DEALT: ("folded_cards_are_never_offered", "eight_stay_to_the_common_card"),
}


class HandLeftOut(Exception):
    """The two diverge from here on; the argument names the difference."""

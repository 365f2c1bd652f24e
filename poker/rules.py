"""House rules as a value: what the guides leave to the house, with their defaults (numbers: docs/rules.md)."""

from typing import Literal

import msgspec

from poker.refusal import Refusal


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One field a setting; the comment gives its number and what the other choices mean.

    version: of the rulebook that says so; book: whose, "" the room's own (`rulings/rulebook/` has the words).
    """

    version: int = 1
    book: str = ""
    # H-01: three any / two with chips (guides); two players acted (003); TDA's two with chips or three
    substantial: Literal["guides", "two_acted", "tda"] = "guides"
    # H-02: both blinds may raise an unraised pot (000/004), or the big blind only (002)
    blind_option: Literal["both", "big"] = "both"
    # H-03: bet and three raises; unlimited when only two have put money in the round (003),
    # when two began the round (RRoP), or never (001)
    raise_cap: Literal["two_money", "two_began", "always"] = "two_money"
    # H-04: in limit a short all-in counts as a raise only when full (003), or from half on (TDA R47B)
    limit_reopen: Literal["full", "half"] = "full"
    # H-04: in no limit and pot limit short raises add up (TDA R47A), or one single raise must be full
    big_bet_reopen: Literal["cumulative", "single"] = "cumulative"
    # H-07: 003's half rule for a short blind
    short_blind: Literal["half"] = "half"
    # H-08: 003's three ways in, or no post for new players (HRH B2k)
    new_player: Literal["three_options", "no_post"] = "three_options"
    # H-10: spare chips one each clockwise from the button's left (002), or all to the first (000/004)
    odd_chip: Literal["one_each", "all_first"] = "one_each"
    # H-11: the low upcard brings in (000/004), or no bring-in and the high card starts (002)
    stud_opener: Literal["bring_in", "high_card"] = "bring_in"
    # H-12: everyone antes in stud (001), or antes are the plaque's choice (000/004)
    stud_ante: Literal["always", "optional"] = "always"
    # H-12b: equal upcards from fourth street on by suit (000/004, TDA), or by position (002, RRoP, HRH)
    stud_tie: Literal["suit", "position"] = "suit"
    # H-14: the deck runs short on seventh: guides with the last card kept, guides with it dealt,
    # or TDA RP-10H, HRH stud 5, RRoP's two passes
    stud_shortage: Literal["guide", "guide_literal", "tda", "hrh", "rrop"] = "guide"
    # H-16: the button always moves forward (003), or dead button and dead blinds (000/004, TDA R32)
    button: Literal["moving", "dead"] = "moving"
    # H-18: everyone left turns over (000/004), or a loser may muck unseen (001)
    showing: Literal["all", "may_muck"] = "all"
    # H-25: the button draw's ties by suit, or the tied draw again
    button_tie: Literal["suit", "redraw"] = "suit"
    # H-27: any bring-in may be completed (RRoP, HRH), or only one that is short (000/004 by their words)
    complete: Literal["any", "short"] = "any"
    # H-29: an open pair on fourth street may be bet at the upper limit (RRoP, HRH), or not (TDA)
    open_pair: bool = False
    # H-30: two-handed pot limit, any amount by agreement (003), or off
    any_amount: bool = False
    # H-43: 2-7 single draw only at no limit (000/004), or at any limit
    single_draw: Literal["no_limit", "free"] = "no_limit"
    # H-44: who opens after the draw of five-card draw: by the forced bets (002), or always left of the button
    after_draw: Literal["by_forced_bet", "left"] = "by_forced_bet"
    # H-45: which discards of this draw join a deck that runs short beside those of earlier draws: of seats
    # already served, of everyone but the seat being served, or none
    draw_shortage: Literal["served", "others", "earlier"] = "served"
    # H-45: burns join it too
    draw_shortage_burns: bool = False
    # H-46: a burn before each draw (HRH's reading), or none
    draw_burn: bool = True
    # H-48: draws one after the other (002), or all say their numbers first (BARGE)
    draw_order: Literal["in_turn", "announce"] = "in_turn"
    # H-49: a rebuilt deck is burned from once a street (003, TDA), or always (HRH)
    rebuilt_burn: Literal["once", "always"] = "once"
    # S-109, TDA R54: before the flop a short or missing blind counts as full in the pot-limit maximum
    pot_full_blinds: bool = True


def read(data: object) -> HouseRules:
    """House rules from plain data; refuses an unknown setting or option and says which."""
    try:
        return msgspec.convert(data, HouseRules)
    except msgspec.ValidationError as error:
        raise Refusal("bad_rules", "S-005", detail=str(error)) from error

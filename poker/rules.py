"""House rules as a value: what the guides leave to the house, with the guides' defaults (numbers: docs/rules.md)."""

from typing import Literal

import msgspec

from poker.refusal import Refusal


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One field for each setting; the comment above it gives its number and the meaning of the other choices."""

    version: int = 1  # version of the rulebook these come from
    book: str = ""  # its key, "" for the room's own (texts are in `rulings/rulebook/`)
    # H-01: three any / two with chips (guides); two players acted (003); TDA's two with chips or three
    substantial: Literal["guides", "two_acted", "tda"] = "guides"
    # H-02: both blinds may raise an unraised pot (000/004), or the big blind only (002)
    blind_option: Literal["both", "big"] = "both"
    # H-03: bet and three raises; unlimited when only two have put money in the round (003),
    # when two began the round (RRoP), or never (001)
    raise_cap: Literal["two_money", "two_began", "always"] = "two_money"
    # H-04: in limit a short all-in is a raise only when full (003), or from half on (TDA R47B)
    limit_reopen: Literal["full", "half"] = "full"
    # H-04: in no limit and pot limit short raises add up (TDA R47A), or one single raise must be full
    big_bet_reopen: Literal["cumulative", "single", "half"] = "cumulative"
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
    # H-12c: the same tie of low upcards in razz: the highest suit is first, as in stud high, or the lowest
    razz_tie: Literal["highest_suit", "lowest_suit"] = "highest_suit"
    # H-14: the deck runs short on seventh: guides with the last card kept, guides with it dealt,
    # or TDA RP-10H, HRH stud 5, RRoP's two passes
    stud_shortage: Literal["guide", "guide_literal", "tda", "hrh", "rrop"] = "guide"
    # H-16: the button always moves forward (003), or dead button and dead blinds (000/004, TDA R32)
    button: Literal["moving", "dead"] = "moving"
    # H-16b: a blind that skips a player of a moving button is owed: the player posts the total
    # (003), only another big blind (RRoP), or nothing
    skipped_blinds: Literal["total", "big", "none"] = "total"
    # H-18: everyone left turns over (000/004), or a loser may muck unseen (001)
    showing: Literal["all", "may_muck"] = "all"
    # H-18b: with a player all-in hands are shown in order, side pot first (RRoP), or all go up together (TDA R16)
    all_in_hands: Literal["in_order", "all_up"] = "in_order"
    # H-25: ties of the button draw by suit, or the tied players draw again
    button_tie: Literal["suit", "redraw"] = "suit"
    # H-27: any bring-in may be completed (RRoP, HRH), or only a short one (000/004 by their words)
    complete: Literal["any", "short"] = "any"
    # H-29: with an open pair on fourth street the upper limit may be bet (RRoP, HRH), or not (TDA)
    open_pair: bool = False
    # H-30: heads-up in pot limit, any amount by agreement (003), or off
    any_amount: bool = False
    # H-43: 2-7 single draw only at no limit (000/004), or at any limit
    single_draw: Literal["no_limit", "free"] = "no_limit"
    # H-44: who opens after the draw of five-card draw: by the forced bets (002), or always left of the button
    after_draw: Literal["by_forced_bet", "left"] = "by_forced_bet"
    # H-45: which discards of this draw are added to a deck that runs short, beside those of earlier
    # draws: those of seats already served, of everyone but the seat being served, or none
    draw_shortage: Literal["served", "others", "earlier"] = "served"
    # H-45: burns are added, too
    draw_shortage_burns: bool = False
    # H-45: who rebuilds the deck: the dealer, with the counts shown, or a supervisor confirms the piles
    draw_rebuild: Literal["dealer", "supervisor"] = "dealer"
    # H-46: a burn before each draw (HRH's reading), or none
    draw_burn: bool = True
    # H-48: draws one after the other (002), or all say their numbers first (BARGE)
    draw_order: Literal["in_turn", "announce"] = "in_turn"
    # H-49: a rebuilt deck is burned from once a street (003, TDA), or always (HRH)
    rebuilt_burn: Literal["once", "always"] = "once"
    # S-109, TDA R54: before the flop a short or missing blind is full in the pot-limit maximum
    pot_full_blinds: bool = True
    # H-54: in short deck a straight beats three of a kind, or three of a kind beats a straight
    short_deck: Literal["straight", "set"] = "straight"
    # H-55: in Courchevel no burn before the other two cards of the flop, or one
    courchevel_burn: bool = False
    # H-60: behind a straddle from the button or any seat, action begins left of it (more common by a public letter);
    # or left of the button, or left of the big blind, and the straddler is passed over and acts last
    straddle_order: Literal["left_of_straddle", "blinds_first", "under_the_gun"] = (
        "left_of_straddle"
    )
    # H-61: a straddle is a raise and the bet sizes stay the plaque's, or it is the hand's big blind and they follow it
    straddle_sizes: Literal["plaque", "follow"] = "plaque"
    # H-62: in a kill hand the bigger of straddle and killer's blind rules, or no one may straddle
    straddle_in_kill: Literal["bigger", "none"] = "bigger"
    # Only rulings read the following settings (`poker/irregularities/`).
    # H-01: a wrong number of cards is repaired only until two players have acted (003's own test), or it has the
    # guides' or TDA's test as every other misdeal
    count_action: Literal["two_acted", "guides", "tda"] = "two_acted"
    # H-17: the board plays even for a hand thrown away, when the round was checked through or a bet
    # was called (003); or only when all hole cards are tabled (TDA R19), or when the player
    # declares it before they are shown (HRH B)
    playing_board: Literal["discard", "table_all", "announce"] = "discard"
    # H-19: a hole card exposed on the deal: one is replaced, two or more misdeal (003); TDA R35A7: misdeal for one
    # of the first two off the deck or any two; RRoP: for the first or second; HRH 9o: for the first card to a blind
    hole_exposed: Literal["replace", "tda", "rrop", "hrh"] = "replace"
    # H-20: the card that was replaced becomes the first burn face up (003), or shown and then face down (HRH 8d)
    exposed_burn: Literal["face_up", "face_down"] = "face_up"
    # H-21: four cards on the flop: all back and shuffled, the burn stays (003), or the four are mixed and one of
    # them is the next burn (TDA R39A, HRH)
    extra_flop: Literal["reshuffle", "scramble"] = "reshuffle"
    # H-21b: a premature turn is set aside and the next card plays (003, RRoP, HRH), or it goes back
    # and the stub is shuffled, same burn (TDA RP-5B)
    premature_turn: Literal["set_aside", "reshuffle"] = "set_aside"
    # H-21c: the river after that has no burn (RRoP, HRH), or one; 003 is silent
    river_after_early_turn: Literal["no_burn", "burn"] = "no_burn"
    # H-22: two or more boxed cards on the deal: misdeal before substantial action, then scrap (TDA R35A1, RRoP,
    # HRH 9j), or each one is scrap (003 by its words)
    boxed: Literal["misdeal", "scrap"] = "misdeal"
    # H-23: a joker is scrap (003), or a misdeal before substantial action and replaced after it (TDA, HRH 27)
    joker: Literal["scrap", "misdeal"] = "scrap"
    # H-24: a wrong number of cards is a misdeal in its time (003); the button's missing card is
    # given even later (TDA R37); or missing cards come off the top and extra ones go back, where
    # possible (HRH 9e-f, RRoP)
    card_count: Literal["misdeal", "button", "repair"] = "misdeal"
    # H-31: several chips without words are a call when all of them are needed for it (TDA R45A), or
    # a raise from half a raise on (TDA R43, HRH 20)
    chips_call: Literal["all_needed", "half_raise"] = "all_needed"
    # H-32: an act out of turn binds when nothing changed before the turn comes (TDA R53, HRH 13),
    # or the cardroom rule of RRoP, which is known only from memory
    out_of_turn: Literal["unchanged", "rrop"] = "unchanged"
    # H-33: the clock: the house's own seconds, 25 and 5 counted down (TDA R29), 50 and 10 (HRH 37), or no clock
    clock: Literal["house", "tda", "hrh", "none"] = "house"
    # H-34: a hand comes back from the muck only when its very cards are certain (TDA R14, R65), or
    # the house tries to find them (HRH 5, 30d)
    mucked_hand: Literal["identifiable", "rebuild"] = "identifiable"
    # H-35: a hole card exposed on third street of stud high becomes the upcard, the third comes down
    stud_hole_exposed: Literal["upcard"] = "upcard"
    # H-36: the same in razz and hi-lo (TDA RP-10A), or a misdeal (HRH 9h)
    razz_hole_exposed: Literal["upcard", "misdeal"] = "upcard"
    # H-37: seventh street exposed: kept, with HRH 8d's ways to continue, or replaced while betting
    # is to come (TDA RP-10B)
    seventh_exposed: Literal["hrh", "tda"] = "hrh"
    # H-38: exposed before the draw: high keeps it, lowball keeps what the best hand can hold (HRH 8d), or
    # everything up to a five is kept (19th Hole)
    draw_exposed_before: Literal["best_hand", "five_or_less"] = "best_hand"
    # H-39: a card exposed on the draw is not taken, and is replaced when all have drawn (19th Hole)
    draw_exposed: Literal["replaced"] = "replaced"
    # H-41: which languages may be spoken in a hand: those the house has posted, or only English
    # (S-015, 000/004)
    hand_language: Literal["house", "english"] = "house"
    # H-47: a hand may be disputed until the next one's first riffle (TDA R22, R23; WSOP LA51; RRoP)
    dispute_window: Literal["riffle"] = "riffle"
    # H-50: cards to a seat without a right to them: dealt out and killed (HRH 9), or a misdeal before
    # substantial action (TDA R35A3)
    not_entitled: Literal["kill", "misdeal"] = "kill"
    # H-51: stud upcards before their time are buried, one more for each seat to come (HRH 15), or go back into
    # the stub, which is shuffled, no new burn (TDA RP-5D)
    early_upcards: Literal["bury", "reshuffle"] = "bury"
    # H-52: a protected hand that the dealer killed and that can't be found: its chips go back (HRH 5c), or no called
    # bet does (TDA R65A)
    protected_killed: Literal["refund", "none"] = "refund"
    # H-70: the button stays where it is for a bomb pot, so that no one's blind is skipped, or moves as in
    # every hand
    bomb_button: Literal["stays", "moves"] = "stays"
    # H-71: two boards: one burn a street for both, or one for each
    board_burns: Literal["one", "each"] = "one"
    # H-72: the odd chip of a pot split between boards goes to the upper one, or to the lower one
    odd_board: Literal["upper", "lower"] = "upper"
    # H-73: how often the rest of the board may be dealt when all who are left are all-in and agree
    runs: Literal["once", "twice", "three"] = "once"
    # H-74: the runs are read together after the last one, or each one before the next is dealt
    runs_read: Literal["together", "each"] = "together"
    # H-75: the house's money in a splash pot is not raked, or it is raked as the rest of the pot
    splash_rake: Literal["unraked", "raked"] = "unraked"
    # H-76: seven-deuce is paid to whoever wins any pot, or a part of one, with seven and deuce; or only to the one
    # player who wins the whole hand
    seven_deuce: Literal["any_pot", "whole_hand"] = "any_pot"
    # H-77: in a stand-up game whoever wins any pot, or a part of one, sits down; or only the one player who wins the
    # whole hand
    stand_up: Literal["any_pot", "whole_hand"] = "any_pot"
    # Tournament tables only (chapter TRN). H-80: the hand of a player who is not at the seat is dead once the deal is
    # complete (TDA R30), or when the action reaches the seat (HRH 9)
    absent_hand: Literal["deal", "turn"] = "deal"
    # H-81: if no player is at the table, the big blind's hand is the one that lives and wins, or the last one dealt
    all_absent: Literal["big_blind", "last_dealt"] = "big_blind"
    # H-82: a short stack that pays one ante for the table posts its blind first (TDA), or the ante first
    short_ante: Literal["blind_first", "ante_first"] = "blind_first"
    # H-83: one ante for the table stays the same however few are left (TDA), or four players or fewer pay half
    few_players_ante: Literal["full", "half"] = "full"
    # H-84: penalties in hands or in rounds (TDA R71), or in hands only
    penalty_units: Literal["hands_rounds", "hands"] = "hands_rounds"
    # H-85: a round is a hand for each player at the table when the penalty is given (TDA R71), or for each seat
    penalty_round: Literal["players", "seats"] = "players"
    # H-86: odd chips of a color-up are raced from seat 1 (older TDA edition), or every odd lot becomes one chip
    odd_chips: Literal["race", "round_up"] = "race"
    # H-87: what a hand of hand for hand takes off the stopped clock: two minutes (TDA), or nothing
    hand_for_hand_time: Literal["two_minutes", "none"] = "two_minutes"
    # No H-number: which standard remedies a dealer carries out alone: the catalogue's C and D rows,
    # only its routine ones (D), or none. An objection always makes it a supervisor's decision
    dealer_remedies: Literal["standard", "routine", "none"] = "standard"

    def ranking_of(self, ranking: str) -> str:
        """Return how the house reads a game's hands: in short deck its order of hands (H-54)."""
        if ranking == "short_deck" and self.short_deck == "set":
            return "short_deck_set"
        return ranking


def read(data: object) -> HouseRules:
    """Return house rules from plain data. Raises `Refusal` naming an unknown setting or option."""
    try:
        return msgspec.convert(data, HouseRules)
    except msgspec.ValidationError as error:
        raise Refusal("bad_rules", "S-005", detail=str(error)) from error

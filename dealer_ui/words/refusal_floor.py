"""The sentence of each refusal of a floor call, a ruling or a step of a remedy."""

FLOOR = {
    "hand_paused": "the hand waits for the floor. Keep burns, board and muck apart; notes can be taken.",
    "no_step": "there is no step of a ruling to do.",
    "too_many_facts": "{facts} facts are more than a call takes ({most}). Say only what decides.",
    "cannot_go_back": "the log cannot go back there: a ruling or the next hand lies between. Rule on it as it is.",
    "bound_act": "the early {what} of seat {seat} stands. Log it so.",
    "act_limited": "by the ruling seat {seat} may only: {acts}.",
    "seat_missing": "which seat's cards? Hand {hand} has more than one.",
    "hand_too_small": "seat {seat} holds {holds} cards, not {asked}. Count them again.",
    "same_pile": "the cards are in the {pile} already.",
    "street_without_upcards": "nothing is dealt face up on this street.",
    "not_out": "seat {seat} is in the hand already.",
    "not_impounded": "no pot of hand {hand} is held.",
    "shares_do_not_add_up": "{paid} was divided, the held pot is {pot}. Divide all of it.",
    "more_than_put_in": "seat {seat} put {most} in there, so {asked} cannot go back.",
    "no_bet": "nobody bet in this round, so there is no bet to correct to {to}.",
    "no_kill": "the plaque of {table} has no kill.",
}

"""Refusals of draws, of pots with two halves and of rotations. {names} are the refusal's facts."""

DRAWS = {
    "draw_turn": "seat {seat} is not due to draw: seat {due} is. Tap its number first, or UNDO.",
    "draw_too_many": "seat {seat} cannot draw {cards}. Tap PAT or a number of the row.",
    "no_draw": "there is no draw now. Tap the number still in when the round is over.",
    "rebuild_first": "the deck has run short: seat {seat} is still owed cards. Rebuild it first.",
    "nothing_to_rebuild": "the deck of hand {hand} does not run short. Go on dealing.",
    "draw_still_short": "no discards are left to join the deck. Call the floor for a ruling.",
}
HALVES = {
    "no_low_half": "this game has no second half. Tap WINS on the seat.",
    "low_missing": "somebody always has the low in this game. Tap LOW on its seat too.",
}
ROTATION = {
    "no_rotation": "this table deals one game only. Ask a manager for a plaque with a rotation.",
    "not_in_rotation": "{game} is not in the rotation of this plaque. Choose one that is.",
}

GAMES = DRAWS | HALVES | ROTATION

"""Refusal messages of draw games, split pots and rotations. A name in braces is a fact of the refusal."""

DRAWS = {
    "draw_turn": "seat {due} draws next, not seat {seat}.",
    "draw_too_many": "seat {seat} can't draw {cards:card}. Tap PAT or a number in the row.",
    "no_draw": "no draw right now. When betting's done, tap the number still in.",
    "rebuild_first": "the deck ran short and seat {seat} is owed cards. Rebuild the deck first.",
    "nothing_to_rebuild": "hand {hand} has enough cards. Keep dealing.",
    "draw_still_short": "no discards left to shuffle in. Call the floor.",
}
DISCARDS = {
    "no_discard": "no discard right now. It comes when the betting before it is done.",
    "discarded_already": "seat {seat} has discarded already.",
    "discards_over_count": "all {players} still in have discarded.",
}
HALVES = {
    "no_low_half": "this pot isn't split high-low. Tap WINS on the seat.",
    "low_missing": "there's always a {half} in this game. Tap {key} on a seat too.",
}
ROTATION = {
    "no_rotation": "this table has one game only. Ask a manager for a rotation plaque.",
    "not_in_rotation": "{game} isn't in this table's rotation. Choose one that is.",
}

GAMES = DRAWS | DISCARDS | HALVES | ROTATION

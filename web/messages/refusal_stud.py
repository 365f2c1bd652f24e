"""Refusal messages of stud: opener, upcards, last card, bought card. A name in braces is a fact of the refusal."""

STUD = {
    "between_limits": "{to:money} is between the limits. Bet {least:money} or {most:money}.",
    "counts_late": "there's action on the last card, so the plan stands. Call the floor.",
    "no_card_to_buy": "seat {seat} has no 4 up to buy a card with.",
    "no_opener_here": "no need to name who's first in this game. Just log the action.",
    "no_upcards": "seat {seat} has no upcards. Tap a seat that was dealt in.",
    "opener_late": "seat {opener} opened and there's been action.",
    "opener_missing": "who brings it in? Tap LOW or HIGH on that seat, then log seat {seat}.",
    "tie_by_position": "TIE is for the bring-in only. Enter upcards, or tap who's first.",
    "upcard_count": "seat {seat} has {wanted} upcards, not {cards:card}. Enter each once, in order dealt.",
}

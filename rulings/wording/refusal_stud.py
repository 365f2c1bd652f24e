"""Refusals of stud: who opens, upcards, the last card, the card that is bought. {names} are the refusal's facts."""

STUD = {
    "between_limits": "{to} is between the limits. Bet {least} or {most}, nothing between.",
    "counts_late": "somebody has acted on the last card, so its plan stands. Call the floor.",
    "no_card_to_buy": "seat {seat} has no 4 up that still buys a card.",
    "no_opener_here": "in this game nobody is named as first. Tap what the players do.",
    "no_upcards": "seat {seat} has no upcards. Tap a seat that was dealt in.",
    "opener_late": "seat {opener} opened and somebody has acted. Use UNDO, or call the floor.",
    "opener_missing": "who brings in? Tap LOW or HIGH on its seat, then what seat {seat} did.",
    "tie_by_position": "a tie is tapped for the bring-in only. Enter the upcards, or tap who is first.",
    "upcard_count": "seat {seat} has {wanted} upcards, not {cards}. Enter each once, as dealt.",
}

"""What the renderer says by itself in draws, in pots of two halves and in rotations."""

GAMES = {
    "stub": "Stub",
    "marked": "Stub, marked",
    "stub_holds": "Stub, {count} cards",
    "rebuild_asked": "Supervisor confirms",
    "rebuild_yours": "Yours to confirm",
    "supervisor_help": "Supervisor: key in your badge number.",
    "rebuild_sign_in": "SUPERVISOR SIGNS IN",
    "half_chosen": "chosen",
    "half_missing": "Tap {word} on its seat.",
    "half_total": "{amount} to seat {seat}",
    "half_ready": "Push {totals}.",
    "half_all": "No {word}: push {totals}.",
    "half_takes": "All to one: push {totals}.",
    "half_scoop": "Scoop: push {totals}.",
    "half_none": "No {word} chosen: the {first} takes all (Rule S-164)",
    "half_or": "Or tap {word} first.",
    "games_title": "Which game is next?",
    "until": "until {time}, ",
}

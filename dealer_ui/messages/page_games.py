"""Texts of the renderer itself for draws, split pots and rotations."""

GAMES = {
    "stub": "Stub",
    "marked": "Stub, marked",
    "stub_holds": "Stub, {count} cards",
    "rebuild_asked": "Supervisor confirms",
    "rebuild_yours": "You confirm",
    "supervisor_help": "Supervisor: enter your badge number.",
    "rebuild_sign_in": "SUPERVISOR SIGNS IN",
    "half_chosen": "chosen",
    "half_missing": "Tap {word} on the seat.",
    "half_total": "{amount} to seat {seat}",
    "half_ready": "Push {totals}.",
    "half_all": "No {word}: push {totals}.",
    "half_takes": "Scoop: push {totals}.",
    "half_scoop": "Scoop: push {totals}.",
    "half_none": "No {word} picked: {first} scoops (Rule S-164)",
    "half_or": "Or tap {word} first.",
    "games_title": "Which game is next?",
    "until": "until {time}, ",
}

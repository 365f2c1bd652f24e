"""Sentences about incidents and sanctions, for the tablet and for the floor's pages."""

# As a dealer reads them; the pages begin them with a capital letter.
OF_PLAYERS = {
    "player_barred": "{name} is barred and may not play here. Call a supervisor.",
    "player_suspended": "{name} is suspended until {until} and may not play. Call a supervisor.",
    "sanction_kind": "that is no sanction: {kind}.",
    "suspension_end": "a suspension needs an end, later than now.",
    "sanction_no_end": "only a suspension has an end: a {kind} has none.",
    "sanction_reason": "say why, in a few words. It is kept.",
    "sanction_reason_long": "that is too long: {longest} letters at most.",
    "lifted_already": "that sanction is lifted already.",
}

"""What the renderer says by itself when a dealer reports somebody's conduct."""

CONDUCT = {
    "conduct_row": "Conduct of",
    "conduct_key": "Conduct of {who}",
    "conduct_title": "Seat {seat} · {name}: what happened?",
    "conduct_more": "More",
    "conduct_back": "Back",
    "conduct_sent": "{title}, seat {seat}",
    "recorded": "Recorded",
}

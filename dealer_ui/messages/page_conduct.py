"""Texts that the renderer itself shows for conduct reports."""

CONDUCT = {
    "conduct_title": "Seat {seat} · {name}: what happened?",
    "conduct_more": "More",
    "conduct_back": "Back",
    "conduct_sent": "{title}, seat {seat}",
    "recorded": "Recorded",
}

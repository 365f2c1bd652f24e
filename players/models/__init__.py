"""Players, and the decisions about them."""

from players.models.conduct import REASON_LENGTH, Apart, Lifting, Sanction, SelfExclusion
from players.models.people import Change, Merge, Player

__all__ = [
    "REASON_LENGTH",
    "Apart",
    "Change",
    "Lifting",
    "Merge",
    "Player",
    "Sanction",
    "SelfExclusion",
]

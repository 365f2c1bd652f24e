"""Players as the room knows them, and what was decided about them."""

from players.models.conduct import LONGEST, Apart, Lifting, Sanction, SelfExclusion
from players.models.people import Change, Merge, Player

__all__ = [
    "LONGEST",
    "Apart",
    "Change",
    "Lifting",
    "Merge",
    "Player",
    "Sanction",
    "SelfExclusion",
]

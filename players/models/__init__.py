"""Players, and the decisions about them."""

from players.models.conduct import REASON_LENGTH, Sanction, SanctionLift, SelfExclusion, Separation
from players.models.people import Player, PlayerChange, PlayerMerge

__all__ = [
    "REASON_LENGTH",
    "Player",
    "PlayerChange",
    "PlayerMerge",
    "Sanction",
    "SanctionLift",
    "SelfExclusion",
    "Separation",
]

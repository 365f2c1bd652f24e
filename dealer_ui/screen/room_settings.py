"""The room's settings for its tablets, as used by a screen."""

import msgspec

from absences.rules import AbsenceLimits
from poker.chip_colors import USUAL, ChipColors

NO_LIMITS = AbsenceLimits()
SILENT_SECONDS = 20
CLOCK_SECONDS = 30


class RoomSettings(msgspec.Struct, frozen=True):
    """The room's settings. Contexts stored by an earlier version use the defaults."""

    # Seconds until the seat that holds up the hand glows; 0 for never.
    silent_seconds: int = SILENT_SECONDS
    # Seconds that TIME gives where the rulebook leaves them to the house (H-33).
    clock_seconds: int = CLOCK_SECONDS
    # Value and color of each chip. Without chips only amounts are shown.
    chip_colors: ChipColors = USUAL
    # Whether a dealer may seat players without a supervisor.
    dealers_seat: bool = True
    # How long players may be away (H-53).
    absences: AbsenceLimits = NO_LIMITS

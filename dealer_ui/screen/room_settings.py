"""What a room's managers set for its tablets, as a screen reads it."""

import msgspec

from poker.chip_colors import USUAL, ChipColors

SILENT_SECONDS = 20
CLOCK_SECONDS = 30


class RoomSettings(msgspec.Struct, frozen=True):
    """The room's settings. A context kept by an earlier version has the defaults."""

    # Seconds until the seat that holds up the hand glows; 0 for never.
    silent_seconds: int = SILENT_SECONDS
    # Seconds that TIME gives where the rulebook leaves them to the house (H-33).
    clock_seconds: int = CLOCK_SECONDS
    # Value and color of each chip; none shows amounts only.
    chip_colors: ChipColors = USUAL

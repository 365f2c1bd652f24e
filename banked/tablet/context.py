"""Data that a screen of a house-banked table needs and that is not in its log."""

import msgspec

from poker.chip_colors import USUAL, ChipColors
from poker.currency import USD, Currency


class BankedContext(msgspec.Struct, frozen=True):
    """Data that a screen or a command needs and that is not in the log.

    opening: arguments of `open_table`, None without a plaque; decisions: what the house decides about an irregularity;
    colors: of the room's chips; people: players who may be named at a box: {player, name, at}.
    """

    device: str = ""
    dealer: str = ""
    supervises: bool = False
    opening: dict[str, object] | None = None
    decisions: dict[str, str] = {}
    colors: ChipColors = USUAL
    people: list[dict[str, str]] = []
    currency: Currency = USD

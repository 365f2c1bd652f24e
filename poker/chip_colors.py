"""The colors of a room's chips, by their value in the smallest unit. A value is always written beside its color."""

from collections.abc import Iterable

ChipColors = tuple[tuple[int, str], ...]
# The discs of the style sheet.
COLORS = (
    "white",
    "red",
    "green",
    "black",
    "purple",
    "yellow",
    "orange",
    "blue",
    "pink",
    "gray",
    "brown",
)
# The usual colors of a cash game in dollars.
USUAL: ChipColors = (
    (100, "white"),
    (500, "red"),
    (2_500, "green"),
    (10_000, "black"),
    (50_000, "purple"),
    (100_000, "yellow"),
    (500_000, "orange"),
)


def write_colors(colors: Iterable[tuple[int, str]]) -> str:
    """Return the stored text of the colors, by rising value: "100=white 500=red"; "" for no colors."""
    return " ".join(f"{value}={color}" for value, color in sorted(colors))


def read_colors(text: str) -> ChipColors:
    """Return stored colors. Raises `ValueError` for other text."""
    pairs = (part.split("=") for part in text.split())
    return tuple((int(value), color) for value, color in pairs)

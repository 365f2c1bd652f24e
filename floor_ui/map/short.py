"""Games as they stand on a tile: NL 1/3, LHE 4/8, O8 4/8."""

from collections.abc import Mapping
from typing import Any

from rulings.wording.game import stakes_said

SHORT = {
    "omaha8": "O8",
    "stud": "Stud",
    "stud8": "Stud 8",
    "deuce7_triple": "2-7 TD",
    "deuce7_single": "2-7 SD",
    "five_card_draw": "Draw",
    "short_deck": "6+",
}
HOLDEM = {"none": "NL", "pot": "PLH", "fixed": "LHE", "split": "LHE", "spread": "Spread"}
OMAHA = {"pot": "PLO", "none": "NLO"}


def short(game: Mapping[str, Any]) -> str:
    """The game and its stakes in the fewest letters that the room itself says."""
    key, limit = str(game["key"]), str(game["limit"])
    if key == "holdem":
        said = HOLDEM.get(limit, "Hold'em")
    elif key == "omaha":
        said = OMAHA.get(limit, "Omaha")
    else:
        said = SHORT.get(key, str(game["title"])[:1].upper() + str(game["title"])[1:])
    return f"{said} {stakes_said(game)}"

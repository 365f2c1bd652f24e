"""Short names of games on a tile: NL 1/3, LHE 4/8, O8 4/8."""

from poker.game_name import stakes_said
from poker.view.model import GameView

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


def short_name(game: GameView) -> str:
    """Return game and stakes in the shortest form that rooms use."""
    key, limit = game.key, game.limit
    if key == "holdem":
        text = HOLDEM.get(limit, "Hold'em")
    elif key == "omaha":
        text = OMAHA.get(limit, "Omaha")
    else:
        text = SHORT.get(key, game.title[:1].upper() + game.title[1:])
    return f"{text} {stakes_said(game)}"

"""The game and the tracking level as the header shows them."""

from collections.abc import Mapping
from typing import Any

from poker.formatting import as_sentence, plain, smart_quotes

LIMITS = {
    "fixed": "Limit",
    "split": "Limit",
    "spread": "Spread",
    "pot": "Pot-limit",
    "none": "No-limit",
}
NOT_OPENED = "Not open yet"  # a closed table has a plaque, but no game
LEVELS = {"actions": "Log: folds + bets", "streets": "Log: streets"}


def game_name(game: Mapping[str, Any]) -> str:
    """Return the name of a game: "Limit hold'em 4/8", "No-limit hold'em 1/3"."""
    name, limit = str(game["title"]), LIMITS.get(game["limit"], str(game["limit"]))
    # The usual name of a fixed-limit stud game.
    if game["family"] == "stud" and limit == LIMITS["fixed"]:
        return smart_quotes(f"{as_sentence(name)} {stakes_said(game)}")
    return smart_quotes(f"{limit} {name} {stakes_said(game)}")


def stakes_said(game: Mapping[str, Any]) -> str:
    """Return the stakes: the limits, or the blinds if they name the game: 4/8, 1/3, 2-10."""
    bets = [game["small_bet"], game["big_bet"]]
    if game["limit"] in ("pot", "none"):
        bets = list(game["blinds"]) or bets[:1]
    joint = "-" if game["limit"] == "spread" else "/"
    return joint.join(plain(bet) for bet in bets)


def log_level(tracking: str) -> str:
    """Return how much of a hand is logged."""
    return LEVELS.get(tracking, tracking)

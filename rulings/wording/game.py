"""The game and the level of the log as the header names them."""

from collections.abc import Mapping
from typing import Any

from rulings.wording.sayings import plain, sentence, typeset

LIMITS = {
    "fixed": "Limit",
    "split": "Limit",
    "spread": "Spread",
    "pot": "Pot-limit",
    "none": "No-limit",
}
NOT_OPENED = "Not opened yet"  # a closed table has its plaque, but plays no game
LEVELS = {"actions": "Log: folds + bets", "streets": "Log: streets"}


def game_name(game: Mapping[str, Any]) -> str:
    """ "Limit hold'em 4/8", "No-limit hold'em 1/3"."""
    name, limit = str(game["title"]), LIMITS.get(game["limit"], str(game["limit"]))
    if game["family"] == "stud" and limit == LIMITS["fixed"]:  # as a stud table is called
        return typeset(f"{sentence(name)} {stakes_said(game)}")
    return typeset(f"{limit} {name} {stakes_said(game)}")


def stakes_said(game: Mapping[str, Any]) -> str:
    """The limits, or the blinds where they name the game: 4/8, 1/3, 2-10."""
    bets = [game["small_bet"], game["big_bet"]]
    if game["limit"] in ("pot", "none"):
        bets = list(game["blinds"]) or bets[:1]
    joint = "-" if game["limit"] == "spread" else "/"
    return joint.join(plain(bet) for bet in bets)


def log_level(tracking: str) -> str:
    """How much of a hand is logged."""
    return LEVELS.get(tracking, tracking)

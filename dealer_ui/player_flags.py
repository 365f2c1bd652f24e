"""The flags of players at a table, from their standing with the house (S-045)."""

from collections.abc import Mapping

from dealer_ui.messages.conduct import CANNOT_PLAY, PlayerFlag
from players.standing import Standing


def player_flags(standings: Mapping[str, Standing]) -> dict[str, PlayerFlag]:
    return {player: player_flag(standing) for player, standing in standings.items()}


def player_flag(standing: Standing) -> PlayerFlag:
    """Return the flag for a dealer: the number of warnings, or a ban from play, without reasons."""
    if standing.is_admitted:
        label = standing.sentence.rstrip(".").replace(". ", ", ")
        return PlayerFlag(label, f"{standing.warnings + standing.penalties}W", is_admitted=True)
    short = "BAR" if standing.barred else "OUT" if standing.excluded else "SUS"
    return PlayerFlag(CANNOT_PLAY, short, is_admitted=False)

"""All house-banked games, by key."""

from banked.rules.games import blackjack, spanish21
from banked.rules.games.model import BankedGame, BonusRow, Odds, SuperBonus

GAMES: dict[str, BankedGame] = {
    game.key: game for module in (spanish21, blackjack) for game in module.GAMES
}

__all__ = ["GAMES", "BankedGame", "BonusRow", "Odds", "SuperBonus"]

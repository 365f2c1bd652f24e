"""Blackjack: whole decks, a 21 waits for the dealer, and a blackjack pushes against the dealer's.

Decisions and insurance: 58 Pa. Code chapter 633a and 673a, the neighboring chapters that the rules of Spanish 21 rest
on. Its bonus rows are empty: blackjack is data beside Spanish 21, not a second engine.
"""

from banked.rules.games.model import BankedGame

BLACKJACK = BankedGame(key="blackjack", title="Blackjack")
GAMES = (BLACKJACK,)

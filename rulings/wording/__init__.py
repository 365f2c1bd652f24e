"""Words that every screen shares: money, cards, seats and streets, games, facts of a ruling, refusals."""

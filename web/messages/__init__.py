"""Texts that all screens share: money, cards, seats and streets, games, facts of a ruling, and refusals."""

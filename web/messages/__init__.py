"""Texts shared by every screen: money, cards, seats and streets, games, facts of a ruling, refusals."""

"""Poker rules as pure functions: no framework, clock, randomness or environment."""

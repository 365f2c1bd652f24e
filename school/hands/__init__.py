"""Hands played by program, with cards: exercises are made of them, and the simulation deals them."""

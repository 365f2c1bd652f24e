"""Recorded hands in the Poker Hand History format: read, replayed through the engine, written."""

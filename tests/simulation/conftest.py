"""Fixtures of simulated nights."""

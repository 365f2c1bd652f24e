"""Simulated hands with physical cards, for generated exercises and for the simulation."""

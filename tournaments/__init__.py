"""Tournaments: plan, entries, seats, clock, places, payouts."""

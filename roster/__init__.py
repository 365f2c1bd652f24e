"""The dealers' week: need, availability, plans, swaps, attendance and tokes."""

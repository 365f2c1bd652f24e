"""Dealers of the shift: who is on duty, pushes, breaks, and the sections of supervisors."""

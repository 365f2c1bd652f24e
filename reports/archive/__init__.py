"""Archived reports of ended shifts and days: stored once, corrected by new editions, closed by a supervisor,
mailed.
"""

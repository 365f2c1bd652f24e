"""Irregularities as data: what the house rule says about the facts, and its remedy.

Screens use `poker.irregularities.propose`; `load.catalogue()` has the rows.
"""

"""Irregularities as data: how a house rule applies to the facts, and its remedy.

Screens use `poker.irregularities.propose`; `load.catalogue()` has the rows.
"""

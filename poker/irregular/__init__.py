"""When something goes wrong: the irregularities as data, what the house's rule says of the facts, and its remedy.

Screens use `poker.irregular.propose`; `load.catalogue()` has the rows.
"""

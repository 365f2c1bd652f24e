"""Sentences of the managers' pages."""

from collections.abc import Sequence

from rulings.wording.sayings import listed


def at_tables(names: Sequence[str]) -> str:
    """T3, T7 and T9."""
    return listed(list(names), "and")

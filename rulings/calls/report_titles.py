"""Titles of calls, by the reported irregularity."""

from poker.irregularities.load import catalogue
from staff.hooks import hooks

OTHER_REPORTS = {"come": "Come to the table", "conduct": "Conduct", "": "Not stated yet"}


def reported_text(key: str, kind: str = "poker") -> str:
    """Return the title of a report. kind: of the table, whose game may have its own irregularities."""
    if key in OTHER_REPORTS:
        return OTHER_REPORTS[key]
    texts = hooks().CALL_TEXTS.get(kind)
    if texts is not None:
        return texts.title(key)
    row = catalogue().rows.get(key)
    return row.title if row else key.replace("_", " ")

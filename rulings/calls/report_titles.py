"""Titles of calls, by the reported irregularity."""

from poker.irregularities.load import catalogue

OTHER_REPORTS = {"come": "Come to the table", "conduct": "Conduct", "": "Not stated yet"}


def reported_text(key: str) -> str:
    row = catalogue().rows.get(key)
    return row.title if row else OTHER_REPORTS.get(key, key.replace("_", " "))

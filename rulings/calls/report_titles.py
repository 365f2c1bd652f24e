"""What a call is about, as a title."""

from poker.irregularities.load import catalogue

OTHER_REPORTS = {"come": "Come to the table", "conduct": "Conduct", "": "Not stated yet"}


def reported_text(key: str) -> str:
    """Return the title of what was reported."""
    row = catalogue().rows.get(key)
    return row.title if row else OTHER_REPORTS.get(key, key.replace("_", " "))

"""Cells of a file for spreadsheets: a text is a text, whatever it begins with."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text

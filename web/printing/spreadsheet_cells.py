"""Cells of spreadsheet files. Text stays text even if it looks like a formula."""

import re

# Characters that start a formula in some spreadsheets, even after spaces or in full width.
_BEGINS = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def escape_formula(text: str) -> str:
    """Return the text without control characters. Text that looks like a formula gets an apostrophe in front."""
    text = _CONTROL.sub("", text)
    return f"'{text}" if _BEGINS.match(text) else text

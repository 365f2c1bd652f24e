"""Cells of files for spreadsheets: a text is a text, whatever it begins with."""

import re

# What makes a cell a formula in one spreadsheet or another, also behind spaces and in full width.
_BEGINS = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def harmless(text: str) -> str:
    """The same text; an apostrophe before it where it would be a formula. No control characters."""
    text = _CONTROL.sub("", text)
    return f"'{text}" if _BEGINS.match(text) else text

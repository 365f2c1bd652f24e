"""Formatted amounts of currencies, as data for Python and JavaScript."""

import tomllib
from pathlib import Path

FILE = Path(__file__).parents[1] / "poker" / "data" / "money.toml"
# Currency, amount in the smallest unit, and the text.
MONEY_CASES: list[tuple[str, int, str]] = [
    (code, int(amount), text.replace("~", chr(0xA0)))
    for code, cases in tomllib.loads(FILE.read_text(encoding="utf-8")).items()
    for amount, text in cases.items()
]

"""Definitions of the figures: meaning, source, interval and what n counts, from `definitions.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from reports.figures.calls import TARGET_SECONDS
from reports.figures.hands import MIN_HANDS
from reports.figures.intervals import MIN_CASES

FILE = Path(__file__).with_name("definitions.toml")


@cache
def definitions() -> tuple[dict[str, str], ...]:
    """Return each definition: name, is, source, interval, and n if the figure has one."""
    read = tomllib.loads(FILE.read_text())
    facts = {"few": MIN_CASES, "soon": TARGET_SECONDS, "least": MIN_HANDS}
    return tuple(
        {name: read["clusters"] if text == "clusters" else text.format_map(facts) for name, text in item.items()}
        for item in read["figure"]
    )  # fmt: skip

"""What each figure is, where it comes from, what its interval is and what n counts: `definitions.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from reports.figures.calls import SOON
from reports.figures.dealt import LEAST_HANDS
from reports.figures.intervals import FEW

FILE = Path(__file__).with_name("definitions.toml")


@cache
def definitions() -> tuple[dict[str, str], ...]:
    """Each figure: name, is, source, interval, and n where it has one."""
    read = tomllib.loads(FILE.read_text())
    facts = {"few": FEW, "soon": SOON, "least": LEAST_HANDS}
    return tuple(
        {name: read["clusters"] if text == "clusters" else text.format_map(facts) for name, text in one.items()}
        for one in read["figure"]
    )  # fmt: skip

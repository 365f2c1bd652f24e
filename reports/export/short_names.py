"""Short names of games for narrow columns. Files and the games' page have the full names."""

import re

SHORT = (
    (r"no[- ]limit hold.?em", "NL"),
    (r"pot[- ]limit hold.?em", "PLH"),
    (r"spread[- ]limit hold.?em", "Spread"),
    (r"limit hold.?em", "LHE"),
    (r"pot[- ]limit omaha", "PLO"),
    (r"omaha (eight[- ]or[- ]better|hi[- ]lo)", "O8"),
    (r"seven[- ]card stud (eight[- ]or[- ]better|hi[- ]lo)", "STUD8"),
    (r"seven[- ]card stud", "STUD"),
    (r"triple draw", "TD"),
    (r"single draw", "SD"),
    (r"five[- ]card draw", "DRAW"),
    (r"with a (half[- ])?kill", r"\1kill"),
)
_WORDS = tuple((re.compile(long, re.IGNORECASE), short) for long, short in SHORT)


def short_name(name: str) -> str:
    """Return NL 1/3 for No-limit hold'em 1/3; other names are unchanged."""
    for words, letters in _WORDS:
        name = words.sub(letters, name)
    return name

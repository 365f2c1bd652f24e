"""Names of games in the few letters that a narrow column has room for. Files and the page of games have them whole."""

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


def short(name: str) -> str:
    """NL 1/3 of No-limit hold'em 1/3; any other name as it is."""
    for words, letters in _WORDS:
        name = words.sub(letters, name)
    return name

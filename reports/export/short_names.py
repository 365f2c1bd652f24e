"""Short names of games for narrow columns, as on desk, board and map. Files and the games' page have the full names."""

import re

SHORT = (
    (r"no[- ]limit hold.?em", "NL"),
    (r"pot[- ]limit hold.?em", "PLH"),
    (r"spread[- ]limit hold.?em", "Spread"),
    (r"limit hold.?em", "LHE"),
    (r"pot[- ]limit five[- ]card omaha", "PLO5"),
    (r"pot[- ]limit six[- ]card omaha", "PLO6"),
    (r"five[- ]card omaha", "O5"),
    (r"six[- ]card omaha", "O6"),
    (r"pot[- ]limit omaha", "PLO"),
    (r"omaha (eight[- ]or[- ]better|hi[- ]lo)", "O8"),
    (r"(seven[- ]card )?stud (eight[- ]or[- ]better|hi[- ]lo)", "Stud 8"),
    (r"seven[- ]card stud", "Stud"),
    (r"crazy pineapple", "Crazy Pine"),
    (r"ace[- ]to[- ]five", "A-5"),
    (r"triple draw", "TD"),
    (r"single draw", "SD"),
    (r"five[- ]card draw", "Draw"),
    (r"with a half[- ]kill", "half kill"),
    (r"with a kill", "kill"),
)
_WORDS = tuple((re.compile(long, re.IGNORECASE), short) for long, short in SHORT)


def short_name(name: str) -> str:
    """Return a short name, such as NL 1/3 for No-limit hold'em 1/3; other names are unchanged."""
    for words, letters in _WORDS:
        name = words.sub(letters, name)
    return name

"""References in the JSON of entries: what stands there instead of an alias or a note."""

import re

from poker import personal

REFERENCE = re.compile(r'\{"~":"([0-9a-f]{32})"\}')


def references(text: str) -> set[str]:
    """Those in the JSON of an entry as it was hashed."""
    return set(REFERENCE.findall(text)) if personal.START in text else set()

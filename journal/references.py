"""References in the JSON of entries: they replace aliases and notes."""

import re

from poker.logs import personal_fields

REFERENCE = re.compile(r'\{"~":"([0-9a-f]{32})"\}')


def references(text: str) -> set[str]:
    """Return the references in the JSON of an entry as it was hashed."""
    return set(REFERENCE.findall(text)) if personal_fields.START in text else set()

"""References that replace aliases and notes in the JSON of entries."""

import re

from poker.logs import personal_fields

REFERENCE = re.compile(r'\{"~":"([0-9a-f]{32})"\}')


def references(text: str) -> set[str]:
    """Return the references in an entry's JSON as it was hashed."""
    return set(REFERENCE.findall(text)) if personal_fields.START in text else set()

"""Whether the database has the triggers that keep tables append-only: all of them, unchanged, enabled, and no others.

Who may change the schema can drop a trigger, change rows and create it again. The comparison finds a trigger that is
missing, disabled, changed or foreign at the time it runs; heads outside the database show the rest.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from django.db import connection

# The hash of each trigger's definition on each database; `python -m tests.golden.triggers` writes it.
EXPECTED = Path(__file__).with_name("expected_triggers.json")
_SQLITE = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_POSTGRESQL = """
    SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true) || prosrc || tgenabled::text
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
"""


def trigger_hashes() -> dict[str, str]:
    """Return the hash of the definition of each trigger that the database has."""
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRESQL if connection.vendor == "postgresql" else _SQLITE)
        return {
            name: sha256(" ".join(text.split()).encode()).hexdigest()[:32]
            for name, text in cursor.fetchall()
        }


def expected_trigger_hashes(vendor: str) -> Mapping[str, str]:
    """Return the hashes that a database of this version has."""
    hashes: dict[str, dict[str, str]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return hashes[vendor]


def trigger_mismatches() -> list[str]:
    """Return a sentence for each trigger that is missing, changed or foreign."""
    expected, found = expected_trigger_hashes(connection.vendor), trigger_hashes()
    missing = sorted(expected.keys() - found.keys())
    foreign = sorted(found.keys() - expected.keys())
    changed = sorted(
        name for name in expected.keys() & found.keys() if expected[name] != found[name]
    )
    return [
        *(f"the trigger {name} is missing" for name in missing),
        *(f"the trigger {name} is changed or disabled" for name in changed),
        *(f"the trigger {name} is none of Floorbook's" for name in foreign),
    ]

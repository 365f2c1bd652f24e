"""Whether the database has the triggers that keep tables append-only: all of them, unchanged, enabled, and no others.

Who may change the schema can drop a trigger, change rows and create it again. The comparison finds a trigger that is
missing, disabled, changed or foreign at the time it runs; heads outside the database show the rest.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from django.db import connection

from journal.partitions import LOG_TRIGGERS, partitions

# The hash of each trigger's definition on each database; `python -m tests.golden.triggers` writes it.
EXPECTED = Path(__file__).with_name("expected_triggers.json")
_SQLITE = "SELECT name, sql, NULL FROM sqlite_master WHERE type = 'trigger'"
# A trigger of a partition is compared as if it were its parent's.
_POSTGRESQL = """
    SELECT tgname,
        CASE WHEN relispartition
            THEN replace(pg_get_triggerdef(pg_trigger.oid, true), ' ON ' || relname || ' ', ' ON ' || (
                SELECT parent.relname FROM pg_inherits JOIN pg_class AS parent ON parent.oid = inhparent
                WHERE inhrelid = tgrelid
            ) || ' ')
            ELSE pg_get_triggerdef(pg_trigger.oid, true)
        END || prosrc || tgenabled::text,
        CASE WHEN relispartition THEN relname END
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
"""
_Key = tuple[str, str]  # name of the partition, "" for a table; name of the trigger


def trigger_hashes() -> dict[str, str]:
    """Return the hash of the definition of each trigger that the database has, without those of partitions."""
    return {name: text for (part, name), text in _hashes().items() if not part}


def _hashes() -> dict[_Key, str]:
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRESQL if connection.vendor == "postgresql" else _SQLITE)
        return {
            (part or "", name): sha256(" ".join(text.split()).encode()).hexdigest()[:32]
            for name, text, part in cursor.fetchall()
        }


def expected_trigger_hashes(vendor: str) -> Mapping[str, str]:
    """Return the hashes that a database of this version has."""
    hashes: dict[str, dict[str, str]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return hashes[vendor]


def trigger_mismatches() -> list[str]:
    """Return a sentence for each trigger that is missing, changed or foreign.

    Each partition of the log must have the log's triggers. What is wrong with the whole table is told once.
    """
    of_tables = expected_trigger_hashes(connection.vendor)
    found = _hashes()
    expected = {("", name): text for name, text in of_tables.items()}
    for part in partitions():
        for name in LOG_TRIGGERS:
            expected[part.name, name] = of_tables[name]
    problems: dict[_Key, str] = {}
    for key in sorted(expected.keys() | found.keys()):
        if expected.get(key) == found.get(key):
            continue
        if key not in found:
            problems[key] = "is missing"
        elif key not in expected:
            problems[key] = "is none of Floorbook's"
        else:
            problems[key] = "is changed or disabled"
    return [
        f"the trigger {name}{f' of {part}' if part else ''} {problem}"
        for (part, name), problem in problems.items()
        if not part or problems.get(("", name)) != problem
    ]

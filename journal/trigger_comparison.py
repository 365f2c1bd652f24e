"""Compares the database's triggers with those that keep tables append-only.

Anyone who may change the schema can drop a trigger, change rows and create the trigger again. The comparison finds
triggers that are missing, disabled, changed or foreign when it runs. Heads stored outside the database reveal changed
rows.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from django.db import connection

from journal.partitions import LOG_TRIGGERS, partitions

# The hash of each trigger's definition on each database, written by `python -m tests.golden.triggers`.
EXPECTED = Path(__file__).with_name("expected_triggers.json")
_SQLITE = "SELECT name, sql, NULL FROM sqlite_master WHERE type = 'trigger'"
# A partition's trigger is compared as if it were the parent's.
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
_Key = tuple[str, str]  # partition (or "" for a table) and trigger


def trigger_hashes() -> dict[str, str]:
    """Return the hash of each trigger's definition in the database, without the triggers of partitions."""
    return {name: text for (part, name), text in _hashes().items() if not part}


def _hashes() -> dict[_Key, str]:
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRESQL if connection.vendor == "postgresql" else _SQLITE)
        return {
            (part or "", name): sha256(" ".join(text.split()).encode()).hexdigest()[:32]
            for name, text, part in cursor.fetchall()
        }


def expected_trigger_hashes(vendor: str) -> Mapping[str, str]:
    """Return the trigger hashes that a database of this version should have."""
    hashes: dict[str, dict[str, str]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return hashes[vendor]


def trigger_mismatches() -> list[str]:
    """Return a sentence for each trigger that is missing, changed or foreign.

    Each partition of the log must have the log's triggers. A problem of the whole table is reported once.
    """
    of_tables = expected_trigger_hashes(connection.vendor)
    actual = _hashes()
    expected = {("", name): text for name, text in of_tables.items()}
    for part in partitions():
        for name in LOG_TRIGGERS:
            expected[part.name, name] = of_tables[name]
    problems: dict[_Key, str] = {}
    for key in sorted(expected.keys() | actual.keys()):
        if expected.get(key) == actual.get(key):
            continue
        if key not in actual:
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

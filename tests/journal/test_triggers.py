"""The database's triggers, compared with those of this version."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from journal.trigger_comparison import trigger_hashes, trigger_mismatches
from journal.triggers import statements_to_drop

pytestmark = pytest.mark.django_db
NAME = "journal_entry_no_delete"


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def drop_trigger() -> None:
    """Drop the trigger that refuses DELETE."""
    table = " ON journal_entry" if connection.vendor == "postgresql" else ""
    execute(f"DROP TRIGGER {NAME}{table}")


def test_migrated_database_has_the_expected_triggers() -> None:
    """If this fails after a migration, run `python -m tests.golden.triggers`."""
    assert trigger_mismatches() == []
    assert NAME in trigger_hashes()


def test_missing_trigger_is_named() -> None:
    drop_trigger()
    assert trigger_mismatches() == [f"the trigger {NAME} is missing"]
    with pytest.raises(CommandError, match="1 triggers that keep the log append-only differ"):
        call_command("verify_journal")


def test_trigger_that_does_nothing_is_named() -> None:
    drop_trigger()
    if connection.vendor == "postgresql":
        execute(
            f"CREATE TRIGGER {NAME} BEFORE DELETE ON journal_entry FOR EACH ROW WHEN (false)"
            " EXECUTE FUNCTION journal_entry_refuse()"
        )
    else:
        execute(f"CREATE TRIGGER {NAME} BEFORE DELETE ON journal_entry BEGIN SELECT 1; END")
    assert trigger_mismatches() == [f"the trigger {NAME} is changed or disabled"]


def test_disabled_triggers_are_named() -> None:
    if connection.vendor == "postgresql":
        execute("ALTER TABLE journal_entry DISABLE TRIGGER USER")
        assert f"the trigger {NAME} is changed or disabled" in trigger_mismatches()
    else:  # SQLite can't disable a trigger, so drop all of them
        for statement in statements_to_drop("sqlite"):
            execute(statement)
        assert f"the trigger {NAME} is missing" in trigger_mismatches()


def test_foreign_trigger_is_named() -> None:
    if connection.vendor == "postgresql":
        execute(
            "CREATE TRIGGER helper BEFORE INSERT ON journal_stream FOR EACH ROW"
            " EXECUTE FUNCTION journal_entry_refuse()"
        )
    else:
        execute("CREATE TRIGGER helper AFTER INSERT ON journal_stream BEGIN SELECT 1; END")
    assert trigger_mismatches() == ["the trigger helper is none of Floorbook's"]

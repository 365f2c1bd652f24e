"""The triggers that make the log append-only, on SQLite and on PostgreSQL."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_CHANGED = "The journal is append-only: an entry is never changed."
_DELETED = "The journal is append-only: an entry is never deleted."
_REPLACED = "The journal is append-only: an entry is never replaced."

# INSERT OR REPLACE deletes a row without firing the DELETE trigger; the third trigger refuses it.
_SQLITE = {
    "journal_entry_no_update": f"""
        BEFORE UPDATE ON journal_entry BEGIN SELECT RAISE(ABORT, '{_CHANGED}'); END""",
    "journal_entry_no_delete": f"""
        BEFORE DELETE ON journal_entry BEGIN SELECT RAISE(ABORT, '{_DELETED}'); END""",
    "journal_entry_no_replace": f"""
        BEFORE INSERT ON journal_entry WHEN EXISTS (
            SELECT 1 FROM journal_entry AS kept WHERE kept.id = NEW.id
            OR (kept.stream_id = NEW.stream_id AND kept.seq = NEW.seq)
            OR (kept.stream_id = NEW.stream_id AND kept.command_id = NEW.command_id
                AND kept."index" = NEW."index")
        ) BEGIN SELECT RAISE(ABORT, '{_REPLACED}'); END""",
}

_POSTGRESQL_FUNCTION = f"""
    CREATE FUNCTION journal_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION USING
            ERRCODE = 'restrict_violation',
            MESSAGE = CASE TG_OP WHEN 'UPDATE' THEN '{_CHANGED}' ELSE '{_DELETED}' END;
    END $$"""
_POSTGRESQL = {
    "journal_entry_no_change": "BEFORE UPDATE OR DELETE ON journal_entry FOR EACH ROW",
    "journal_entry_no_truncate": "BEFORE TRUNCATE ON journal_entry FOR EACH STATEMENT",
}


def create(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers: the database then refuses UPDATE, DELETE and TRUNCATE."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_POSTGRESQL_FUNCTION)
        for name, timing in _POSTGRESQL.items():
            schema_editor.execute(
                f"CREATE TRIGGER {name} {timing} EXECUTE FUNCTION journal_entry_refuse()"
            )
        return
    for name, body in _SQLITE.items():
        schema_editor.execute(f"CREATE TRIGGER {name} {body}")


def drop(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers, to undo the migration or to empty a test database."""
    for statement in statements_to_drop(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def statements_to_drop(vendor: str) -> list[str]:
    if vendor == "postgresql":
        return ["DROP FUNCTION journal_entry_refuse() CASCADE"]
    return [f"DROP TRIGGER {name}" for name in _SQLITE]

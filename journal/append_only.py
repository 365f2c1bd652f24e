"""Migration functions that make a table append-only with triggers, on SQLite and on PostgreSQL."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.migration_operations import OnDatabase, RunOnDatabase


def append_only(table: str, subject: str, *, blanked: tuple[str, ...] = ()) -> list[RunOnDatabase]:
    """Return the operations that make a table append-only. An UPDATE may still blank the columns in `blanked`."""
    operations = [RunOnDatabase(make_append_only(table, subject), drop_triggers(table))]
    if blanked:
        blanking = allow_blanking(table, blanked, subject)
        operations.append(RunOnDatabase(blanking))
    return operations


def make_append_only(table: str, subject: str) -> OnDatabase:
    """Return a migration function that makes a table append-only.

    The database then refuses UPDATE, DELETE and TRUNCATE. `subject` is the subject of the error message, such as "A
    version".
    """

    def create(schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            _postgresql(schema_editor, table, subject)
            return
        for act, verb in (("UPDATE", "changed"), ("DELETE", "deleted")):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, '{subject} is never {verb}.'); END"
            )
        # INSERT OR REPLACE deletes without firing the DELETE trigger.
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN EXISTS"
            f" (SELECT 1 FROM {table} AS kept WHERE kept.id = NEW.id)"
            f" BEGIN SELECT RAISE(ABORT, '{subject} is never replaced.'); END"
        )

    return create


def allow_blanking(
    table: str, columns: tuple[str, ...], subject: str, *, all_at_once: bool = False
) -> OnDatabase:
    """Return a migration function that lets an UPDATE blank `columns` of an append-only table.

    The database still refuses any other UPDATE. With `all_at_once`, an UPDATE must blank all of the columns. `subject`
    is the subject of the error message.
    """

    def create(schema_editor: BaseDatabaseSchemaEditor) -> None:
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            description = connection.introspection.get_table_description(cursor, table)
        postgresql = connection.vendor == "postgresql"
        same = "IS NOT DISTINCT FROM" if postgresql else "IS"
        rules = []
        for name in (field.name for field in description):
            unchanged = f'NEW."{name}" {same} OLD."{name}"'
            blank = f"NEW.\"{name}\" = ''"
            either = blank if all_at_once else f"({blank} OR {unchanged})"
            rules.append(either if name in columns else unchanged)
        allowed = " AND ".join(rules)
        if not postgresql:
            schema_editor.execute(f"DROP TRIGGER {table}_no_update")
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} WHEN NOT ({allowed})"
                f" BEGIN SELECT RAISE(ABORT, '{subject} is never changed.'); END"
            )
            return
        # "change" is from make_append_only. The others exist if this migration was undone before and
        # now runs again.
        for act in ("change", "delete", "update"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{act} ON {table}")
        for act, condition in (("delete", ""), ("update", f" WHEN (NOT ({allowed}))")):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table}"
                f" FOR EACH ROW{condition} EXECUTE FUNCTION {table}_refuse()"
            )

    return create


def _postgresql(schema_editor: BaseDatabaseSchemaEditor, table: str, subject: str) -> None:
    schema_editor.execute(
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION USING ERRCODE = 'restrict_violation',"
        f" MESSAGE = '{subject} is never changed or deleted.'; END $$"
    )
    for name, timing in (
        ("no_change", f"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW"),
        ("no_truncate", f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT"),
    ):
        schema_editor.execute(
            f"CREATE TRIGGER {table}_{name} {timing} EXECUTE FUNCTION {table}_refuse()"
        )


def drop_triggers(table: str) -> OnDatabase:
    """Return a migration function that drops the triggers, to undo the migration or to empty a test database."""

    def drop(schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION {table}_refuse() CASCADE")
            return
        for act in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_{act}")

    return drop

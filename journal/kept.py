"""Rows that are written once: triggers that make a table append-only, on SQLite and on PostgreSQL."""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Operation = Callable[[Any, BaseDatabaseSchemaEditor], None]


def keep(table: str, what: str) -> Operation:
    """Refuse UPDATE, DELETE and TRUNCATE of a table from now on; `what` begins the sentence, such as "A version"."""

    def create(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            _postgresql(schema_editor, table, what)
            return
        for act, done in (("UPDATE", "changed"), ("DELETE", "deleted")):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, '{what} is never {done}.'); END"
            )
        # INSERT OR REPLACE deletes without firing the DELETE trigger.
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN EXISTS"
            f" (SELECT 1 FROM {table} AS kept WHERE kept.id = NEW.id)"
            f" BEGIN SELECT RAISE(ABORT, '{what} is never replaced.'); END"
        )

    return create


def may_empty(table: str, emptied: tuple[str, ...], what: str, *, whole: bool = False) -> Operation:
    """Let an UPDATE of a table that is kept make these texts "", and nothing else. whole: all of them at once."""

    def create(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            found = connection.introspection.get_table_description(cursor, table)
        postgresql = connection.vendor == "postgresql"
        same = "IS NOT DISTINCT FROM" if postgresql else "IS"
        rules = []
        for name in (one.name for one in found):
            kept = f'NEW."{name}" {same} OLD."{name}"'
            empty = f"NEW.\"{name}\" = ''"
            either = empty if whole else f"({empty} OR {kept})"
            rules.append(either if name in emptied else kept)
        allowed = " AND ".join(rules)
        if not postgresql:
            schema_editor.execute(f"DROP TRIGGER {table}_no_update")
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} WHEN NOT ({allowed})"
                f" BEGIN SELECT RAISE(ABORT, '{what} is never changed.'); END"
            )
            return
        # One of "keep", or those of before where this is done again after it was undone.
        for act in ("change", "delete", "update"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{act} ON {table}")
        for act, when in (("delete", ""), ("update", f" WHEN (NOT ({allowed}))")):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table}"
                f" FOR EACH ROW{when} EXECUTE FUNCTION {table}_refuse()"
            )

    return create


def _postgresql(schema_editor: BaseDatabaseSchemaEditor, table: str, what: str) -> None:
    schema_editor.execute(
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION USING ERRCODE = 'restrict_violation',"
        f" MESSAGE = '{what} is never changed or deleted.'; END $$"
    )
    for name, when in (
        ("no_change", f"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW"),
        ("no_truncate", f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT"),
    ):
        schema_editor.execute(
            f"CREATE TRIGGER {table}_{name} {when} EXECUTE FUNCTION {table}_refuse()"
        )


def let_go(table: str) -> Operation:
    """Take the triggers away: only to undo the migration, or to empty a test database."""

    def drop(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION {table}_refuse() CASCADE")
            return
        for act in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_{act}")

    return drop

"""Index operations for migrations that run while the earlier version still serves."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

POSTGRESQL = "postgresql"


class AddIndexWhileServing(migrations.AddIndex):
    """Add an index without blocking commands. The migration needs `atomic = False`.

    On PostgreSQL, the index is built concurrently, as `AddIndexConcurrently` of Django does. This operation also works
    on SQLite and after an interruption, which leaves an invalid index of that name on PostgreSQL.
    """

    atomic = False

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor != POSTGRESQL:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        self._drop(schema_editor)
        model = to_state.apps.get_model(app_label, self.model_name)
        table = model._meta.db_table
        parts = _partitions(schema_editor, table)
        if not parts:
            schema_editor.execute(self.index.create_sql(model, schema_editor, concurrently=True))
            return
        # PostgreSQL can't build an index of a partitioned table concurrently. Build the index of each partition
        # first, then the index of the table, which adopts them.
        statement = str(self.index.create_sql(model, schema_editor, concurrently=True))
        for part in parts:
            name = f"{part}_{self.index.name}"[-63:]
            quoted_name = schema_editor.quote_name(name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {quoted_name}")
            built = statement.replace(f'"{self.index.name}"', quoted_name, 1)
            schema_editor.execute(built.replace(f'"{table}"', schema_editor.quote_name(part), 1))
        schema_editor.execute(self.index.create_sql(model, schema_editor))

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor != POSTGRESQL:
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        self._drop(schema_editor)

    def _drop(self, schema_editor: BaseDatabaseSchemaEditor) -> None:
        name = schema_editor.quote_name(self.index.name)
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT relkind FROM pg_class WHERE oid = to_regclass(%s)", [name])
            row = cursor.fetchone()
        is_partitioned = row is not None and row[0] in ("I", b"I")
        how = "" if is_partitioned else "CONCURRENTLY "
        schema_editor.execute(f"DROP INDEX {how}IF EXISTS {name}")


def _partitions(schema_editor: BaseDatabaseSchemaEditor, table: str) -> list[str]:
    """Return the names of a table's partitions; empty for a table without partitions."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid"
            " WHERE inhparent = %s::regclass ORDER BY relname",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]

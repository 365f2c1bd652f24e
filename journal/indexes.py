"""Index operations of migrations that run while the earlier version serves."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

POSTGRESQL = "postgresql"


class AddIndexWhileServing(migrations.AddIndex):
    """Add an index; on PostgreSQL concurrently, so that commands go on. The migration needs `atomic = False`.

    Like Django's `AddIndexConcurrently`, but also for SQLite, and it can run again after it was interrupted: PostgreSQL
    then keeps an invalid index of that name.
    """

    atomic = False

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the index."""
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
        # PostgreSQL can't build an index of a partitioned table concurrently: first that of each partition, then
        # the one of the table, which takes over those that are there.
        statement = str(self.index.create_sql(model, schema_editor, concurrently=True))
        for part in parts:
            name = f"{part}_{self.index.name}"[-63:]
            quoted = schema_editor.quote_name(name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {quoted}")
            built = statement.replace(f'"{self.index.name}"', quoted, 1)
            schema_editor.execute(built.replace(f'"{table}"', schema_editor.quote_name(part), 1))
        schema_editor.execute(self.index.create_sql(model, schema_editor))

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop the index."""
        if schema_editor.connection.vendor != POSTGRESQL:
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        self._drop(schema_editor)

    def _drop(self, schema_editor: BaseDatabaseSchemaEditor) -> None:
        name = schema_editor.quote_name(self.index.name)
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT relkind FROM pg_class WHERE oid = to_regclass(%s)", [name])
            found = cursor.fetchone()
        is_partitioned = found is not None and found[0] in ("I", b"I")
        how = "" if is_partitioned else "CONCURRENTLY "
        schema_editor.execute(f"DROP INDEX {how}IF EXISTS {name}")


def _partitions(schema_editor: BaseDatabaseSchemaEditor, table: str) -> list[str]:
    """Return the partitions of a table; none if it has none."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid"
            " WHERE inhparent = %s::regclass ORDER BY relname",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]

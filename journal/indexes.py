"""Index operations of migrations that run while the earlier version serves."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

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
        from_state: Any,
        to_state: Any,
    ) -> None:
        """Create the index."""
        if schema_editor.connection.vendor != POSTGRESQL:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        self._drop(schema_editor)
        model = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.execute(self.index.create_sql(model, schema_editor, concurrently=True))

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        """Drop the index."""
        if schema_editor.connection.vendor != POSTGRESQL:
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        self._drop(schema_editor)

    def _drop(self, schema_editor: BaseDatabaseSchemaEditor) -> None:
        name = schema_editor.quote_name(self.index.name)
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")

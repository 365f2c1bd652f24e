"""Migration operations that create a new database without rebuilding all models after each step."""

from collections.abc import Callable, Sequence

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

OnDatabase = Callable[[BaseDatabaseSchemaEditor], None]


class CreateTables(Operation):
    """Create all models of a package in one operation.

    After each operation, Django rebuilds every model related to the change, which is nearly every model. With one
    operation per model, creating a database took twice as long.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(self, models: Sequence[migrations.CreateModel]) -> None:
        """`models` is in an order in which each model refers only to earlier ones."""
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models to the state, which builds them when they are needed."""
        state.__dict__.pop("apps", None)
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.models)} tables"


class RunOnDatabase(Operation):
    """Run statements that need no models, such as those that create triggers.

    `RunPython` would build all models first.
    """

    reduces_to_sql = False
    reversible = True

    def __init__(self, forwards: OnDatabase, backwards: OnDatabase | None = None) -> None:
        """`backwards` is None if dropping the tables also drops what `forwards` created."""
        self.forwards = forwards
        self.backwards = backwards

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Leave the models unchanged."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self.forwards(schema_editor)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if self.backwards:
            self.backwards(schema_editor)

    def describe(self) -> str:
        return "Run statements on the database"

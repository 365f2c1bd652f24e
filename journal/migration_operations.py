"""Operations of migrations that create a new database without building all models again and again."""

from collections.abc import Callable, Sequence

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

OnDatabase = Callable[[BaseDatabaseSchemaEditor], None]


class CreateTables(Operation):
    """Create the models of a package together.

    After each operation Django builds the models again that are related to what changed, which are nearly all of them.
    With one operation for each model a new database took twice as long.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(self, models: Sequence[migrations.CreateModel]) -> None:
        """models: in an order in which each may refer to those before it."""
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models; they are built when they are needed."""
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
        """Create the tables."""
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop the tables."""
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Return what the operation does, as Django lists it."""
        return f"Create {len(self.models)} tables"


class RunOnDatabase(Operation):
    """Run statements that need no models, such as those that create triggers; `RunPython` builds all models first."""

    reduces_to_sql = False
    reversible = True

    def __init__(self, forwards: OnDatabase, backwards: OnDatabase | None = None) -> None:
        """backwards: None if the tables are dropped with what `forwards` created."""
        self.forwards = forwards
        self.backwards = backwards

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models stay as they are."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Run the statements."""
        self.forwards(schema_editor)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Undo them."""
        if self.backwards:
            self.backwards(schema_editor)

    def describe(self) -> str:
        """Return what the operation does, as Django lists it."""
        return "Run statements on the database"

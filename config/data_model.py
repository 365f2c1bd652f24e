"""The data model as text and as a drawing, read from the models and migrations."""

import inspect
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.migrations.loader import MigrationLoader

from banked.rules import events as banked_events
from journal import triggers
from journal.migration_operations import RunOnDatabase
from lineup.rules import events as lineup_events
from poker import events as table_events
from poker.events.upcasters import UPCASTERS
from poker.logs.versions import EventVersions
from promotions.rules import fund_events, hours_events
from roster.rules import crew_events, toke_events, week_events
from school.rules import events as training_events
from tournaments.rules import events as tournament_events
from waitlist.rules import events as waitlist_events

WIDTH = 120  # characters of a line


@dataclass(frozen=True, slots=True)
class Reference:
    field: str
    target: str  # such as "tables.Room"


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """One model, in the form that the page shows."""

    package: str
    name: str
    summary: str  # the first sentence of its docstring
    references: tuple[Reference, ...]
    retention: str  # how the database protects its rows, "" if they may change

    @property
    def label(self) -> str:
        """The model's name with its package."""
        return f"{self.package}.{self.name}"


def own_models() -> list[ModelDescription]:
    """Return the project's models, by package in the order of `INSTALLED_APPS`."""
    blankable_columns = append_only_tables()
    return [
        ModelDescription(
            package=model._meta.app_label,
            name=model.__name__,
            summary=_first_sentence(model.__doc__ or ""),
            references=tuple(_references(model)),
            retention=_retention(blankable_columns.get(model._meta.db_table)),
        )
        for config in apps.get_app_configs()
        if config.path.startswith(str(settings.BASE_DIR / config.name.partition(".")[0]))
        for model in config.get_models()
    ]


def append_only_tables() -> dict[str, tuple[str, ...]]:
    """Return the tables that migrations make append-only, each with the columns that may be blanked."""
    tables: dict[str, tuple[str, ...]] = {}
    for migration in MigrationLoader(None, ignore_no_migrations=True).disk_migrations.values():
        for operation in migration.operations:
            if not isinstance(operation, RunOnDatabase):
                continue
            if operation.forwards is triggers.create:
                tables["journal_entry"] = tables.get("journal_entry", ())
                continue
            # Functions of journal.append_only have their table and columns as variables.
            values = inspect.getclosurevars(operation.forwards).nonlocals
            if {"table", "subject"} <= set(values):
                columns = tables.get(values["table"], ()) + tuple(values.get("columns", ()))
                tables[values["table"]] = columns
    return tables


def describe_models(descriptions: Sequence[ModelDescription]) -> str:
    """Return the section of the page that lists the models: one Markdown list per package."""
    blocks = []
    for package in dict.fromkeys(description.package for description in descriptions):
        items = [
            _item(description) for description in descriptions if description.package == package
        ]
        blocks.append("\n".join((f"### {package}", "", *items)))
    return "\n\n".join(blocks)


def describe_events() -> str:
    """Return the section of the page that lists the event names of each kind of stream. No version means version 1."""
    streams = (
        ("a table", table_events.EVENTS, EventVersions(UPCASTERS)),
        (
            "the waitlists of a room",
            waitlist_events.EVENTS,
            EventVersions(waitlist_events.UPCASTERS),
        ),
        ("the lineup of a room", lineup_events.EVENTS, EventVersions(lineup_events.UPCASTERS)),
        ("a tournament", tournament_events.EVENTS, EventVersions(tournament_events.UPCASTERS)),
        ("the hours of a room", hours_events.EVENTS, EventVersions(hours_events.UPCASTERS)),
        ("a fund", fund_events.EVENTS, EventVersions(fund_events.UPCASTERS)),
        ("the crew of a room", crew_events.EVENTS, EventVersions(crew_events.UPCASTERS)),
        ("a week of dealers", week_events.EVENTS, EventVersions(week_events.UPCASTERS)),
        ("the tokes of a room", toke_events.EVENTS, EventVersions(toke_events.UPCASTERS)),
        ("a house-banked table", banked_events.EVENTS, EventVersions({})),
        ("a trainee", training_events.EVENTS, EventVersions(training_events.UPCASTERS)),
    )
    items = []
    for stream, events, versions in streams:
        names = sorted(str(event.__struct_config__.tag) for event in events)
        listing = ", ".join(_versioned(name, versions) for name in names)
        items.append(_wrapped(f"- Stream of {stream}: {listing}"))
    return "\n".join(items)


def _versioned(name: str, versions: EventVersions) -> str:
    newest = versions.newest(name)
    return f"`{name}`" if newest == 1 else f"`{name}` (version {newest})"


def _references(model: type[models.Model]) -> Iterator[Reference]:
    for field in model._meta.get_fields():
        if isinstance(field, models.ForeignKey | models.ManyToManyField):
            target = field.related_model
            assert isinstance(target, type)
            yield Reference(field.name, f"{target._meta.app_label}.{target.__name__}")


def _first_sentence(docstring: str) -> str:
    text = " ".join(docstring.split())
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def _retention(blanked: tuple[str, ...] | None) -> str:
    if blanked is None:
        return ""
    if not blanked:
        return "append-only"
    return f"append-only; may be blanked: {', '.join(dict.fromkeys(blanked))}"


def _item(description: ModelDescription) -> str:
    protection = f" ({description.retention})" if description.retention else ""
    return _wrapped(f"- `{description.name}`{protection}: {description.summary}")


def _wrapped(item: str) -> str:
    return textwrap.fill(
        item, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )

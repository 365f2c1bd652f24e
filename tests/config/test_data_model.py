"""docs/data-model.md and its drawing are those of the models."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from config.data_model import append_only_tables, own_models
from config.data_model_drawing import draw
from config.management.commands.data_model import DRAWING, PAGE
from journal.partitions import partitions

STALE = "run `manage.py data_model --write`"


def test_page_is_current() -> None:
    output = StringIO()
    call_command("data_model", stdout=output)
    assert output.getvalue() in PAGE.read_text(encoding="utf-8"), STALE


def test_drawing_is_current() -> None:
    assert draw(own_models()) == DRAWING.read_text(encoding="utf-8"), STALE


def test_every_model_is_described() -> None:
    assert [description.label for description in own_models() if not description.summary] == []


@pytest.mark.django_db
def test_append_only_tables_are_those_with_triggers() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT DISTINCT event_object_table FROM information_schema.triggers")
        with_triggers = {name for (name,) in cursor.fetchall()}
    log_partitions = {part.name for part in partitions()}  # each has the log's triggers
    assert set(append_only_tables()) | log_partitions == with_triggers

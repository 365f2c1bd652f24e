"""Fill the rows of hands from the logs, and index who sat where; both while the earlier version serves.

Hands that the earlier version stores after this are added by `tables.hand_starts`.
"""

import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.indexes import AddIndexWhileServing

BATCH = 500  # rows a transaction


def fill(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add the missing rows of each table in short transactions; a second run goes on where the first stopped."""
    Table, Entry, HandStart = (
        apps.get_model("tables", "Table"),
        apps.get_model("journal", "Entry"),
        apps.get_model("tables", "HandStart"),
    )
    for table in Table.objects.order_by("pk").values_list("pk", flat=True):
        starts = Entry.objects.filter(stream=table, name="hand.started").order_by("seq")
        rows = HandStart.objects.filter(table=table).order_by("-seq")
        last = rows.values_list("seq", flat=True).first() or 0
        while batch := list(starts.filter(seq__gt=last).values_list("seq", "at", "data")[:BATCH]):
            HandStart.objects.bulk_create(
                (
                    HandStart(table_id=table, seq=seq, number=json.loads(data)["number"], at=at)
                    for seq, at, data in batch
                ),
                ignore_conflicts=True,
            )
            last = batch[-1][0]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("journal", "0001_initial"),
        ("tables", "0004_hand_starts"),
    ]

    operations = [
        AddIndexWhileServing(
            model_name="seatsession",
            index=models.Index(fields=["table", "seat", "visit"], name="sitting_ever"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

"""Add sums of products with rake, for the interval of rake per table-hour."""

from collections.abc import Iterable
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, FloatField, Sum
from django.db.models.functions import Cast, TruncMonth

KINDS = ("daydealer", "daytable", "monthdealer")
OF = ("shift", "dealer", "game")


def products_fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Fill the sums of existing rows: days from their hours, months from their days."""
    hours, tables, dealers, months = (
        apps.get_model("reports", name)._default_manager
        for name in ("Hour", "DayTable", "DayDealer", "MonthDealer")
    )
    rake = Cast(F("rake"), FloatField())
    made = {"rr": Sum(rake * rake), "rt": Sum(rake * Cast(F("open_s"), FloatField()))}
    for days, keys in (
        (tables, ("table_id", "day", "shift", "game")),
        (dealers, ("room_id", "day", *OF)),
    ):
        sums = hours.order_by().values_list(*keys).annotate(**made)
        _put(schema_editor, days, days.values_list("pk", *keys), sums)
    by_month = dealers.annotate(month=TruncMonth("day")).order_by()
    added = by_month.values_list("room_id", "month", *OF).annotate(Sum("rr"), Sum("rt"))
    _put(schema_editor, months, months.values_list("pk", "room_id", "day", *OF), added)


def _put(
    schema_editor: BaseDatabaseSchemaEditor,
    manager: Any,
    there: Iterable[tuple[Any, ...]],
    sums: Iterable[tuple[Any, ...]],
) -> None:
    found = {tuple(row[:-2]): row[-2:] for row in sums}
    rows = [(*found[tuple(key)], pk) for pk, *key in there if tuple(key) in found]
    name = schema_editor.quote_name(manager.model._meta.db_table)
    with schema_editor.connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {name} SET rr = %s, rt = %s WHERE id = %s", rows)


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0007_proof"),
    ]

    operations = [
        *(
            migrations.AddField(kind, name, models.FloatField(default=0))
            for kind in KINDS
            for name in ("rr", "rt")
        ),
        migrations.RunPython(products_fill, migrations.RunPython.noop),
    ]

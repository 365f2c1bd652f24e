"""Index the history of a table."""

from django.db import migrations, models

from journal.indexes import AddIndexWhileServing

NAMES = (
    "table.opened",
    "table.closed",
    "table.plaque_changed",
    "table.plaque_awaited",
    "button.drawn",
    "button.set",
    "hand.finished",
    "dealer.pushed",
    "seats.drawn",
    "seat.locked",
    "seat.unlocked",
    "table.renamed",
    "table.seat_count_changed",
)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("journal", "0001_initial"),
    ]

    operations = [
        AddIndexWhileServing(
            model_name="entry",
            index=models.Index(
                condition=models.Q(*(("name", name) for name in NAMES), _connector="OR"),
                fields=["stream", "seq"],
                name="entry_table_history",
            ),
        ),
    ]

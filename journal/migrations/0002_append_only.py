"""Make the journal append-only."""

from django.db import migrations

from journal import triggers


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]

    operations = [migrations.RunPython(triggers.create, triggers.drop)]

"""Make room for encrypted webhook secrets."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("api", "0001_initial")]

    operations = [
        migrations.RenameField("hook", "secret", "sealed"),
        migrations.AlterField("hook", "sealed", models.CharField(max_length=200)),
        migrations.AlterField("hook", "before", models.CharField(blank=True, max_length=200)),
    ]

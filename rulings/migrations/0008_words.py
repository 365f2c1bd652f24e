"""The words that a ruling rests on, as they were when it was made."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0007_ladders"),
    ]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="words",
            field=models.JSONField(null=True),
        ),
    ]

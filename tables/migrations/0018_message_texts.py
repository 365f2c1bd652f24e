"""Add the room's message templates for called players."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A blank template means the standard message."""

    dependencies = [("tables", "0017_silences")]
    operations = [
        migrations.AddField(
            model_name="room",
            name="called_text",
            field=models.CharField(
                blank=True,
                help_text="What a called player gets by SMS or mail. Empty: the usual words.",
                max_length=300,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="mail_subject",
            field=models.CharField(
                blank=True, help_text="Above a mail to a called player.", max_length=80
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ops", "0005_health_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="backuprun",
            name="drill_reason",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Why a restore couldn't be tried, such as a full disk; it says nothing about the backup.",
                max_length=300,
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0006_call_pages"),
    ]

    operations = [
        migrations.AddField(
            model_name="installation",
            name="currency",
            field=models.CharField(
                db_default="USD",
                default="USD",
                help_text="ISO 4217. It stays once a hand was dealt, because stored amounts name no currency.",
                max_length=3,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="opening_hours",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Such as Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00. Blank: open all day, every day.",
                max_length=200,
            ),
        ),
    ]

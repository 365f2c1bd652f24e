"""Give staff their rooms. Until now everyone worked in every room, so they keep all rooms; managers stay house-wide."""

from typing import Any

from django.db import migrations, models


def keep_rooms(apps: Any, _schema_editor: Any) -> None:
    """Give every staff member all present rooms, and managers the house."""
    staff_model = apps.get_model("tables", "Staff")
    rooms = list(apps.get_model("tables", "Room").objects.all())
    for staff in staff_model.objects.all():
        staff.rooms.set(rooms)
    staff_model.objects.filter(user__groups__name="manager").update(house_wide=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0023_dealer_aside"),
    ]

    operations = [
        migrations.AddField(
            model_name="staff",
            name="house_wide",
            field=models.BooleanField(
                default=False,
                help_text="Works in every room, also in rooms added later. For managers.",
                verbose_name="All rooms",
            ),
        ),
        migrations.AddField(
            model_name="staff",
            name="rooms",
            field=models.ManyToManyField(
                blank=True,
                help_text="The rooms where this person works.",
                related_name="staff",
                to="tables.room",
            ),
        ),
        migrations.RunPython(keep_rooms, migrations.RunPython.noop),
    ]

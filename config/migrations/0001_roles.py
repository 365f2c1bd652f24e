"""Create the roles of the house from the table in `staff.permissions`."""

from django.db import migrations

from staff.permissions import create_roles


class Migration(migrations.Migration):
    """Data only. It follows the first migration of every package that has a permission in the table."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        *(
            (package, "0001_initial")
            for package in (
                "journal",
                "players",
                "staff",
                "tables",
                "rulings",
                "reports",
                "ops",
                "api",
            )
        ),
    ]
    operations = [migrations.RunPython(create_roles, migrations.RunPython.noop)]

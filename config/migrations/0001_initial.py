"""Create the roles of the house from the table in `staff.permissions`."""

from django.db import migrations

from staff.permissions import create_roles


class Migration(migrations.Migration):
    """Data only, after the migration of every package that has a permission in the table."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("journal", "0001_initial"),
        ("players", "0001_initial"),
        ("staff", "0001_initial"),
        ("tables", "0001_initial"),
        ("rulings", "0001_initial"),
        ("reports", "0001_initial"),
        ("ops", "0001_initial"),
        ("school", "0001_initial"),
        ("api", "0001_initial"),
        ("tournaments", "0001_initial"),
        ("promotions", "0002_funds"),
        ("roster", "0002_tokes"),
    ]
    operations = [migrations.RunPython(create_roles, migrations.RunPython.noop)]

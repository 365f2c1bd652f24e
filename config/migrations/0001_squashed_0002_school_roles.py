"""Create the roles of the house from the table in `staff.permissions`."""

from django.db import migrations

from staff.permissions import create_roles


class Migration(migrations.Migration):
    """Data only. It follows the migration of every package that has a permission in the table."""

    replaces = [("config", "0001_roles"), ("config", "0002_school_roles")]
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("journal", "0001_squashed_0007_drop_hands_begun"),
        ("players", "0001_initial"),
        ("staff", "0001_squashed_0002_start_code"),
        ("tables", "0001_squashed_0015_sign_offs"),
        ("rulings", "0001_squashed_0003_alerts"),
        ("reports", "0001_squashed_0007_calls_by_decision"),
        ("ops", "0001_squashed_0006_backup_drills"),
        ("school", "0001_squashed_0002_house_lessons"),
        ("api", "0001_squashed_0002_outbox_expiry"),
    ]
    operations = [migrations.RunPython(create_roles, migrations.RunPython.noop)]

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_first_rules")]
    operations = [migrations.RemoveField(model_name="room", name="house_rules")]

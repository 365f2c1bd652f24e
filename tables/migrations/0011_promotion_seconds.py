import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0010_own_boxes'),
    ]

    operations = [
        migrations.AddField(
            model_name='boardsettings',
            name='promotion_seconds',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Seconds after which the screen shows the promotions instead of the lists, and back; 0 for never.', validators=[django.core.validators.MaxValueValidator(120)]),
        ),
    ]

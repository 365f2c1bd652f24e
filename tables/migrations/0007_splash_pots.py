from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_hand_kinds'),
    ]

    operations = [
        migrations.AddField(
            model_name='plaque',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0, help_text='What the house adds to a splash pot; 0 for none.'),
        ),
    ]

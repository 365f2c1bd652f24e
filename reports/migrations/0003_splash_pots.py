from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reports', '0002_hand_kinds'),
    ]

    operations = [
        migrations.AddField(
            model_name='dealerday',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='dealermonth',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='roomday',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='tableday',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='tablehour',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='tablemonth',
            name='splash',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
    ]

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '0001_initial'),
        ('staff', '0001_initial'),
        ('tables', '0001_initial'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='AbsencePolicy',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='absence_policy', to='tables.room')),
                    ('minutes', models.PositiveSmallIntegerField(default=0, help_text='Minutes a player may be away. 0: no limit.', validators=[django.core.validators.MaxValueValidator(720)])),
                    ('reported_minutes', models.PositiveSmallIntegerField(default=0, help_text='Minutes for an absence reported to the floor, such as a meal. 0: no limit.', validators=[django.core.validators.MaxValueValidator(720)])),
                    ('big_blinds', models.PositiveSmallIntegerField(default=0, help_text='Big blinds that may go by an absent player. 0: no limit.', validators=[django.core.validators.MaxValueValidator(20)])),
                    ('walkers', models.PositiveSmallIntegerField(default=0, help_text='3: the third player away at once must be back sooner. 0: no walking rule.', validators=[django.core.validators.MaxValueValidator(9)])),
                    ('walker_minutes', models.PositiveSmallIntegerField(default=10, help_text='Minutes that this player has.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(720)])),
                    ('walkers_if_waiting', models.BooleanField(default=True, help_text='The walking rule holds only while players wait for the game.')),
                ],
                options={
                    'verbose_name_plural': 'absence policies',
                },
            ), migrations.CreateModel(
                name='AwayPlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='away_players', to='tables.table')),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('player', models.CharField(help_text='The key that the log has.', max_length=40)),
                    ('since', models.BigIntegerField(help_text='Unix milliseconds.')),
                    ('reported', models.BooleanField(default=False)),
                    ('others_away', models.PositiveSmallIntegerField(default=0)),
                    ('passed_by', models.PositiveIntegerField(default=0)),
                    ('limit_passed', models.BooleanField(default=False)),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('table', 'seat'), name='away_once_a_seat')],
                },
            ), migrations.CreateModel(
                name='PickedUpStack',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='picked_up_stacks', to='tables.table')),
                    ('seq', models.BigIntegerField(help_text="The entry of the table's log.")),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='picked_up_stacks', to='players.player')),
                    ('amount', models.BigIntegerField(help_text='As counted, in the smallest unit.')),
                    ('logged', models.BigIntegerField(help_text='The stack in the log, if it was counted.', null=True)),
                    ('reason', models.CharField(max_length=20)),
                    ('at', models.DateTimeField(db_index=True)),
                    ('by', models.CharField(help_text='As the log names people.', max_length=100)),
                ],
                options={
                    'ordering': ('-at', '-pk'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('table', 'seq'), name='picked_up_once_an_entry')],
                },
            ), migrations.CreateModel(
                name='ReturnedStack',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='returned_stacks', to='tables.table')),
                    ('seq', models.BigIntegerField(help_text='The entry that picked the stack up.')),
                    ('at', models.DateTimeField()),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='returned_stacks', to='staff.staff')),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('table', 'seq'), name='returned_once')],
                },
            )],
        ),
        *append_only("absences_returnedstack", "The return of a stack"),
    ]

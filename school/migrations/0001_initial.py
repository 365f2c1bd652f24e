import django.db.models.deletion
from django.db import migrations, models

from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('journal', '0001_initial'),
        ('staff', '0001_initial'),
        ('tables', '0001_initial'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='TrainingLog',
                fields=[
                    ('stream', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='training', serialize=False, to='journal.stream')),
                    ('staff', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='training', to='staff.staff')),
                    ('anonymized_at', models.DateTimeField(null=True)),
                ],
                options={
                    'permissions': [('train', "Can read trainees' records and sign games off")],
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='HouseLesson',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lessons', to='tables.room')),
                    ('key', models.CharField(help_text='As in its text; unique in the room.', max_length=60)),
                    ('text', models.TextField(help_text='TOML, as in docs/lessons.md.', max_length=60000)),
                    ('is_taught', models.BooleanField(default=False, help_text='Whether the tablets have it.')),
                    ('source', models.CharField(blank=True, help_text='The hand it was made from.', max_length=100)),
                    ('made_by', models.CharField(help_text='Key of the staff member.', max_length=100)),
                    ('made_at', models.DateTimeField()),
                    ('changed_at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('room', 'key'), name='school_one_lesson_of_a_key')],
                },
            ), migrations.CreateModel(
                name='DealtExercise',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('log', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exercises', to='school.traininglog')),
                    ('seq', models.BigIntegerField(help_text='Number of its entry.')),
                    ('result', models.CharField(help_text='Id that the tablet gave it.', max_length=64)),
                    ('lesson', models.CharField(max_length=80)),
                    ('exercise', models.CharField(max_length=80)),
                    ('edition', models.CharField(help_text='Hash of the exercise.', max_length=80)),
                    ('began', models.BigIntegerField()),
                    ('ended', models.BigIntegerField()),
                    ('telling', models.CharField(help_text='When mistakes were told.', max_length=20)),
                    ('tempo', models.PositiveIntegerField(help_text='Hands an hour; 0 waits for the dealer.')),
                    ('taps', models.PositiveIntegerField(help_text='Right taps.')),
                    ('undone', models.PositiveIntegerField()),
                    ('wrong', models.PositiveIntegerField()),
                    ('mistakes', models.JSONField(help_text='As in the event.')),
                    ('steps', models.JSONField(help_text='Length of each step.')),
                    ('hands', models.JSONField(help_text='Length of each hand.')),
                    ('is_finished', models.BooleanField()),
                ],
                options={
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['result'], name='dealt_exercise_result')],
                    'constraints': [models.UniqueConstraint(fields=('log', 'seq'), name='dealt_exercise_once')],
                },
            ), migrations.CreateModel(
                name='CheckRide',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('log', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rides', to='school.traininglog')),
                    ('seq', models.BigIntegerField(help_text='Number of the entry that finished it.')),
                    ('lesson', models.CharField(max_length=80)),
                    ('began', models.BigIntegerField()),
                    ('ended', models.BigIntegerField()),
                    ('right', models.PositiveIntegerField()),
                    ('wrong', models.PositiveIntegerField()),
                    ('undone', models.PositiveIntegerField()),
                    ('hands', models.PositiveIntegerField()),
                    ('milliseconds', models.PositiveBigIntegerField(help_text='Of a hand on average.')),
                    ('most_wrong', models.PositiveIntegerField(help_text='With which it is passed.')),
                    ('most_milliseconds', models.PositiveBigIntegerField(help_text='With which it is passed.')),
                    ('kinds', models.JSONField(help_text='Mistakes by kind.')),
                    ('exercises', models.JSONField(help_text='As in the event.')),
                    ('is_passed', models.BooleanField()),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('log', 'seq'), name='check_ride_once')],
                },
            )],
        ),
    ]

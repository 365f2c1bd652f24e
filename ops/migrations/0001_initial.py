import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '0001_initial'),
        ('tables', '0001_initial'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='BackupRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('started_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(help_text='Empty: it runs, or was interrupted.', null=True)),
                    ('file', models.CharField(blank=True, max_length=500)),
                    ('bytes', models.BigIntegerField(null=True)),
                    ('reason', models.CharField(blank=True, help_text='Why it failed.', max_length=300)),
                    ('copied_at', models.DateTimeField(help_text='In the second place.', null=True)),
                    ('copy_reason', models.CharField(blank=True, help_text="Why it wasn't copied.", max_length=300)),
                    ('proved_at', models.DateTimeField(help_text='Restored elsewhere and verified.', null=True)),
                    ('proof_reason', models.CharField(blank=True, help_text="Why it couldn't be restored.", max_length=300)),
                    ('drill_reason', models.CharField(blank=True, db_default='', default='', help_text="Why a restore couldn't be tried, such as a full disk; it says nothing about the backup.", max_length=300)),
                    ('removed_at', models.DateTimeField(help_text='Its files were deleted by the rotation.', null=True)),
                ],
                options={
                    'ordering': ('-started_at', '-id'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='RetentionRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('players', models.PositiveIntegerField()),
                    ('kept', models.PositiveIntegerField()),
                    ('devices', models.PositiveIntegerField(help_text='Actions and entries with the device cleared.')),
                    ('sign_ins', models.PositiveIntegerField(help_text='Sign-in attempts, last uses, sessions.')),
                    ('cut', models.DateTimeField(help_text='Older records no longer name a device.', null=True)),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'default_permissions': ('view',),
                },
            ), migrations.CreateModel(
                name='TabletVersion',
                fields=[
                    ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tablet_version', serialize=False, to='tables.table')),
                    ('engine', models.CharField(max_length=64)),
                    ('at', models.DateTimeField(help_text='When it first said so.')),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Anonymization',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='anonymisings', to='players.player')),
                    ('by', models.CharField(help_text='As the log names people.', max_length=40)),
                    ('second', models.CharField(blank=True, max_length=40)),
                    ('reason', models.CharField(max_length=500)),
                    ('names', models.PositiveIntegerField(help_text='Names removed from the log.')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='HealthChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('part', models.CharField(help_text='Its key, such as redis.', max_length=40)),
                    ('level', models.CharField(help_text='good, soon or bad.', max_length=4)),
                    ('headline', models.CharField(blank=True, help_text='What was wrong.', max_length=200)),
                    ('at', models.DateTimeField(help_text='When it was found so.')),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['part', 'at'], name='health_of_a_part')],
                },
            ), migrations.CreateModel(
                name='Retention',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='retention', to='tables.room')),
                    ('years', models.PositiveSmallIntegerField(default=5, help_text='Years without a visit before a player is anonymized. Check your gaming license.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(50)])),
                ],
                options={
                    'verbose_name_plural': 'retention',
                },
            ), migrations.CreateModel(
                name='ServiceHeartbeat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('service', models.CharField(help_text='"web", "beat", or "worker" and the name of its queue.', max_length=60)),
                    ('host', models.CharField(max_length=100)),
                    ('pid', models.PositiveIntegerField(help_text='Number of the process on its host.')),
                    ('version', models.CharField(max_length=40)),
                    ('started_at', models.DateTimeField()),
                    ('at', models.DateTimeField()),
                    ('facts', models.JSONField(default=dict, help_text='What the process says of itself.')),
                ],
                options={
                    'ordering': ('service', 'host', 'pid'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('service', 'host', 'pid'), name='one_heartbeat_per_process')],
                },
            )],
        ),
        *append_only("ops_anonymization", "A record of an anonymization"),
        *append_only("ops_retentionrun", "A record of a retention run"),
    ]

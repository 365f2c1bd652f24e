import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('staff', '0001_initial'),
        ('tables', '0001_initial'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='Integration',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=40, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9]+(-[a-z0-9]+)*\\Z', 'Lowercase letters, digits and single hyphens, such as seating-app.')])),
                    ('room', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='integrations', to='tables.room')),
                    ('role', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='integrations', to='auth.group')),
                    ('scopes', models.JSONField(default=list)),
                    ('active', models.BooleanField(default=True)),
                    ('made_at', models.DateTimeField()),
                    ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='staff.staff')),
                ],
                options={
                    'ordering': ('name',),
                    'permissions': [('keep_integrations', 'Can add and shut off integrations')],
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='ApiToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('integration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='api.integration')),
                    ('token_hash', models.CharField(max_length=64, unique=True)),
                    ('hint', models.CharField(help_text='The last letters, to tell tokens apart.', max_length=8)),
                    ('made_at', models.DateTimeField()),
                    ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='staff.staff')),
                    ('expires_at', models.DateTimeField(null=True)),
                    ('revoked_at', models.DateTimeField(null=True)),
                    ('used_at', models.DateTimeField(help_text='To the minute.', null=True)),
                ],
                options={
                    'ordering': ('-made_at', '-id'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('integration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hooks', to='api.integration')),
                    ('url', models.CharField(max_length=500)),
                    ('events', models.JSONField(default=list)),
                    ('active', models.BooleanField(default=True)),
                    ('secret', models.CharField(max_length=200)),
                    ('previous_secret', models.CharField(blank=True, max_length=200)),
                    ('previous_until', models.DateTimeField(null=True)),
                    ('leased_until', models.DateTimeField(null=True)),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('id',),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='WebhookDelivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('made_at', models.DateTimeField()),
                    ('due_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField(null=True)),
                    ('ended_at', models.DateTimeField(help_text='Delivered or given up.', null=True)),
                    ('error', models.CharField(blank=True, max_length=200)),
                    ('hook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='api.webhook')),
                    ('event_id', models.UUIDField()),
                    ('event', models.CharField(max_length=40)),
                    ('body', models.TextField()),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('dead', 'Failed')], default='waiting', max_length=10)),
                    ('status', models.PositiveSmallIntegerField(default=0)),
                ],
                options={
                    'ordering': ('id',),
                    'default_permissions': (),
                    'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['hook', 'id'], name='delivery_waiting'), models.Index(fields=['hook', 'state', '-id'], name='delivery_of_hook'), models.Index(fields=['ended_at'], name='delivery_ended')],
                },
            )],
        ),
    ]

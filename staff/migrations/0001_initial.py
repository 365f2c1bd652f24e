import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import staff.models.access
from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '__first__'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='AccessPolicy',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('limits', models.JSONField(default=staff.models.access.first_limits)),
                    ('factor_for_managers', models.BooleanField(default=False)),
                    ('factor_on_floor', models.BooleanField(default=False)),
                ],
                options={
                    'permissions': [('keep_access', 'Can set sign-in rules and sign off access reports')],
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Staff',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='staff', to=settings.AUTH_USER_MODEL)),
                    ('alias', models.CharField(help_text='The name shown in public.', max_length=40, unique=True)),
                    ('badge', models.CharField(help_text='Entered at the tablet; digits only.', max_length=10, unique=True, validators=[django.core.validators.RegexValidator('^[0-9]{1,10}\\Z', 'A badge number has one to ten digits.')])),
                    ('pin_hash', models.CharField(blank=True, editable=False, max_length=128)),
                    ('house_wide', models.BooleanField(default=False, help_text='Works in every room, also in rooms added later. For managers.', verbose_name='All rooms')),
                ],
                options={
                    'verbose_name_plural': 'staff',
                    'ordering': ('alias',),
                    'permissions': [('unlock_staff', 'Can unlock staff who are locked out')],
                },
            ), migrations.CreateModel(
                name='AccessReport',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('made_at', models.DateTimeField()),
                    ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='staff.staff')),
                    ('quarter', models.CharField(blank=True, max_length=7)),
                    ('rows', models.JSONField()),
                ],
                options={
                    'ordering': ('-made_at', '-id'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('quarter', ''), _negated=True), fields=('quarter',), name='access_report_quarter')],
                },
            ), migrations.CreateModel(
                name='AuditEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('who', models.CharField(max_length=160)),
                    ('alias', models.CharField(blank=True, max_length=60)),
                    ('verb', models.CharField(max_length=40)),
                    ('about_kind', models.CharField(blank=True, max_length=40)),
                    ('about_key', models.CharField(blank=True, max_length=100)),
                    ('about_name', models.CharField(blank=True, max_length=120)),
                    ('room', models.BigIntegerField(null=True)),
                    ('table', models.BigIntegerField(null=True)),
                    ('device', models.CharField(blank=True, max_length=80)),
                    ('before', models.JSONField(null=True)),
                    ('after', models.JSONField(null=True)),
                    ('outcome', models.CharField(choices=[('done', 'done'), ('refused', 'refused')], max_length=8)),
                    ('reason', models.CharField(blank=True, max_length=300)),
                ],
                options={
                    'permissions': [('search_acts', 'Can search the audit')],
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['at', 'id'], name='act_at'), models.Index(fields=['who', 'at'], name='act_who'), models.Index(fields=['verb', 'at'], name='act_verb'), models.Index(fields=['device', 'at'], name='act_device'), models.Index(condition=models.Q(('table__isnull', False)), fields=['table', 'at'], name='act_table'), models.Index(condition=models.Q(('outcome', 'refused')), fields=['at', 'who'], name='act_refused')],
                },
            ), migrations.CreateModel(
                name='LastUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('who', models.CharField(max_length=160)),
                    ('where', models.CharField(max_length=20)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('who', 'where'), name='last_use_once')],
                },
            ), migrations.CreateModel(
                name='SignOff',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('report', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='sign_off', to='staff.accessreport')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='staff.staff')),
                    ('at', models.DateTimeField()),
                    ('note', models.CharField(blank=True, max_length=300)),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='StartCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('staff', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='start_code', to='staff.staff')),
                    ('code_hash', models.CharField(max_length=64)),
                    ('expires_at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='RecoveryCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
                    ('code_hash', models.CharField(max_length=64)),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('user', 'code_hash'), name='recovery_code_once')],
                },
            ), migrations.CreateModel(
                name='SignInDelay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('staff', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='delays', to='staff.staff')),
                    ('network', models.CharField(max_length=80)),
                    ('failures', models.PositiveIntegerField(default=0)),
                    ('until', models.DateTimeField(null=True)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('staff', 'network'), name='sign_in_delay_once')],
                },
            )],
        ),
        *append_only("staff_accessreport", "An access report"),
        *append_only("staff_signoff", "A signature on an access report"),
        *append_only("staff_auditevent", "An audit event", blanked=("device",)),
    ]

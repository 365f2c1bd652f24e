import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '0001_initial'),
        ('sessions', '0001_initial'),
        ('staff', '0001_initial'),
        ('tables', '0001_initial'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='AlertKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('public_key', models.CharField(help_text='As browsers take it: base64url.', max_length=100)),
                    ('private_key', models.CharField(max_length=400)),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='AlertPhone',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('staff', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='alert_phones', to='staff.staff')),
                    ('session', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='alert_phone', to='sessions.session')),
                    ('endpoint', models.CharField(max_length=500, unique=True)),
                    ('public_key', models.CharField(max_length=100)),
                    ('auth_secret', models.CharField(max_length=40)),
                    ('name', models.CharField(help_text='Such as “Chrome, Android”.', max_length=60)),
                    ('made_at', models.DateTimeField()),
                    ('answered_at', models.DateTimeField(help_text='When it last confirmed an alert.', null=True)),
                    ('error', models.CharField(blank=True, help_text='Why the last alert failed.', max_length=200)),
                ],
                options={
                    'ordering': ('id',),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Book',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80)),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='books', to='tables.room')),
                    ('table', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='book', to='tables.table')),
                ],
                options={
                    'verbose_name': 'house rulebook',
                    'ordering': ('room', 'table__name'),
                    'permissions': [('publish_book', 'Can publish a version that another manager proposed')],
                    'default_permissions': ('view', 'change'),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('table', None)), fields=('room',), name='one_book_a_room')],
                },
            ), migrations.CreateModel(
                name='Call',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tables.table')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tables.room')),
                    ('seq', models.BigIntegerField()),
                    ('hand', models.PositiveIntegerField(help_text='Hand number; 0 if none was dealt yet.')),
                    ('street', models.CharField(blank=True, max_length=20)),
                    ('status', models.CharField(choices=[('open', 'Open'), ('ruled', 'Ruled'), ('cancelled', 'Canceled')], default='open', max_length=10)),
                    ('called_at', models.DateTimeField()),
                    ('called_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls_made', to='staff.staff')),
                    ('key', models.CharField(blank=True, help_text='The irregularity reported.', max_length=60)),
                    ('facts', models.JSONField(default=dict)),
                    ('delivered_at', models.DateTimeField(help_text='A floor screen showed it.', null=True)),
                    ('delivered_to', models.CharField(blank=True, db_default='', default='', help_text='Whose screen it was.', max_length=40)),
                    ('seen_at', models.DateTimeField(null=True)),
                    ('seen_by', models.CharField(blank=True, max_length=40)),
                    ('coming_at', models.DateTimeField(null=True)),
                    ('coming_by', models.CharField(blank=True, max_length=40)),
                    ('arrived_at', models.DateTimeField(null=True)),
                    ('arrived_by', models.CharField(blank=True, max_length=40)),
                    ('escalated_at', models.DateTimeField(null=True)),
                    ('escalated_by', models.CharField(blank=True, max_length=40)),
                    ('ended_at', models.DateTimeField(help_text='Ruled or canceled.', null=True)),
                    ('ended_by', models.CharField(blank=True, max_length=40)),
                    ('reason', models.CharField(blank=True, help_text='Canceled calls only.', max_length=200)),
                ],
                options={
                    'ordering': ('called_at', 'id'),
                    'default_permissions': ('view',),
                    'indexes': [models.Index(fields=['room', 'status', 'called_at'], name='calls_waiting'), models.Index(fields=['table', 'called_at'], name='calls_of_a_table')],
                    'constraints': [models.UniqueConstraint(fields=('table', 'seq'), name='call_once'), models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('table',), name='one_open_call_a_table')],
                },
            ), migrations.CreateModel(
                name='CallAlert',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('made_at', models.DateTimeField()),
                    ('due_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField(null=True)),
                    ('ended_at', models.DateTimeField(help_text='Delivered or given up.', null=True)),
                    ('error', models.CharField(blank=True, max_length=200)),
                    ('phone', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='alerts', to='rulings.alertphone')),
                    ('call', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='alerts', to='rulings.call')),
                    ('kind', models.CharField(choices=[('call', 'New call'), ('report', 'What happened was reported'), ('everyone', 'Escalated, or seen by no one'), ('over', 'Answered or over'), ('test', 'Test')], max_length=10)),
                    ('key', models.CharField(blank=True, help_text='What was reported by then.', max_length=60)),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('dead', 'Failed'), ('obsolete', 'Not needed')], default='waiting', max_length=10)),
                    ('used_seen_at', models.DateTimeField(null=True)),
                    ('used_coming_at', models.DateTimeField(null=True)),
                ],
                options={
                    'ordering': ('id',),
                    'default_permissions': (),
                    'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='call_alert_waiting'), models.Index(fields=['ended_at'], name='call_alert_ended')],
                },
            ), migrations.CreateModel(
                name='Incident',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('command_id', models.UUIDField(help_text='Sent twice, it is stored once.', unique=True)),
                    ('category', models.CharField(max_length=40)),
                    ('severity', models.PositiveSmallIntegerField(choices=[(1, 'minor'), (2, 'serious'), (3, 'grave')])),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='players.player')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='tables.table')),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('hand', models.PositiveIntegerField(help_text='Hand number; 0 if none was dealt yet.')),
                    ('dealer', models.CharField(blank=True, help_text="Dealer's alias.", max_length=40)),
                    ('seen_by', models.CharField(choices=[('dealer', 'Dealer'), ('supervisor', 'Supervisor'), ('player', 'Player'), ('camera', 'Camera')], default='dealer', max_length=10)),
                    ('note', models.TextField(blank=True, max_length=2000)),
                    ('at', models.DateTimeField()),
                    ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='staff.staff')),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'permissions': [('note_incident', 'Can add notes to an incident')],
                    'default_permissions': ('view',),
                    'indexes': [models.Index(fields=['table', 'at'], name='incidents_of_a_table')],
                },
            ), migrations.CreateModel(
                name='Ladder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ladders', to='tables.room')),
                    ('number', models.PositiveIntegerField()),
                    ('steps', models.JSONField()),
                    ('reason', models.CharField(max_length=500)),
                    ('effective_from', models.DateTimeField()),
                    ('by', models.CharField(max_length=100)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('room', '-number'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('room', 'number'), name='ladder_once')],
                },
            ), migrations.CreateModel(
                name='RulebookDraft',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('book', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='draft', to='rulings.book')),
                    ('settings', models.JSONField(default=dict)),
                    ('reason', models.CharField(blank=True, max_length=500)),
                    ('effective_from', models.DateTimeField(help_text="Blank: as soon as it's published.", null=True)),
                    ('withdraws', models.BooleanField(default=False, help_text="Back to the room's rulebook.")),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='staff.staff')),
                    ('saved_at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='RulebookVersion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('book', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='rulings.book')),
                    ('number', models.PositiveIntegerField()),
                    ('settings', models.JSONField(default=dict, help_text='Only settings that differ from the guide defaults.')),
                    ('reason', models.CharField(max_length=500)),
                    ('effective_from', models.DateTimeField()),
                    ('withdraws', models.BooleanField(default=False, help_text="The table goes back to the room's rulebook.")),
                    ('proposed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proposed_versions', to='staff.staff')),
                    ('proposed_at', models.DateTimeField(null=True)),
                    ('published_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='published_versions', to='staff.staff')),
                    ('published_at', models.DateTimeField(null=True)),
                ],
                options={
                    'ordering': ('book', '-number'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('book', 'number'), name='version_once')],
                },
            ), migrations.CreateModel(
                name='Ruling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.CharField(max_length=20)),
                    ('kind', models.CharField(choices=[('ruling', 'Ruling'), ('appeal', 'Appeal'), ('correction', 'Correction'), ('payment', 'Held pot paid')], default='ruling', max_length=10)),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tables.room')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tables.table')),
                    ('call', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ruling', to='rulings.call')),
                    ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='records', to='rulings.ruling')),
                    ('hand', models.PositiveIntegerField()),
                    ('seq', models.BigIntegerField(default=0, help_text="Entry of the table's log; 0 for none.")),
                    ('key', models.CharField(blank=True, max_length=60)),
                    ('row', models.PositiveSmallIntegerField(default=0, help_text='Number of the irregularity.')),
                    ('clause', models.CharField(blank=True, max_length=40)),
                    ('book', models.CharField(blank=True, max_length=80)),
                    ('version', models.PositiveIntegerField(default=1)),
                    ('words', models.JSONField(null=True)),
                    ('facts', models.JSONField(default=dict)),
                    ('proposal', models.JSONField(default=dict)),
                    ('outcome', models.CharField(blank=True, max_length=60)),
                    ('decision', models.CharField(choices=[('accepted', 'Accepted'), ('overridden', 'Overridden'), ('dealer', "Dealer's remedy")], max_length=10)),
                    ('reason', models.CharField(blank=True, max_length=500)),
                    ('result', models.CharField(max_length=500)),
                    ('steps', models.JSONField(default=list)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='staff.staff')),
                    ('at', models.DateTimeField()),
                    ('day', models.DateField(help_text='Room calendar day; numbers restart each day.')),
                    ('seconds', models.PositiveIntegerField(default=0)),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'permissions': [('appeal_ruling', 'Can record an appeal or a correction of a ruling')],
                    'default_permissions': ('view',),
                    'indexes': [models.Index(fields=['room', 'key', 'at'], name='precedents'), models.Index(fields=['table', 'hand'], name='rulings_of_a_hand')],
                    'constraints': [models.UniqueConstraint(fields=('room', 'day', 'number'), name='ruling_number_once')],
                },
            ), migrations.CreateModel(
                name='IncidentNote',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('incident', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='rulings.incident')),
                    ('text', models.TextField(blank=True, max_length=2000)),
                    ('ruling', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='incident_notes', to='rulings.ruling')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incident_notes', to='staff.staff')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('at', 'id'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='SupervisorDuty',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('staff', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='duties', to='staff.staff')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='duties', to='tables.room')),
                    ('since', models.DateTimeField()),
                    ('until', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['room', 'until'], name='duty_of_room')],
                    'constraints': [models.UniqueConstraint(fields=('staff', 'room'), name='duty_once_a_room')],
                },
            )],
        ),
        *append_only("rulings_rulebookversion", "A version of the rulebook"),
        *append_only("rulings_incident", "An incident", blanked=("note",)),
        *append_only("rulings_incidentnote", "A note on an incident", blanked=("text",)),
        *append_only("rulings_ruling", "A ruling"),
        *append_only("rulings_ladder", "A version of the ladder"),
    ]

import django.db.models.deletion
from django.db import migrations, models

from journal import triggers
from journal.append_only import allow_blanking, append_only
from journal.migration_operations import CreateTables, RunOnDatabase
from journal.partition_schema import partition_journal


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='Stream',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=100, unique=True)),
                    ('seq', models.BigIntegerField(default=0, help_text='Number of the last entry.')),
                    ('hash', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', help_text='Hash of the last entry.', max_length=64)),
                    ('base_seq', models.BigIntegerField(default=0, help_text='A rebuild may start with the entry after this one.')),
                    ('state', models.BinaryField(default=b'', help_text="The engine's state, encoded.")),
                    ('view', models.JSONField(default=dict, help_text='Public table view.')),
                    ('updated_at', models.DateTimeField(help_text='Time of the last entry.', null=True)),
                ],
            ), migrations.CreateModel(
                name='Erasure',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stamp', models.CharField(max_length=32)),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='JournalArchive',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('label', models.CharField(help_text='Its months, as 2026-03.', max_length=40, unique=True)),
                    ('file', models.CharField(help_text='Name in the folders of backups.', max_length=100)),
                    ('sha256', models.CharField(max_length=64)),
                    ('bytes', models.BigIntegerField()),
                    ('entries', models.BigIntegerField()),
                    ('at', models.DateTimeField(help_text='When it was verified in both places.')),
                ],
                options={
                    'ordering': ('pk',),
                    'default_permissions': ('view',),
                },
            ), migrations.CreateModel(
                name='ChainVerification',
                fields=[
                    ('stream', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='proven', serialize=False, to='journal.stream')),
                    ('seq', models.BigIntegerField(default=0)),
                    ('hash', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                    ('at', models.DateTimeField(null=True)),
                    ('broken', models.CharField(blank=True, max_length=200)),
                    ('broken_at', models.DateTimeField(null=True)),
                    ('again_seq', models.BigIntegerField(default=0)),
                    ('again_hash', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                    ('again_from', models.DateTimeField(null=True)),
                    ('whole_at', models.DateTimeField(null=True)),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='PersonalText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ref', models.CharField(max_length=32, unique=True)),
                    ('player', models.CharField(db_index=True, help_text='As the log names players.', max_length=100)),
                    ('note', models.BooleanField(default=False)),
                    ('text', models.TextField(blank=True, help_text='Empty: removed.')),
                    ('salt', models.CharField(blank=True, max_length=32)),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('note', False), models.Q(('text', ''), _negated=True)), fields=('player', 'text'), name='name_once')],
                },
            ), migrations.CreateModel(
                name='Entry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stream', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='journal.stream')),
                    ('seq', models.BigIntegerField()),
                    ('command_id', models.CharField(max_length=64)),
                    ('index', models.PositiveIntegerField(help_text='Place among the events of its command.')),
                    ('name', models.CharField(max_length=100)),
                    ('version', models.PositiveIntegerField()),
                    ('data', models.TextField(help_text='Canonical JSON, exactly as hashed.')),
                    ('at', models.DateTimeField(help_text='When it happened: the time of the tap.')),
                    ('actor', models.CharField(max_length=100)),
                    ('prev_hash', models.CharField(max_length=64)),
                    ('hash', models.CharField(max_length=64)),
                    ('device', models.CharField(blank=True, help_text='Where it came from; not hashed.', max_length=80, null=True)),
                    ('request', models.CharField(blank=True, help_text="Digest of what the client sent, keyed with the server's secret; not hashed.", max_length=32, null=True)),
                    ('stored_at', models.DateTimeField(help_text='When it was stored, if a tablet made it earlier; hashed.', null=True)),
                    ('caveat', models.CharField(blank=True, help_text='What the tablet could not know: clock_corrected, pin_unchecked; hashed.', max_length=60, null=True)),
                ],
                options={
                    'verbose_name_plural': 'entries',
                    'indexes': [models.Index(condition=models.Q(('name', 'command.undone'), ('name', 'hand.rake_taken'), ('name', 'table.time_collected'), _connector='OR'), fields=['stream', 'at'], name='entry_drops'), models.Index(condition=models.Q(('name', 'table.opened'), ('name', 'table.closed'), ('name', 'table.plaque_changed'), ('name', 'table.plaque_awaited'), ('name', 'button.drawn'), ('name', 'button.set'), ('name', 'hand.finished'), ('name', 'dealer.pushed'), ('name', 'seats.drawn'), ('name', 'seat.locked'), ('name', 'seat.unlocked'), ('name', 'table.renamed'), ('name', 'table.seat_count_changed'), ('name', 'player.renamed'), ('name', 'seat.taken'), ('name', 'seat.left'), _connector='OR'), fields=['stream', 'seq'], name='entry_table_history'), models.Index(fields=['at', 'id'], name='entry_at'), models.Index(fields=['actor', 'at'], name='entry_actor'), models.Index(fields=['at', 'stream'], name='entry_at_stream')],
                    'constraints': [models.UniqueConstraint(fields=('stream', 'seq'), name='entry_seq_once'), models.UniqueConstraint(fields=('stream', 'command_id', 'index'), name='entry_command_once')],
                },
            ), migrations.CreateModel(
                name='ArchivedRange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('archive', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ranges', to='journal.journalarchive')),
                    ('stream', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='archived', to='journal.stream')),
                    ('first', models.BigIntegerField(help_text='Number of the first entry.')),
                    ('last', models.BigIntegerField(help_text='Number of the last entry.')),
                    ('prev_hash', models.CharField(help_text='Hash of the entry before the first.', max_length=64)),
                    ('hash', models.CharField(help_text='Hash of the last entry.', max_length=64)),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('stream', 'last'), name='archived_once')],
                },
            )],
        ),
        RunOnDatabase(triggers.create, triggers.drop),
        RunOnDatabase(
            allow_blanking("journal_entry", ("device",), "The journal is append-only: an entry"),
        ),
        *append_only("journal_personaltext", "A personal text of the log"),
        RunOnDatabase(
            allow_blanking(
                "journal_personaltext",
                ("text", "salt"),
                "A personal text of the log",
                all_at_once=True,
            ),
        ),
        *append_only("journal_erasure", "An erasure"),
        *append_only("journal_journalarchive", "An archive of the journal"),
        *append_only("journal_archivedrange", "An archived range of the journal"),
        RunOnDatabase(partition_journal),
    ]

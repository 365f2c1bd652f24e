import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import drop.models
import tables.models.plaques
from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('journal', '0001_initial'),
        ('players', '0001_initial'),
        ('staff', '0001_initial'),
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='Plaque',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60)),
                    ('version', models.PositiveIntegerField(default=1, editable=False)),
                    ('published_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('game', models.CharField(choices=tables.models.plaques.games, max_length=20)),
                    ('limit', models.CharField(choices=[('fixed', 'Fixed: the same bet on every round'), ('split', 'Split: small bet, then big bet on later rounds'), ('spread', 'Spread: any bet between two amounts'), ('pot', 'Pot limit'), ('none', 'No limit')], max_length=10)),
                    ('small_bet', models.BigIntegerField(help_text='Bet, small bet or minimum bet.')),
                    ('big_bet', models.BigIntegerField(help_text='Big bet, or maximum bet in a spread.')),
                    ('blinds', models.JSONField(blank=True, default=list, help_text='In order from the button.')),
                    ('ante', models.BigIntegerField(default=0)),
                    ('ante_by', models.CharField(choices=[('all', 'Everyone'), ('big_blind', 'The big blind, for the table'), ('button', 'The button, for the table')], default='all', max_length=10)),
                    ('bring_in', models.BigIntegerField(default=0, help_text='Stud: the bring-in.')),
                    ('kill', models.CharField(blank=True, choices=[('', 'No kill'), ('full', 'Kill: the limits double'), ('half', 'Half-kill: the limits rise by one half')], default='', max_length=10)),
                    ('kill_trigger', models.BigIntegerField(default=0, help_text='Qualifying pot.')),
                    ('kill_post', models.BigIntegerField(default=0, help_text="The killer's live blind.")),
                    ('rotate_by', models.CharField(blank=True, choices=[('', 'One game'), ('hands', 'By hands'), ('orbit', 'By orbits'), ('time', 'By minutes'), ('choice', "Dealer's choice")], default='', max_length=10)),
                    ('rotate_count', models.PositiveIntegerField(default=1, help_text='Hands, orbits or minutes.')),
                    ('rotation', models.JSONField(blank=True, default=list, help_text="Games after this plaque's own, in order.")),
                    ('straddle', models.BooleanField(default=False, help_text='Straddle allowed.')),
                    ('buy_in_min', models.BigIntegerField()),
                    ('buy_in_max', models.BigIntegerField()),
                    ('chips', models.JSONField(default=list, help_text='Denominations in play.')),
                    ('charge', models.CharField(choices=[('percent', 'A percentage of the pot'), ('steps', 'Steps: a set rake at each pot size'), ('time', 'Time, no rake'), ('free', 'No collection')], max_length=10)),
                    ('basis_points', models.PositiveIntegerField(default=0, help_text='1,000 is 10%.')),
                    ('steps', models.JSONField(blank=True, default=list, help_text='Pot size and rake, in pairs.')),
                    ('cap', models.BigIntegerField(default=0, help_text='Most raked from one hand.')),
                    ('unit', models.BigIntegerField(default=100, help_text='Rake is rounded down to this.')),
                    ('no_flop_no_drop', models.BooleanField(default=True)),
                    ('jackpot', models.BigIntegerField(default=0, help_text='Dropped in addition to the rake.')),
                    ('jackpot_from', models.BigIntegerField(default=0, help_text='Starts at this pot size.')),
                    ('time_charge', models.BigIntegerField(default=0, help_text='Per player, every time_minutes.')),
                    ('time_minutes', models.PositiveIntegerField(default=30)),
                    ('spares_new', models.BooleanField(default=False, help_text="Time: house choice. Otherwise everyone in the game pays when it's collected.", verbose_name='new players pay from the next collection')),
                    ('tracking', models.CharField(choices=[('streets', 'Streets: one tap per street'), ('actions', 'Folds and bets, seat by seat')], default='actions', max_length=10)),
                ],
                options={
                    'ordering': ('name', '-version'),
                    'constraints': [models.UniqueConstraint(fields=('name', 'version'), name='plaque_version_once')],
                },
            ), migrations.CreateModel(
                name='Room',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, unique=True)),
                    ('minimum_age', models.PositiveSmallIntegerField(blank=True, help_text="Per your license or local law. Blank: age isn't checked.", null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)])),
                    ('incidentals_cap', models.BigIntegerField(default=0, help_text='Most a player may take off the table for incidentals and keep playing (H-06); 0 for none.', validators=[django.core.validators.MinValueValidator(0)])),
                    ('lock_minutes', models.PositiveSmallIntegerField(default=15, help_text='How long a locked-up seat is held. House choice.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(720)])),
                    ('tablet_silent_seconds', models.PositiveSmallIntegerField(default=60, help_text='Seconds without a signal before a tablet shows as offline. House choice.', validators=[django.core.validators.MinValueValidator(60), django.core.validators.MaxValueValidator(3600)])),
                    ('slow_percent', models.PositiveSmallIntegerField(default=20, help_text='A table is slow when its hands per hour fall this percent below normal for its game here.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)])),
                    ('unseen_call_seconds', models.PositiveSmallIntegerField(db_default=60, default=60, help_text='Seconds until a floor call that no one has seen goes to everyone. House choice.', validators=[django.core.validators.MinValueValidator(10), django.core.validators.MaxValueValidator(3600)])),
                    ('dealers_seat', models.BooleanField(db_default=True, default=True, help_text="A dealer may seat a player at the tablet. Off: a supervisor's PIN is needed. House choice.")),
                    ('silent_seat_seconds', models.PositiveSmallIntegerField(db_default=20, default=20, help_text='Seconds until a tablet points out the seat that holds up the hand; 0 for never. House choice.', validators=[django.core.validators.MaxValueValidator(600)])),
                    ('turn_clock_seconds', models.PositiveSmallIntegerField(db_default=30, default=30, help_text='Seconds of the clock on a player, where the rulebook leaves them to the house (H-33).', validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(600)])),
                    ('chip_colors', models.CharField(blank=True, db_default='100=white 500=red 2500=green 10000=black 50000=purple 100000=yellow 500000=orange', default='100=white 500=red 2500=green 10000=black 50000=purple 100000=yellow 500000=orange', help_text='Value and color of each chip, in the smallest unit; blank: tablets show no chips.', max_length=300)),
                    ('joins_by_phone', models.BooleanField(db_default=False, default=False, help_text='Players may join from their phones; the desk or the code on the board confirms that they are here.')),
                    ('opening_hours', models.CharField(blank=True, db_default='', default='', help_text='Such as Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00. Blank: open all day, every day.', max_length=200)),
                    ('called_text', models.CharField(blank=True, help_text='Text or email sent to a called player. Blank: the standard message.', max_length=300)),
                    ('mail_subject', models.CharField(blank=True, help_text='Subject line of the email to a called player.', max_length=80)),
                    ('own_time', models.BooleanField(default=False, help_text='A simulated night is running, so nothing times out. Uncheck if the simulation was killed.')),
                    ('staff', models.ManyToManyField(blank=True, help_text='The people who work here.', related_name='rooms', to='staff.staff')),
                ],
                options={
                    'ordering': ('name',),
                },
            ), migrations.CreateModel(
                name='Table',
                fields=[
                    ('stream', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='table', serialize=False, to='journal.stream')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tables.room')),
                    ('name', models.CharField(help_text="As printed on the felt: T12. A projection of the table's log.", max_length=20, validators=[django.core.validators.RegexValidator('^(?!\\.+\\Z)[^/\\\\?#%]+\\Z', "A table's name is part of web addresses: not just periods, and no / \\ ? # or percent sign.")])),
                    ('seats', models.PositiveSmallIntegerField(help_text="Number of seats; a projection of the table's log.", validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(10)])),
                    ('plaque', models.ForeignKey(blank=True, help_text='Plaque the table opens with (S-005).', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tables.plaque')),
                    ('hand_plaque', models.ForeignKey(editable=False, help_text='Plaque of the hand in progress, while another one is posted for the next hand.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.plaque')),
                ],
                options={
                    'ordering': ('room', 'name'),
                    'permissions': [('deal', 'Can sign in at a tablet and deal'), ('supervise', 'Can change the plaque and button at a tablet')],
                    'constraints': [models.UniqueConstraint(fields=('room', 'name'), name='table_name_once_in_a_room')],
                },
            ), migrations.CreateModel(
                name='Visit',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='visits', to='players.player')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='visits', to='tables.room')),
                    ('in_at', models.DateTimeField()),
                    ('in_by', models.CharField(help_text='As the log names people.', max_length=40)),
                    ('out_at', models.DateTimeField(null=True)),
                    ('out_by', models.CharField(blank=True, max_length=40)),
                ],
                options={
                    'ordering': ('-in_at', '-id'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('out_at', None)), fields=('player',), name='one_visit_at_a_time')],
                },
            ), migrations.CreateModel(
                name='SeatSession',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('visit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='tables.visit')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='tables.table')),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('taken', models.BigIntegerField(help_text='The entry of the log.')),
                    ('taken_at', models.DateTimeField()),
                    ('left', models.BigIntegerField(null=True)),
                    ('left_at', models.DateTimeField(null=True)),
                ],
                options={
                    'ordering': ('taken_at', 'id'),
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['table', 'seat', 'left'], name='sitting_now'), models.Index(fields=['table', 'seat', 'visit'], name='sitting_ever')],
                    'constraints': [models.UniqueConstraint(fields=('table', 'taken'), name='one_sitting_an_entry')],
                },
            ), migrations.CreateModel(
                name='TextOptOut',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('phone_key', models.CharField(max_length=64, unique=True)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Device',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60)),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='devices', to='tables.table')),
                    ('token_hash', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                    ('paired_at', models.DateTimeField(editable=False, null=True)),
                    ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('dealer', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='devices', to='staff.staff')),
                    ('aside', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='staff.staff')),
                    ('push_due', models.BooleanField(default=False, editable=False, help_text='Took over mid-hand: push when the hand ends.')),
                    ('signed_in_at', models.DateTimeField(editable=False, null=True)),
                    ('pin_checked_at', models.DateTimeField(editable=False, null=True)),
                ],
                options={
                    'ordering': ('table', 'name'),
                },
            ), migrations.CreateModel(
                name='PairingCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_codes', to='tables.device')),
                    ('code_hash', models.CharField(max_length=64, unique=True)),
                    ('expires_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(null=True)),
                    ('lasting', models.BooleanField(default=False, editable=False, help_text='Reusable; demo room only.')),
                ],
            ), migrations.CreateModel(
                name='LobbyScreen',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lobby_screens', to='tables.room')),
                    ('kind', models.CharField(choices=[('board', 'board with the join code'), ('kiosk', 'kiosk for self check-in'), ('wall', 'wall display for the staff')], max_length=10)),
                    ('key_digest', models.CharField(help_text='Digest of its cookie.', max_length=64, unique=True)),
                    ('by', models.CharField(help_text='Who allowed it, as the log names people.', max_length=40)),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('pk',),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Installation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code_hash', models.CharField(blank=True, max_length=64)),
                    ('code_expires_at', models.DateTimeField(null=True)),
                    ('begun_at', models.DateTimeField(null=True)),
                    ('begun_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='staff.staff')),
                    ('room', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.room')),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('currency', models.CharField(db_default='USD', default='USD', help_text='ISO 4217. It stays once a hand was dealt, because stored amounts name no currency.', max_length=3)),
                    ('factor_put_off_at', models.DateTimeField(help_text='When the setup went on without a second factor; the settings remind.', null=True)),
                    ('time_zone', models.CharField(blank=True, db_default='', default='', help_text='Of all rooms, such as America/Los_Angeles. Blank: that of the server.', max_length=64)),
                    ('demo_until', models.DateTimeField(help_text='Until then the demo is being created, or was until it failed.', null=True)),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='DropPolicy',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='drop_policy', to='tables.room')),
                    ('shifts', models.JSONField(default=drop.models.usual_shifts, help_text='Name and start hour of each shift.')),
                    ('threshold', models.BigIntegerField(default=2500, help_text='A variance above this must be explained before the count closes; in the smallest unit.', validators=[django.core.validators.MinValueValidator(0)])),
                ],
                options={
                    'verbose_name_plural': 'drop policies',
                },
            ), migrations.CreateModel(
                name='BoardSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_settings', to='tables.room')),
                    ('page_seconds', models.PositiveSmallIntegerField(default=12, help_text='Seconds that a page of the lists is shown; at most 8 while four or more players are called.', validators=[django.core.validators.MinValueValidator(8), django.core.validators.MaxValueValidator(60)])),
                    ('voice', models.BooleanField(default=False, help_text="The screen says aloud who is called, by its browser's voice.")),
                    ('messages', models.JSONField(default=list, help_text='Texts of the house: text, from and until, as ISO 8601 in UTC; empty for at once and without an end.')),
                ],
                options={
                    'verbose_name_plural': 'board settings',
                },
            ), migrations.CreateModel(
                name='RoomLineupLog',
                fields=[
                    ('stream', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='dealers', serialize=False, to='journal.stream')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='dealers', to='tables.room')),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='RoomWaitlistLog',
                fields=[
                    ('stream', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='lists', serialize=False, to='journal.stream')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='lists', to='tables.room')),
                ],
                options={
                    'permissions': [('keep_lists', 'Can run the waitlist')],
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='ScheduledPlaque',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('names', models.JSONField(help_text='Plaque names, whatever version is current by then.')),
                    ('values', models.JSONField(help_text='Plaque fields; amounts in the smallest unit.')),
                    ('put_up', models.JSONField(help_text='Open tables that switch to it.')),
                    ('said', models.JSONField(help_text='What changes, in words: label, before, after.')),
                    ('begins', models.CharField(help_text='Start time in words: day of Nov 24.', max_length=120)),
                    ('effective_from', models.DateTimeField()),
                    ('asked_by', models.CharField(help_text='As the log names people.', max_length=160)),
                    ('asked_alias', models.CharField(blank=True, max_length=60)),
                    ('asked_at', models.DateTimeField()),
                    ('state', models.CharField(choices=[('waits', 'pending'), ('begun', 'in force'), ('withdrawn', 'withdrawn')], default='waits', max_length=10)),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('ended_alias', models.CharField(blank=True, max_length=60)),
                    ('held_up', models.JSONField(default=dict, help_text="Why it didn't take effect when due.")),
                ],
                options={
                    'ordering': ('effective_from', 'id'),
                    'default_permissions': (),
                    'indexes': [models.Index(condition=models.Q(('state', 'waits')), fields=['effective_from'], name='plaques_that_wait')],
                },
            ), migrations.CreateModel(
                name='ChipMovement',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='movements', to='tables.seatsession')),
                    ('kind', models.CharField(choices=[('buy_in', 'Buy-in'), ('brought', 'Brought from another table'), ('add_on', 'Add-on'), ('taken_off', 'Taken off the table'), ('left_with', 'Left with')], max_length=10)),
                    ('amount', models.BigIntegerField()),
                    ('seq', models.BigIntegerField(help_text='The entry of the log.')),
                    ('at', models.DateTimeField()),
                    ('by', models.CharField(help_text='As the log names people.', max_length=100)),
                    ('reason', models.CharField(blank=True, max_length=250)),
                ],
                options={
                    'ordering': ('at', 'seq'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='TabletHeartbeat',
                fields=[
                    ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='heard', serialize=False, to='tables.table')),
                    ('at', models.DateTimeField()),
                    ('silent', models.BooleanField(default=False)),
                    ('silent_since', models.DateTimeField(null=True)),
                ],
            ), migrations.CreateModel(
                name='SeatLock',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='locks', to='tables.table')),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('until', models.BigIntegerField(db_index=True, help_text='Unix milliseconds.')),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('table', 'seat'), name='seat_lock_once')],
                },
            ), migrations.CreateModel(
                name='HourlyHandCount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hours', to='tables.table')),
                    ('hour', models.DateTimeField()),
                    ('game', models.CharField(max_length=120)),
                    ('hands', models.PositiveSmallIntegerField()),
                ],
                options={
                    'indexes': [models.Index(fields=['hour'], name='hands_hour_by_hour')],
                    'constraints': [models.UniqueConstraint(fields=('table', 'hour'), name='hour_once_a_table')],
                },
            ), migrations.CreateModel(
                name='HandStart',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hand_starts', to='tables.table')),
                    ('seq', models.BigIntegerField(help_text='The entry of the log.')),
                    ('number', models.PositiveIntegerField(help_text='Number of the hand; after an undone start the next one has the same number.')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['table', 'number', 'seq'], name='hand_start_number'), models.Index(fields=['table', 'at', 'seq'], name='hand_start_at')],
                    'constraints': [models.UniqueConstraint(fields=('table', 'seq'), name='hand_start_once')],
                },
            ), migrations.CreateModel(
                name='FormerTableName',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to='tables.table')),
                    ('name', models.CharField(max_length=20)),
                    ('seq', models.BigIntegerField(help_text='The entry of the log that ended it.')),
                    ('until', models.DateTimeField()),
                ],
                options={
                    'ordering': ('seq',),
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['name'], name='former_names')],
                    'constraints': [models.UniqueConstraint(fields=('table', 'seq'), name='former_name_once_an_entry')],
                },
            ), migrations.CreateModel(
                name='EffectiveRules',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rules_from', to='tables.room')),
                    ('table', models.ForeignKey(help_text='Table with its own rulebook; blank for the whole room.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rules_from', to='tables.table')),
                    ('book', models.CharField(blank=True, help_text="Rulebook; blank for the room's own.", max_length=80)),
                    ('version', models.PositiveIntegerField()),
                    ('settings', models.JSONField(default=dict, help_text='Only settings that differ from the guide defaults.')),
                    ('effective_from', models.DateTimeField()),
                    ('withdrawn', models.BooleanField(default=False, help_text="The table goes back to the room's rulebook from then on.")),
                ],
                options={
                    'ordering': (models.OrderBy(models.F('table'), nulls_last=True), '-effective_from', '-id'),
                    'indexes': [models.Index(fields=['room', 'table', 'effective_from'], name='rules_in_force')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('table', None)), fields=('room', 'version'), name='rules_version_once_in_a_room'), models.UniqueConstraint(fields=('table', 'version'), name='rules_version_once_at_a_table')],
                },
            ), migrations.CreateModel(
                name='DropBox',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drop_boxes', to='tables.room')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drop_boxes', to='tables.table')),
                    ('previous', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='following', to='tables.dropbox')),
                    ('number', models.CharField(help_text='As marked on the box.', max_length=12)),
                    ('day', models.DateField(help_text='Day the shift began.')),
                    ('shift', models.CharField(max_length=20)),
                    ('game', models.CharField(blank=True, help_text='As on the plaque at the time.', max_length=120)),
                    ('chips', models.JSONField(help_text='Denominations counted, in the smallest unit.')),
                    ('taken_at', models.DateTimeField()),
                    ('taken_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='boxes_taken', to='staff.staff')),
                ],
                options={
                    'ordering': ('taken_at', 'id'),
                    'permissions': [('count_box', 'Can pull and count drop boxes'), ('correct_box', 'Can correct a closed count')],
                    'default_permissions': ('view',),
                    'indexes': [models.Index(fields=['room', 'day', 'shift'], name='boxes_of_a_shift')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('previous', None)), fields=('table',), name='one_first_box_a_table')],
                },
            ), migrations.CreateModel(
                name='Divergence',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divergences', to='tables.table')),
                    ('command_id', models.CharField(max_length=64)),
                    ('engine', models.CharField(help_text="Hash of the tablet's bundle.", max_length=64)),
                    ('predicted', models.JSONField(help_text='Events that the tablet decided.')),
                    ('stored', models.JSONField(help_text='Events in the log.')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('table', 'command_id'), name='divergence_once')],
                },
            ), migrations.CreateModel(
                name='Departure',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='freed', to='tables.table')),
                    ('seq', models.BigIntegerField(help_text="The entry of the table's log.")),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('at', models.DateTimeField(db_index=True)),
                    ('closing', models.BigIntegerField(null=True)),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('table', 'seq'), name='freed_seat_once')],
                },
            ), migrations.CreateModel(
                name='TabletOutage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='silences', to='tables.table')),
                    ('since', models.DateTimeField()),
                    ('until', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['table', 'until'], name='silences_of_a_table')],
                },
            ), migrations.CreateModel(
                name='TextReply',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('provider', models.CharField(max_length=10)),
                    ('key', models.CharField(help_text="The provider's id of the message.", max_length=64)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('provider', 'key'), name='one_text_reply_a_message')],
                },
            ), migrations.CreateModel(
                name='TypicalPace',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paces', to='tables.room')),
                    ('game', models.CharField(max_length=120)),
                    ('hands', models.FloatField()),
                    ('hours', models.PositiveIntegerField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('room', 'game'), name='pace_once_a_game')],
                },
            ), migrations.CreateModel(
                name='WaitlistChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('lists', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tables.roomwaitlistlog')),
                    ('seq', models.BigIntegerField(help_text='The entry of the log.')),
                    ('key', models.CharField(help_text='Of the list.', max_length=40)),
                    ('title', models.CharField(max_length=60)),
                    ('number', models.BigIntegerField(help_text='Of the name, in this room.')),
                    ('name', models.CharField(max_length=40)),
                    ('token', models.CharField(blank=True, db_index=True, max_length=40)),
                    ('event', models.CharField(max_length=40)),
                    ('before', models.PositiveIntegerField()),
                    ('to', models.PositiveIntegerField()),
                    ('ahead', models.PositiveIntegerField(default=0, help_text='Names skipped.')),
                    ('table', models.CharField(blank=True, max_length=40)),
                    ('seat', models.PositiveSmallIntegerField(default=0)),
                    ('waited', models.BigIntegerField(default=0, help_text='Milliseconds, for players who were seated.')),
                    ('quoted_wait', models.PositiveIntegerField(help_text='Wait quoted at sign-up, in minutes, for players who were seated.', null=True)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('by', models.CharField(help_text='As the log names people.', max_length=100)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-seq',),
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['lists', 'key', '-seq'], name='list_change_of_list'), models.Index(fields=['lists', 'number', 'seq'], name='list_change_of_name')],
                    'constraints': [models.UniqueConstraint(fields=('lists', 'seq', 'number'), name='list_change_once')],
                },
            ), migrations.CreateModel(
                name='DropCount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('box', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='tables.dropbox')),
                    ('round', models.PositiveSmallIntegerField(help_text="Round 2 follows counts that didn't match.")),
                    ('place', models.PositiveSmallIntegerField(help_text='First or second of its round.')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='box_counts', to='staff.staff')),
                    ('pieces', models.JSONField()),
                    ('total', models.BigIntegerField()),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('round', 'place'),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('box', 'round', 'place'), name='two_counts_a_round'), models.UniqueConstraint(fields=('box', 'round', 'by'), name='one_count_a_person')],
                },
            ), migrations.CreateModel(
                name='DropResult',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('box', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='tables.dropbox')),
                    ('about', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='correction', to='tables.dropresult')),
                    ('round', models.PositiveSmallIntegerField()),
                    ('pieces', models.JSONField()),
                    ('total', models.BigIntegerField()),
                    ('rake', models.BigIntegerField()),
                    ('jackpot', models.BigIntegerField()),
                    ('time', models.BigIntegerField()),
                    ('difference', models.BigIntegerField()),
                    ('threshold', models.BigIntegerField()),
                    ('reason', models.CharField(blank=True, max_length=500)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='box_results', to='staff.staff')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('id',),
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('about', None)), fields=('box',), name='a_box_closes_once')],
                },
            ), migrations.CreateModel(
                name='GameSignOff',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stream', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_offs', to='journal.stream')),
                    ('staff', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_sign_offs', to='staff.staff')),
                    ('family', models.CharField(help_text='Key of the family: flop, stud, draw.', max_length=20)),
                    ('by', models.CharField(help_text='Who signed it off, by key.', max_length=100)),
                    ('at', models.BigIntegerField(help_text='Unix milliseconds.')),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('staff', 'family'), name='sign_off_once')],
                },
            ), migrations.CreateModel(
                name='JoinRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='tables.room')),
                    ('browser_key', models.CharField(max_length=64)),
                    ('phone_key', models.CharField(blank=True, max_length=64)),
                    ('sealed_phone', models.TextField(blank=True, help_text='The number, encrypted under `SECRET_KEY`.')),
                    ('name', models.CharField(help_text='The name to call.', max_length=40)),
                    ('games', models.JSONField(help_text='Keys of the lists.')),
                    ('network_key', models.CharField(blank=True, db_default='', help_text='Digest of the network; blank for a kiosk of the house.', max_length=64)),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('confirmed', 'Confirmed'), ('refused', 'Refused'), ('ended', 'Ended')], default='waiting', max_length=10)),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('made_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('by', models.CharField(blank=True, help_text='Who decided, as the log names people.', max_length=40)),
                    ('token', models.CharField(blank=True, help_text="Of the player's own page.", max_length=40)),
                ],
                options={
                    'ordering': ('pk',),
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['room', 'state'], name='join_of_room')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('browser_key',), name='join_one_per_browser'), models.UniqueConstraint(condition=models.Q(('state', 'waiting'), models.Q(('phone_key', ''), _negated=True)), fields=('phone_key',), name='join_one_per_phone')],
                },
            ), migrations.CreateModel(
                name='GameHalfHour',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('open_s', models.BigIntegerField(default=0)),
                    ('seat_s', models.BigIntegerField(default=0)),
                    ('chair_s', models.BigIntegerField(default=0)),
                    ('wait_s', models.BigIntegerField(default=0)),
                    ('called_s', models.BigIntegerField(default=0)),
                    ('held_s', models.BigIntegerField(default=0)),
                    ('must_move_s', models.BigIntegerField(db_default=0, default=0)),
                    ('not_called_s', models.BigIntegerField(default=0)),
                    ('floor_call_s', models.BigIntegerField(default=0)),
                    ('no_dealer_s', models.BigIntegerField(default=0)),
                    ('locked_s', models.BigIntegerField(default=0)),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='half_hours', to='tables.room')),
                    ('begins', models.DateTimeField()),
                    ('day', models.DateField()),
                    ('shift', models.CharField(max_length=20)),
                    ('hour', models.PositiveSmallIntegerField()),
                    ('game', models.CharField(max_length=120)),
                ],
                options={
                    'abstract': False,
                    'default_permissions': (),
                    'indexes': [models.Index(fields=['room', 'day'], name='half_hours_of_a_day')],
                    'constraints': [models.UniqueConstraint(fields=('room', 'begins', 'day', 'shift', 'game'), name='game_half_hour_once')],
                },
            ), migrations.CreateModel(
                name='DismissedSuggestion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dismissed_suggestions', to='tables.room')),
                    ('key', models.CharField(max_length=200)),
                    ('until', models.DateTimeField()),
                    ('by', models.CharField(help_text='As the log names people.', max_length=40)),
                ],
                options={
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(fields=('room', 'key'), name='suggestion_dismissed_once')],
                },
            ), migrations.CreateModel(
                name='CallPage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('made_at', models.DateTimeField()),
                    ('due_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField(null=True)),
                    ('ended_at', models.DateTimeField(help_text='Delivered or given up.', null=True)),
                    ('error', models.CharField(blank=True, max_length=200)),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='tables.room')),
                    ('number', models.BigIntegerField(help_text='Of the waitlist entry, in this room.')),
                    ('until', models.BigIntegerField(help_text="When the call ends on the room's clock, in Unix milliseconds.")),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('dead', 'Failed'), ('obsolete', 'Not needed')], default='waiting', max_length=10)),
                ],
                options={
                    'ordering': ('id',),
                    'default_permissions': (),
                    'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='call_page_waiting'), models.Index(fields=['room', 'expires_at'], name='call_page_of_room'), models.Index(fields=['ended_at'], name='call_page_ended')],
                },
            )],
        ),
        *append_only("tables_effectiverules", "A version of the house rules"),
        *append_only("tables_tabletoutage", "An outage of a tablet"),
        *append_only("tables_dropbox", "A drop box"),
        *append_only("tables_dropcount", "A count of a drop box"),
        *append_only("tables_dropresult", "The result of a drop box"),
    ]

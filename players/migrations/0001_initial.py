import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        CreateTables(
            models=[
            migrations.CreateModel(
                name='Player',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('alias', models.CharField(help_text='The name shown in public.', max_length=40)),
                    ('alias_key', models.CharField(editable=False, max_length=160, null=True, unique=True)),
                    ('card_number', models.CharField(blank=True, help_text='Card number, if any.', max_length=40, null=True, unique=True)),
                    ('legal_name', models.CharField(blank=True, max_length=120)),
                    ('phone', models.CharField(blank=True, help_text='For paging; with + and country.', max_length=16)),
                    ('email', models.EmailField(blank=True, help_text='For paging by email.', max_length=120)),
                    ('born', models.DateField(blank=True, null=True)),
                    ('notes', models.CharField(blank=True, max_length=500)),
                    ('merged_into', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='players.player')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('anonymised_at', models.DateTimeField(editable=False, help_text='Personal data removed at this time.', null=True)),
                ],
                options={
                    'ordering': ('alias',),
                    'permissions': [('view_legal_name', 'Can see legal names and dates of birth'), ('merge_player', 'Can merge duplicate players'), ('import_player', 'Can import players from a file'), ('anonymise_player', 'Can anonymize a player')],
                },
            ), migrations.CreateModel(
                name='PlayerChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='players.player')),
                    ('field', models.CharField(max_length=20)),
                    ('before', models.CharField(blank=True, max_length=500)),
                    ('after', models.CharField(blank=True, max_length=500)),
                    ('by', models.CharField(help_text='As the log names people.', max_length=40)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='PlayerMerge',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='took_over', to='players.player')),
                    ('gone', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='taken_over', to='players.player')),
                    ('reason', models.CharField(max_length=500)),
                    ('by', models.CharField(max_length=40)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='Sanction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='players.player')),
                    ('kind', models.CharField(choices=[('warning', 'Warning'), ('penalty', 'Penalty'), ('suspension', 'Suspension'), ('bar', 'Bar')], max_length=10)),
                    ('until', models.DateTimeField(help_text='Suspensions only.', null=True)),
                    ('reason', models.CharField(max_length=500)),
                    ('by', models.CharField(help_text='Issued by, as logged.', max_length=40)),
                    ('at', models.DateTimeField()),
                    ('incident', models.BigIntegerField(help_text='The incident behind it.', null=True)),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'permissions': [('give_sanction', 'Can warn, suspend and bar players'), ('lift_sanction', 'Can lift a sanction')],
                    'default_permissions': ('view',),
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'suspension'), ('until__isnull', False)), models.Q(models.Q(('kind', 'suspension'), _negated=True), ('until', None)), _connector='OR'), name='a_suspension_has_an_end')],
                },
            ), migrations.CreateModel(
                name='SanctionLift',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='lifting', to='players.sanction')),
                    ('reason', models.CharField(max_length=500)),
                    ('by', models.CharField(max_length=40)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'default_permissions': (),
                },
            ), migrations.CreateModel(
                name='SelfExclusion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='self_exclusions', to='players.player')),
                    ('since', models.DateTimeField()),
                    ('until', models.DateTimeField(help_text='Blank: no end date.', null=True)),
                    ('by', models.CharField(help_text='Recorded by, as logged.', max_length=40)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-at', '-id'),
                    'permissions': [('exclude_player', 'Can record self-exclusions')],
                    'default_permissions': (),
                    'constraints': [models.CheckConstraint(condition=models.Q(('until', None), ('until__gt', models.F('since')), _connector='OR'), name='an_exclusion_ends_after_it_begins')],
                },
            ), migrations.CreateModel(
                name='Separation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='apart_one', to='players.player')),
                    ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='apart_other', to='players.player')),
                    ('apart', models.BooleanField()),
                    ('reason', models.CharField(max_length=500)),
                    ('by', models.CharField(max_length=40)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('at', 'id'),
                    'default_permissions': (),
                    'constraints': [models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='apart_smaller_number_first')],
                },
            )],
        ),
        *append_only("players_sanction", "A sanction", blanked=("reason",)),
        *append_only("players_sanctionlift", "The lifting of a sanction", blanked=("reason",)),
        *append_only("players_separation", "A separation of two players", blanked=("reason",)),
        *append_only("players_playerchange", "A change of a player", blanked=("before", "after")),
        *append_only("players_playermerge", "A merge of two players", blanked=("reason",)),
        *append_only("players_selfexclusion", "A self-exclusion"),
    ]

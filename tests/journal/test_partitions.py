"""The monthly partitions of the log. Only on PostgreSQL (`conftest.py`)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.db.migrations.state import ProjectState
from django.db.models import Index

from drop.totals import last_drops
from journal.indexes import AddIndexWhileServing
from journal.models import Entry, Stream
from journal.partitions import (
    DEFAULT,
    MONTH_BITS,
    MONTHS_AHEAD,
    in_range,
    in_ranges,
    month_number,
    month_text,
    months_ahead,
    months_back,
    parse_month,
    partitions,
    prepare_months,
)
from journal.trigger_comparison import trigger_mismatches
from ops.health.checks.log_months import check_months
from tests.support.drop_fixtures import House
from tests.support.log_months import execute, stored_in
from tests.support.logged_table import HAND, LoggedTable
from tests.support.room import create_game

NOW = datetime.now(UTC)
pytestmark = pytest.mark.django_db


def partitions_used() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tableoid::regclass::text FROM journal_entry ORDER BY 1")
        return [name for (name,) in cursor.fetchall()]


@contextmanager
def refused(message: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=message), transaction.atomic():
        yield


@pytest.mark.parametrize(
    "moment",
    [
        "2026-01-01T00:00:00+00:00",
        "2026-12-31T23:59:59.999999+00:00",
        "2027-01-01T02:00:00+05:00",
        "2036-02-29T12:00:00+00:00",
    ],
)
def test_the_database_counts_months_as_python_does(moment: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT journal_month(%s)", [moment])
        (month,) = cursor.fetchone()
    assert month == month_number(datetime.fromisoformat(moment))


def test_new_database_has_this_month_and_the_next_ones() -> None:
    assert months_ahead(NOW) == MONTHS_AHEAD
    assert [part.label for part in partitions()][-1] == "default"
    assert prepare_months() == 0
    assert trigger_mismatches() == []


def test_log_goes_on_over_the_end_of_a_month(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    with stored_in("2025-01"):
        table.execute(HAND[0])
    with stored_in("2025-02"):
        table.execute(*HAND[1:])
    assert partitions_used()[:2] == ["journal_entry_2025_01", "journal_entry_2025_02"]
    call_command("verify_journal")
    assert "chain and view agree" in capsys.readouterr().out
    before = Entry.objects.get(seq=1)
    ids = list(
        Entry.objects.filter(seq__gt=before.seq + 6).order_by("seq").values_list("pk", flat=True)
    )
    assert len(set(ids)) == len(ids)


def test_every_partition_is_append_only(table: LoggedTable) -> None:
    with stored_in("2025-01"):
        table.execute(*HAND)
    connection.check_constraints()
    for name in ("journal_entry", "journal_entry_2025_01", DEFAULT):
        for statement in (f"UPDATE {name} SET actor = 'x'", f"DELETE FROM {name}"):
            if name != DEFAULT:  # the default partition is empty, and these triggers fire for rows
                with refused("append-only"):
                    execute(statement)
        with refused("append-only"):
            execute(f"TRUNCATE {name}")


@pytest.mark.parametrize("target", ["journal_entry", DEFAULT])
@pytest.mark.parametrize("again", ["entry_seq_once", "entry_command_once", "both are new", ""])
def test_statement_over_the_end_of_a_month_is_compared(
    table: LoggedTable, target: str, again: str
) -> None:
    """Insert two copies of an entry in one statement, with keys of different months.

    The target is the whole table or the default partition.
    """
    table.execute(*HAND)
    last = table.stream.seq
    # The number and command of the second copy. The first copy is new.
    number, command = {
        "entry_seq_once": ("2", "'newer'"),
        "entry_command_once": (f"{last + 2}", "command_id"),
        "both are new": (f"{last + 1}", "'newer'"),
        "": (f"{last + 2}", "'newer'"),
    }[again]
    first_month = parse_month("2031-05") if target == DEFAULT else month_number(NOW)
    copies = " UNION ALL ".join(
        f'SELECT {(month << MONTH_BITS) + (1 << MONTH_BITS - 1)}, stream_id, {seq}, {id_}, "index", name, version,'
        " data, at, actor, prev_hash, hash FROM journal_entry WHERE seq = 2"
        for month, seq, id_ in (
            (first_month, last + 1, "'new'"),
            (parse_month("2031-06"), number, command),
        )
    )
    insert = (
        f'INSERT INTO {target} (id, stream_id, seq, command_id, "index", name, version, data, at,'
        f" actor, prev_hash, hash) {copies}"
    )
    if not again:
        execute(insert)
        assert Entry.objects.filter(seq__gt=last).count() == 2
        return
    by_index = target == DEFAULT and again == "both are new"
    with refused("duplicate key" if by_index else "stored already"):
        execute(insert)


def test_triggers_of_a_partition_are_compared() -> None:
    part = partitions()[0].name
    execute(f"ALTER TABLE {part} DISABLE TRIGGER journal_entry_once")
    assert trigger_mismatches() == [
        f"the trigger journal_entry_once of {part} is changed or disabled"
    ]
    execute(f"DROP TRIGGER journal_entry_no_truncate ON {part}")
    assert f"the trigger journal_entry_no_truncate of {part} is missing" in trigger_mismatches()


def test_next_months_are_created() -> None:
    last = partitions()[-2]
    assert last.until == month_number(NOW) + MONTHS_AHEAD + 1
    for dropped in partitions()[-4:-1]:
        execute(f"DROP TABLE {dropped.name}")
    part = check_months(NOW)
    assert part
    assert (part.level, part.state) == ("soon", "not ahead")
    assert prepare_months() == 3
    part = check_months(NOW)
    assert part
    assert part.level == "good"
    assert trigger_mismatches() == []


def test_role_of_the_room_prepares_months_and_owns_nothing() -> None:
    """The roles are those of deploy/postgresql/roles.sql."""
    for statement in (
        "CREATE ROLE room_of_a_test",
        f"GRANT USAGE ON SCHEMA {connection.ops.quote_name('public')} TO room_of_a_test",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO room_of_a_test",
        f"DROP TABLE {partitions()[-2].name}",
        "SET LOCAL ROLE room_of_a_test",
    ):
        execute(statement)
    assert prepare_months() == 1
    for refused_statement in (
        f"DROP TABLE {partitions()[-2].name}",
        f"ALTER TABLE journal_entry DETACH PARTITION {partitions()[-2].name}",
        f"TRUNCATE {partitions()[-2].name}",
        "SELECT journal_add_partition('mine', 'DEFAULT')",
    ):
        with pytest.raises(ProgrammingError), transaction.atomic():
            execute(refused_statement)


def test_forgotten_month_stops_no_table_and_is_told(table: LoggedTable) -> None:
    with stored_in("2031-05", partition=False):
        table.execute(*HAND)
    connection.check_constraints()
    assert DEFAULT in partitions_used()
    part = check_months(NOW)
    assert part
    assert (part.level, part.state) == ("soon", "no partition")
    assert "default one: " in part.headline
    assert prepare_months() == 1
    assert DEFAULT not in partitions_used()
    assert "2031-05" in [part.label for part in partitions()]
    assert trigger_mismatches() == []
    call_command("verify_journal", verbosity=0)


def test_range_of_entries_plans_only_its_partition(table: LoggedTable) -> None:
    """Planning every partition would take longer than reading a hand."""
    with stored_in("2025-01"):
        table.execute(*HAND)
    last = table.stream.seq
    with stored_in("2025-02"):
        table.undo()
    rows = in_range(Entry.objects.all(), table.stream.pk, last - 2, last)
    assert [row.seq for row in rows] == [last - 1, last]
    assert set(re.findall(r"journal_entry_\d{4}_\d\d\b", rows.explain())) == {
        "journal_entry_2025_01"
    }
    assert not in_range(Entry.objects.all(), table.stream.pk, last + 1_000, last + 2_000)


def test_ranges_of_several_logs_plan_no_earlier_partition(table: LoggedTable) -> None:
    with stored_in("2025-01"):
        other = Stream.objects.get(pk=create_game().table.pk)
    with stored_in("2025-02"):
        table.execute(*HAND)
    first = table.stream.seq - 2
    last = table.stream.seq
    rows = in_ranges(Entry.objects.all(), [(table.stream.pk, first, last)])
    assert [row.seq for row in rows] == [last - 1, last]
    assert "journal_entry_2025_01" not in rows.explain()
    both = in_ranges(
        Entry.objects.all(), [(table.stream.pk, first, last), (other.pk, other.seq - 1, other.seq)]
    )
    assert {(row.stream_id, row.seq) for row in both} == {
        (table.stream.pk, last - 1),
        (table.stream.pk, last),
        (other.pk, other.seq),
    }
    assert not in_ranges(Entry.objects.all(), [])
    assert not in_ranges(Entry.objects.all(), [(other.pk, other.seq, other.seq + 1_000)])


def test_last_drop_is_found_in_an_earlier_month() -> None:
    with stored_in(month_text(month_number(NOW) - 6)):
        house = House(create_game(), people={})
        house.play_hand()
    drop = Entry.objects.get(name="hand.rake_taken")
    assert last_drops([house.table.pk], until=house.now) == {house.table.pk: drop.at}
    house.play_hand()
    assert last_drops([house.table.pk], until=house.now)[house.table.pk] > drop.at


def test_months_go_back_to_the_first_entry() -> None:
    """Each entry is in exactly one range, the newest in the first one. Only the months of a range are planned."""
    before = month_text(month_number(NOW) - 6)
    with stored_in(before):
        table = LoggedTable()
        table.execute(HAND[0])
    table.execute(*HAND[1:])
    stream = table.stream.pk
    conditions = list(months_back(stream))
    assert len(conditions) == 3, (
        "the current month, the three before it, and the twelve before them"
    )
    ranges = [set(Entry.objects.filter(part, stream=stream)) for part in conditions]
    assert [len(part) > 0 for part in ranges] == [True, False, True]
    assert sum(map(len, ranges)) == len(set().union(*ranges)) == Entry.objects.count()
    plan = Entry.objects.filter(conditions[0], stream=stream).explain()
    assert before.replace("-", "_") not in plan


@pytest.mark.django_db(transaction=True)
@pytest.mark.release
def test_index_of_the_log_is_added_while_commands_are_stored(table: LoggedTable) -> None:
    """The index is built partition by partition without a lock. It can be built again after an interruption, and
    dropped.
    """
    table.execute(*HAND)
    state = ProjectState.from_apps(apps)
    adding = AddIndexWhileServing("entry", Index(fields=["caveat"], name="entry_caveat"))
    for _ in range(2):
        with connection.schema_editor(atomic=False) as editor:
            adding.database_forwards("journal", editor, state, _with(adding, state))
        assert len(_indexes_of_caveats()) == len(list(partitions())) + 1
    with connection.schema_editor(atomic=False) as editor:
        adding.database_backwards("journal", editor, _with(adding, state), state)
    assert _indexes_of_caveats() == []


def _with(adding: AddIndexWhileServing, before: ProjectState) -> ProjectState:
    after = before.clone()
    adding.state_forwards("journal", after)
    return after


def _indexes_of_caveats() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%(caveat)%'")
        return [name for (name,) in cursor.fetchall()]

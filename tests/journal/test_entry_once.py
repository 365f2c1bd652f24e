"""A log stores an entry number and a command id only once, in all months. SQLite has no months or archives."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from journal.models import Entry
from journal.partitions import has_partitions, parse_month
from tests.support.logged_table import HAND, LoggedTable


@pytest.mark.parametrize("again", ["seq", "command_id"])
def test_entry_is_stored_once_whatever_its_month(table: LoggedTable, again: str) -> None:
    table.execute(*HAND)
    entry = Entry.objects.order_by("seq").last()
    assert entry
    entry.pk = parse_month("2031-05") << 40  # only in the default partition
    if again == "seq":
        entry.command_id = "another"
    else:
        entry.seq += 100
    message = "stored already" if has_partitions() else "UNIQUE|never replaced"
    with pytest.raises(IntegrityError, match=message), transaction.atomic():
        entry.save(force_insert=True)


def test_months_and_archives_are_for_postgresql(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("journal_months")
    output = capsys.readouterr().out
    if has_partitions():
        assert "0 created." in output
        call_command("archive_journal", before="2020-01")
        assert "0 months archived" in capsys.readouterr().out
        return
    assert "one table" in output
    with pytest.raises(CommandError, match="on SQLite"):
        call_command("archive_journal", before="2020-01")

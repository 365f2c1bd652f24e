"""A player is erased from the waitlists of an archived month. Only on PostgreSQL (`conftest.py`)."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction

from journal.archive_file import ArchiveError, digest
from journal.archives import archived_entries
from journal.models import Entry, Stream
from ops.anonymize import anonymize
from players.models import Player
from players.registry import PlayerInput, player_change, player_new
from tests.support.desk import KEY, Desk
from tests.support.log_months import archive, stored_in
from tests.support.room import NOW, create_game
from waitlist.models import WaitlistChange
from waitlist.rules import commands as c

FILE = "journal-2025-01.archive"
BY = "staff.7"


@pytest.fixture
def player(db: None, folders: tuple[Path, Path]) -> Player:
    """Kettle, who was on a waitlist of an archived month before another player took that alias."""
    room = create_game()
    kettle = player_new(player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW)
    with stored_in("2025-01"):
        desk = Desk(room, room.now)
        desk.execute(c.OpenWaitlist(KEY, "Limit 4/8"))
        desk.add("Kettle", "Hat")
        desk.execute(c.RemovePlayer(desk.entry_number("Kettle"), "asked to"))
        player_change(player=kettle, player_input=PlayerInput(alias="Pan"), by=BY, now=NOW)
        desk.add("Kettle")
        desk.execute(c.RemovePlayer(desk.entry_number("Kettle"), "asked to"))
    archive()
    assert not Entry.objects.filter(stream__key__startswith="lists.").exists()
    return Player.objects.get(pk=kettle.pk)


def listed_names() -> list[str]:
    rows = WaitlistChange.objects.filter(event="name.added").order_by("seq")
    return list(rows.values_list("name", flat=True))


def archived_text() -> str:
    stream = Stream.objects.get(key__startswith="lists.")
    return "".join(entry.data for entry in archived_entries(stream.pk))


def test_name_in_an_archived_month_is_erased_and_that_of_another_player_stays(
    player: Player, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    before = [digest(folder / FILE) for folder in folders]
    assert listed_names() == ["Kettle", "Hat", "Kettle"]
    anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    assert listed_names() == [f"Player {player.key}", "Hat", "Kettle"]
    assert archived_text().count('"name":"Kettle"') == 1
    assert [digest(folder / FILE) for folder in folders] == before, "an archive is never changed"
    call_command("verify_journal")
    assert "DIFFERS" not in capsys.readouterr().out


def test_nothing_is_erased_without_the_archive(player: Player, folders: tuple[Path, Path]) -> None:
    """Only the archive shows which of two players with one alias an entry refers to."""
    for folder in folders:
        (folder / FILE).unlink()
    with pytest.raises(ArchiveError, match="is missing in"), transaction.atomic():
        anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    assert listed_names() == ["Kettle", "Hat", "Kettle"]
    assert Player.objects.get(pk=player.pk).alias == "Pan"

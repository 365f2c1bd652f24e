"""The pages of a hand in an archived month. Only on PostgreSQL (`conftest.py`)."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from floor_ui.replay.hand_lookup import at_time
from journal import archives
from journal.archive_file import ArchiveError, open_archive
from journal.archives import last_archived
from poker import commands as c
from poker.events import HandStarted
from poker.refusal import Refusal
from tables.new_events import events_after, few_new_events
from tests.support.floor_fixtures import sign_in_client
from tests.support.log_months import archive, stored_in
from tests.support.room import TableDriver, create_game, create_staff

FILE = "journal-2025-01.archive"
FOLDED = (4, 1, 2)  # seat 3 wins


def deal_hand(game: TableDriver) -> None:
    for seat in FOLDED:
        game.execute(c.Act(seat=seat, what="fold"))
    game.execute(c.NextHand())


@pytest.fixture
def archived_game(db: None, folders: tuple[Path, Path]) -> TableDriver:
    """A game whose first hand is in an archive and whose second hand is in the database."""
    with stored_in("2025-01"):
        game = create_game()
        deal_hand(game)
    with stored_in("2025-02"):
        for seat in (1, 2, 3):
            game.execute(c.Act(seat=seat, what="fold"))
    connection.check_constraints()
    create_staff("supervisor", alias="Wren", badge="201")
    archive()
    return game


@pytest.fixture
def client(archived_game: TableDriver) -> Client:
    return sign_in_client("201")


def hand_url(game: TableDriver, where: object, name: str = "hand") -> str:
    return reverse(f"replay:{name}", args=[game.table.room_id, game.table.name, where])


@pytest.fixture
def opened() -> Iterator[list[str]]:
    """The archives that were opened."""
    names: list[str] = []

    def open_and_note(file: Path) -> object:
        names.append(file.name)
        return open_archive(file)

    with patch("journal.archives.open_archive", side_effect=open_and_note):
        yield names


def test_archived_hand_has_its_pages(archived_game: TableDriver, client: Client) -> None:
    page = client.get(hand_url(archived_game, 1))
    assert page.status_code == 200
    assert "T1, hand 1" in page.content.decode()
    assert "Seat 4 folds" in page.content.decode()
    evidence = client.post(hand_url(archived_game, 1, "evidence"))
    assert evidence.status_code == 200


def test_only_what_is_archived_opens_an_archive(
    archived_game: TableDriver, client: Client, opened: list[str]
) -> None:
    assert client.get(hand_url(archived_game, 2)).status_code == 200
    now = archived_game.now
    assert at_time(archived_game.table, now, timezone.now() if now > timezone.now() else now).hand
    assert opened == []
    assert client.get(hand_url(archived_game, 1)).status_code == 200
    assert set(opened) == {FILE}


def test_log_with_new_entries_in_an_archive_is_read_by_itself(
    archived_game: TableDriver, opened: list[str]
) -> None:
    table = archived_game.table.pk
    last = last_archived([table])[table]
    assert few_new_events({table: last - 1}, kinds=[HandStarted], most=1_000) == {}
    assert opened == []
    starts = events_after(table, after=0, kinds=[HandStarted], limit=10)
    assert [seq <= last for seq, *_ in starts] == [True, False]
    new_starts = few_new_events({table: last}, kinds=[HandStarted], most=1_000)
    assert new_starts == {table: starts[1:]}


def test_missing_archive_is_a_sentence_on_the_page(
    archived_game: TableDriver, client: Client, folders: tuple[Path, Path]
) -> None:
    for folder in folders:
        (folder / FILE).unlink()
    page = client.get(hand_url(archived_game, 1))
    assert page.status_code == 503
    assert f"in the archive {FILE}, which is missing" in page.content.decode()
    assert client.get(hand_url(archived_game, 2)).status_code == 200
    with pytest.raises((ArchiveError, Refusal)):
        archives.entry_at(archived_game.table.stream.pk, 1)

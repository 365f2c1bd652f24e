"""Personal text is outside the log: entries have references, readers see names, and names can be erased."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from journal import personal_text
from journal.models import Entry, Erasure, PersonalText
from journal.store import STORED, entries
from poker.events import HandStarted, SeatTaken
from tables.table_log import batches
from tests.support.logged_table import HAND, LoggedTable
from tests.support.tampering import tamper_with_names


def stored_json() -> str:
    """Return all JSON of the log in its stored form."""
    rows = Entry.objects.annotate(stored=STORED).order_by("pk").values_list("stored", flat=True)
    return "\n".join(rows)


def read_names(table: LoggedTable) -> list[str]:
    """Return the names in `seat.taken` and in the seats of the last hand."""
    results = []
    for batch in batches(entries(stream=table.stream)):
        for event in batch.events:
            results += [event.name] if isinstance(event, SeatTaken) else []
            if isinstance(event, HandStarted):
                results += [seat.name for seat in event.table.seats if seat.taken]
    return results


def test_log_has_no_names_and_readers_get_them(table: LoggedTable) -> None:
    table.execute(*HAND)
    assert not any(name in stored_json() for name in ("Ivy", "Moss", "Fern"))
    assert '"player":"p1"' in stored_json()
    assert read_names(table) == ["Ivy", "Moss", "Fern"] * 2
    assert Entry.objects.filter(name="seat.taken").values_list("data", flat=True)[0].count("Ivy")
    assert PersonalText.objects.count() == 3  # the repeated name is stored once
    call_command("verify_journal")


def test_erased_text_is_gone_and_the_chain_is_valid(table: LoggedTable) -> None:
    table.execute(*HAND)
    before = [entry.hash for entry in entries(stream=table.stream)]
    assert read_names(table).count("Moss") == 2
    with transaction.atomic():
        assert personal_text.erase(["p2"]) == 1
    personal_text.refresh_cache()
    assert read_names(table) == ["Ivy", "Player p2", "Fern"] * 2
    assert [entry.hash for entry in entries(stream=table.stream)] == before
    assert not PersonalText.objects.filter(player="p2").exclude(text="", salt="").exists()
    # The snapshot still contains the name, because the seat is taken. It is rebuilt from the log.
    with pytest.raises(CommandError):
        call_command("verify_journal")
    call_command("rebuild_pictures")
    call_command("verify_journal")
    assert "Moss" not in str(table.stream.__class__.objects.get(pk=table.stream.pk).view)


def test_erased_text_is_gone_in_other_processes(
    table: LoggedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_names(table) == ["Ivy", "Moss", "Fern"]
    # Another process would erase the text without clearing this process's cache.
    PersonalText.objects.filter(player="p2").update(text="", salt="")
    Erasure.objects.create(stamp="elsewhere")
    monkeypatch.setattr(personal_text, "_CACHE_SECONDS", -1.0)
    assert read_names(table) == ["Ivy", "Player p2", "Fern"]


def test_personal_text_can_only_be_erased(table: LoggedTable) -> None:
    name = PersonalText.objects.get(player="p1")
    for change in (
        lambda: PersonalText.objects.filter(pk=name.pk).update(text="Rose"),
        lambda: PersonalText.objects.filter(pk=name.pk).update(text="", salt="", player="p9"),
        lambda: PersonalText.objects.filter(pk=name.pk).update(ref="0" * 32),
        lambda: PersonalText.objects.all().delete(),
        lambda: Erasure.objects.create(stamp="x").delete(),
    ):
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            change()
    PersonalText.objects.filter(pk=name.pk).update(text="", salt="")
    name.refresh_from_db()
    assert (name.text, name.player) == ("", "p1")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda: PersonalText.objects.filter(player="p1").delete(), "a name it refers to is gone"),
        (
            lambda: PersonalText.objects.filter(player="p1").update(text="Rose"),
            "a name it refers to doesn't match its hash",
        ),
    ],
)
def test_tampered_name_is_found(
    table: LoggedTable,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[], object],
    problem: str,
) -> None:
    tamper_with_names(change)
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("verify_journal")
    assert f"entry 2: {problem}" in capsys.readouterr().out


def test_entry_without_references_is_read_unchanged() -> None:
    old = '{"event":"seat.taken","name":"Ivy","player":"p1","seat":1}'
    assert personal_text.resolve_references(old) == old


@pytest.mark.django_db
def test_reference_without_a_row_is_reported_lost() -> None:
    text = f'{{"event":"seat.taken","name":{{"~":"{"0" * 32}"}},"player":"p1","seat":1}}'
    assert '"name":"(lost)"' in personal_text.resolve_references(text)


def test_undo_restores_an_erased_player_without_the_name(table: LoggedTable) -> None:
    table.execute(HAND[0])
    assert "Fern" in str(table.stream.view)
    assert personal_text.erase(["p3"]) == 1
    personal_text.refresh_cache()
    table.undo()
    assert "Fern" not in str(table.stream.view)
    assert "Player p3" in str(table.stream.view)
    assert "Ivy" in str(table.stream.view)

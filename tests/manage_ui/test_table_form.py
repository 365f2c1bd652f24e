"""A table's page: name and seats change between hands, with the change shown first and refusals at the field."""

from journal.models import Entry
from poker.commands import Deal
from staff.models import AuditEvent
from tables.lifecycle import table_create
from tables.models import Table
from tests.support.manage_fixtures import ManagerClient
from tests.support.page_roles import PageContent
from tests.support.room import ACTOR, NOW, TableDriver

OPEN = {"name": "T1", "seats": "9"}


def test_change_is_shown_first_saved_and_recorded(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    pk = game.table.pk
    page = hornbeam.get("table", pk)
    first = hornbeam.post("table", pk, seen=page.seen, name="Main 1", seats="10")
    assert first.status == 200
    assert "Every screen and tablet shows Main 1 from now on" in first.text
    assert "Seats 10 can be filled at once" in first.text
    assert Table.objects.get(pk=pk).name == "T1", "not saved before it is confirmed"
    assert hornbeam.save("table", pk, name="Main 1", seats="10").status == 302
    table = Table.objects.get(pk=pk)
    assert (table.name, table.seats, len(table.view.seats)) == ("Main 1", 10, 10)
    entries = Entry.objects.filter(
        stream=pk, name__in=["table.renamed", "table.seat_count_changed"]
    )
    assert set(entries.values_list("actor", flat=True)) == {hornbeam.staff.key}
    act = AuditEvent.objects.get(verb="setting_changed", about_key=str(pk))
    assert (act.table, act.before, act.after) == (
        pk,
        {"Name": "T1", "Seats": "9"},
        {"Name": "Main 1", "Seats": "10"},
    )
    shown = hornbeam.get("table", pk).text
    PageContent(shown).heading("Main 1 open")
    assert "Hornbeam" in shown


def test_running_hand_refuses_at_the_field(hornbeam: ManagerClient, game: TableDriver) -> None:
    game.execute(Deal())
    for change, field in (({"name": "Main"}, "Name"), ({"seats": "8"}, "Seats")):
        page = hornbeam.save("table", game.table.pk, **(OPEN | change))
        assert page.status == 422
        (error,) = page.field_errors
        assert "Hand 1 is in progress. Wait until it ends, then try again." in error, field
    table = Table.objects.get(pk=game.table.pk)
    assert (table.name, table.seats) == ("T1", 9)
    assert not AuditEvent.objects.filter(verb="setting_changed").exists()


def test_refusals_name_the_other_table_and_the_seat(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    table_create(room=game.table.room, name="T2", seats=9, plaque=None, actor=ACTOR, now=NOW)
    for change, text in (
        ({"name": "t2"}, "T2 is already a table in Small room."),
        ({"name": "a/b"}, "slash"),
        ({"seats": "3"}, "Pebble 4 is in seat 4."),
        ({"seats": "11"}, "10"),
        ({"name": "Main", "seats": "3"}, "Pebble 4 is in seat 4."),
    ):
        page = hornbeam.save("table", game.table.pk, **(OPEN | change))
        assert page.status == 422, change
        assert text in page.errors, change
    assert Table.objects.get(pk=game.table.pk).name == "T1", "both or none"

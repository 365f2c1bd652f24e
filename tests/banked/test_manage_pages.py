"""The managers' pages of house-banked games: plaques and their versions, tables, decisions about irregularities."""

from typing import Any

import pytest
from django.urls import reverse

from banked.actions import opening_command
from banked.decisions import decisions_of
from banked.models import BankedSetup, HousePlaque
from banked.rules import commands as c
from banked.rules.irregularities import catalogue
from staff.models import AuditEvent
from tables.models import FormerTableName, Table
from tests.support.banked_room import PLAQUE, BankedDriver, create_banked
from tests.support.manage_fixtures import ManagerClient, sign_in_client

pytestmark = pytest.mark.django_db
FIELDS: dict[str, Any] = {
    "plaque": "Blackjack at noon",
    "game": "blackjack",
    "name": "",
    "tracking": "outcomes",
    "decks": "6",
    "boxes": "7",
    "least": "10",
    "most": "200",
    "chip": "1",
    "colors": "1, 5, 25, 100",
    "match_least": "1",
    "match_most": "0",
    "match_other": "",
    "match_same": "",
    "envy": "0",
    "doubles": "1",
    "redouble": "original",
    "rescue": "none",
    "surrender": "none",
    "soft_17": "hit",
    "suited_678": "2:1",
    "odd_amounts": "house",
}
# The fields of the plaque that the test's table has.
STORED = FIELDS | {
    "plaque": PLAQUE,
    "game": "spanish21",
    "tracking": "cards",
    "boxes": "6",
    "least": "15",
    "most": "500",
    "match_most": "100",
    "envy": "50",
    "rescue": "last",
    "surrender": "verbal",
    "soft_17": "stand",
    "odd_amounts": "half",
}


@pytest.fixture
def banked(db: None) -> BankedDriver:
    return create_banked()


@pytest.fixture
def manager(banked: BankedDriver) -> ManagerClient:
    return ManagerClient(sign_in_client(banked.hornbeam), banked.hornbeam)


def test_list_of_tables_and_plaques(banked: BankedDriver, manager: ManagerClient) -> None:
    page = manager.get("banked")
    assert page.status == 200
    assert "Spanish 21 for tests version 1" in page.text.replace('<span class="quiet">', "")
    assert "Match $1 to $100, pays 4 and 9 to 1" in page.text
    listed = manager.get("index").text
    assert "House-banked games" in listed
    assert "1 table, 1 plaque" in listed
    assert "15 irregularities, all as proposed" in listed


def test_list_without_anything(banked: BankedDriver, manager: ManagerClient) -> None:
    BankedSetup.objects.all().delete()
    HousePlaque.objects.all().delete()
    Table.every.filter(pk=banked.table.pk).update(kind="poker")
    page = manager.get("banked")
    assert "No house-banked tables in this room yet." in page.text
    assert "No plaques yet." in page.text


def test_new_plaque(manager: ManagerClient) -> None:
    assert "Source: read" in manager.get("banked-plaque-new").text
    page = manager.post("banked-plaque-new", **FIELDS)
    assert (page.status, page.errors) == (302, "")
    plaque = HousePlaque.objects.get(name="Blackjack at noon")
    assert plaque.version == 1
    assert plaque.published_by == manager.staff
    assert plaque.body["least"] == 1_000
    assert AuditEvent.objects.filter(verb="plaque_published").exists()
    twice = manager.post("banked-plaque-new", **FIELDS)
    assert "There is a plaque with this name." in twice.errors


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"least": "300"}, "the lowest bet must not be above the highest"),
        ({"least": "10.50"}, "bets are made in chips"),
        ({"boxes": "8"}, "7"),
        ({"decks": "3"}, ""),
        ({"most": "much"}, "much"),
        ({"match_most": "100"}, "no pay table"),
        ({"match_most": "100", "match_other": "4"}, "Enter both"),
        ({"colors": ""}, ""),
        ({"plaque": ""}, ""),
    ],
)
def test_wrong_fields_are_shown_at_their_place(
    manager: ManagerClient, fields: dict[str, str], error: str
) -> None:
    page = manager.post("banked-plaque-new", **(FIELDS | fields))
    assert page.status == 422
    assert page.field_errors
    assert error in page.errors
    assert HousePlaque.objects.count() == 1


def test_form_of_a_stored_plaque_has_its_values(
    banked: BankedDriver, manager: ManagerClient
) -> None:
    plaque = HousePlaque.objects.get()
    page = manager.save("banked-plaque", plaque.pk, **STORED)
    assert "No changes to save." in page.text


def test_publishing_asks_about_tables_first(banked: BankedDriver, manager: ManagerClient) -> None:
    plaque = HousePlaque.objects.get()
    fields = STORED | {"soft_17": "hit"}
    seen = manager.get("banked-plaque", plaque.pk).seen
    asked = manager.post("banked-plaque", plaque.pk, seen=seen, **fields)
    assert "S1 opens with the new version." in asked.text
    assert HousePlaque.objects.count() == 1
    done = manager.save("banked-plaque", plaque.pk, **fields)
    assert done.status == 302
    assert opening_command(banked.table).plaque.soft_17 == "hit"
    banked.open()
    second = HousePlaque.objects.get(version=2)
    again = manager.save("banked-plaque", plaque.pk, **(fields | {"doubles": "3"}))
    assert again.status == 302
    assert BankedSetup.objects.get().plaque == second
    assert banked.state.plaque.doubles == 1
    assert "version 2" in manager.get("banked").text


def test_two_managers_at_one_plaque(banked: BankedDriver, manager: ManagerClient) -> None:
    plaque = HousePlaque.objects.get()
    seen = manager.get("banked-plaque", plaque.pk).seen
    manager.save("banked-plaque", plaque.pk, **(STORED | {"least": "25"}))
    late = manager.post("banked-plaque", plaque.pk, seen=seen, **(STORED | {"least": "30"}))
    assert late.status == 409
    assert "Now: <b>$25</b>" in late.text or "Now: <b>25</b>" in late.text


def test_new_table(banked: BankedDriver, manager: ManagerClient) -> None:
    plaque = HousePlaque.objects.get()
    page = manager.post("banked-table-new", room=banked.room.pk, name="S2", plaque=plaque.pk)
    assert page.status == 302
    table = Table.every.get(name="S2")
    assert (table.kind, table.banked.plaque) == ("banked", plaque)
    for name in ("S2", "s1", "a/b", "", "N" * 21):
        again = manager.post("banked-table-new", room=banked.room.pk, name=name, plaque="")
        assert again.status == 422, name
        assert again.field_errors, name
    assert "No changes" not in manager.get("banked").text


def test_rename_and_plaque_of_a_table(banked: BankedDriver, manager: ManagerClient) -> None:
    fields = {"room": banked.room.pk, "name": "S9", "plaque": ""}
    page = manager.save("banked-table", banked.table.pk, **fields)
    assert page.status == 302
    assert Table.every.get(pk=banked.table.pk).name == "S9"
    assert BankedSetup.objects.get().plaque is None
    assert FormerTableName.objects.get().name == "S1"


def test_plaque_of_an_open_table_stays(banked: BankedDriver, manager: ManagerClient) -> None:
    banked.open()
    text = manager.get("banked-table", banked.table.pk).text
    assert "it is dealt from the next round on" in text
    manager.save("banked-table", banked.table.pk, name="S1", plaque="")
    assert BankedSetup.objects.get().plaque is not None


def test_decisions_of_a_room(banked: BankedDriver, manager: ManagerClient) -> None:
    page = manager.get("banked-decisions")
    assert "1. Card face up in the shoe" in page.text
    assert "(House choice, derived)" in page.text
    assert "default)" in page.text
    fields = {key: row.remedies[0].key for key, row in catalogue().items()}
    fields["hole_exposed"] = "void"
    assert manager.save("banked-decisions", **fields).status == 302
    assert decisions_of(banked.room.pk) == {"hole_exposed": "void"}
    wrong = manager.save("banked-decisions", **(fields | {"two_cards": "nonsense"}))
    assert wrong.status == 422
    assert "15 irregularities, 1 not as proposed" in manager.get("index").text


def test_poker_settings_leave_the_table_out(banked: BankedDriver, manager: ManagerClient) -> None:
    assert manager.get("tables").status == 200
    assert manager.get("table", banked.table.pk).status == 404
    assert "S1" in manager.get("device-new").text
    assert manager.get("devices").status == 200
    banked.send(c.RenameTable("S3"))
    assert manager.get("banked-table", banked.table.pk).status == 200
    assert reverse("manage:banked") == "/manage/banked/"

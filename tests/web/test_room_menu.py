"""The menu of rooms in the bar on top."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from poker import commands as c
from staff.models import Room
from tests.support.floor_fixtures import game, room, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff
from web.room_menu import room_choices

__all__ = ["game", "room"]


def test_menu_names_rooms_tables_and_what_waits_there(game: TableDriver) -> None:
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    own = game.table.room
    annex = Room.objects.create(name="Annex")
    rowan.rooms.add(annex)
    game.execute(c.CallFloor())
    with CaptureQueriesContext(connection) as queries:
        choices = room_choices(rowan.user, own.pk, lambda pk: f"?room={pk}")
    assert len([query for query in queries if "tables_room" in query["sql"]]) == 1
    assert [
        (choice.name, choice.text, choice.waiting, choice.is_current) for choice in choices
    ] == [
        ("Annex", "0 tables", "", False),
        (own.name, "1 table", "1 call waits", True),
    ]
    page = PageContent(sign_in_client("201").get(reverse("floor:map"), {"room": own.pk})).text
    assert "1 call waits" in page
    assert "nothing waits" in page

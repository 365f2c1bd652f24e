"""Pages without a room in their address open the room that the browser used last."""

import pytest
from django.test import Client
from django.urls import reverse

from rulings.models import Book
from staff.models import Room
from tests.support.floor_fixtures import sign_in_client
from tests.support.manage_fixtures import sign_in_client as sign_in_by_password
from tests.support.page_roles import PageContent
from tests.support.report_rows import create_table
from tests.support.room import PIN, TableDriver, create_room, create_staff

PAGES = (
    "floor:index",
    "floor:map",
    "floor:tables",
    "lineup:dealers",
    "lineup:sections",
    "floor:forecast",
    "drop:index",
    "floor:phone",
)


@pytest.fixture
def room(db: None) -> TableDriver:
    return create_room()


@pytest.fixture
def back(room: TableDriver) -> Room:
    """A room that is not the first one by name, and a supervisor of both."""
    back = Room.objects.create(name="Zebra room")
    create_staff("supervisor", alias="Oak", badge="201", rooms=[room.table.room, back])
    return back


def opened(client: Client, address: str) -> str:
    """Return where an address leads."""
    answer = client.get(address)
    return answer.headers.get("Location", "")


def test_floor_and_sign_in_open_the_room_used_last(room: TableDriver, back: Room) -> None:
    client = sign_in_client("201")
    first = room.table.room_id
    assert opened(client, "/floor/") == f"/floor/?room={first}"
    assert client.get("/floor/map/", {"room": back.pk}).status_code == 200
    for page in PAGES:
        address = reverse(page)
        assert opened(client, address) == f"{address}?room={back.pk}"
    assert opened(client, "/floor/?mine=1") == f"/floor/?mine=1&room={back.pk}"
    client.post(reverse("floor:sign-out"))
    client.post(reverse("floor:sign-in"), {"badge": "201", "pin": PIN})
    assert opened(client, "/floor/") == f"/floor/?room={back.pk}"


def test_room_where_someone_does_not_work_is_not_opened(room: TableDriver, back: Room) -> None:
    client = sign_in_client("201")
    client.get("/floor/", {"room": back.pk})
    create_staff("supervisor", alias="Elm", badge="202", rooms=[room.table.room])
    client.post(reverse("floor:sign-in"), {"badge": "202", "pin": PIN})
    assert client.get("/floor/").context["room"] == room.table.room
    assert client.get("/floor/", {"room": back.pk}).status_code == 404


def test_page_that_fetches_itself_does_not_count_as_use(room: TableDriver, back: Room) -> None:
    client = sign_in_client("201")
    client.get("/floor/", {"room": back.pk})
    client.get("/floor/", {"room": room.table.room_id}, headers={"HX-Request": "true"})
    assert opened(client, "/floor/map/") == f"/floor/map/?room={back.pk}"


def test_desk_opens_the_room_used_last(room: TableDriver, back: Room) -> None:
    client = sign_in_client("201")
    client.get(reverse("desk:room", args=[back.pk]))
    assert opened(client, reverse("desk:index")) == reverse("desk:room", args=[back.pk])
    assert opened(client, "/floor/") == f"/floor/?room={back.pk}"


HOUSE_PAGES = ("players:index", "incidents:index", "reports:index", "audit:search", "audit:access")


@pytest.mark.parametrize("name", HOUSE_PAGES)
def test_pages_of_the_house_keep_the_room(room: TableDriver, back: Room, name: str) -> None:
    create_staff("manager", alias="Yew", badge="301")
    client = sign_in_client("301")
    client.get("/floor/map/", {"room": back.pk})
    page = PageContent(client.get(reverse(name), follow=True))
    assert page.link("Map").href == f"/floor/map/?room={back.pk}"
    assert page.link("Audit").href == f"{reverse('audit:search')}?room={back.pk}"
    first = room.table.room_id
    page = PageContent(client.get(reverse(name), {"room": first}, follow=True))
    assert page.link("Map").href == f"/floor/map/?room={first}"


def test_audit_lists_the_tables_of_the_room_first(room: TableDriver, back: Room) -> None:
    create_staff("manager", alias="Yew", badge="301")
    create_table(back, "Z1")
    client = sign_in_client("301")
    source = client.get(reverse("audit:search"), {"room": back.pk}).content.decode()
    assert source.index(">Z1, Zebra room<") < source.index(">T1, ")


def test_rulebook_opens_the_book_of_the_room(room: TableDriver, back: Room) -> None:
    yew = create_staff("manager", alias="Yew", badge="301")
    client = sign_in_by_password(yew)
    assert "House rulebooks" in PageContent(client.get(reverse("rulings:index"))).names("heading")
    page = client.get(reverse("rulings:index"), {"room": back.pk}, follow=True)
    book = Book.objects.get(room=back)
    assert page.redirect_chain[-1][0].startswith(f"/rulebook/{book.pk}/")
    assert PageContent(page).link("Settings").href == f"{reverse('manage:index')}?room={back.pk}"
    again = client.get(reverse("rulings:index"), follow=True)
    assert again.redirect_chain[-1][0].startswith(f"/rulebook/{book.pk}/")

"""Staff belong to rooms: a badge of one room gives no access to another."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from lineup.eligible_staff import eligible_dealers, eligible_supervisors
from players.models import Player
from players.registry import PlayerInput, player_new
from poker.refusal import Refusal
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.models import Book
from rulings.rulebooks import book_of_room
from staff.models import Room, Staff
from staff.rooms import works_in
from staff.sessions import STAFF
from staff.staff_rooms import rooms_of, staff_under
from tables.dealer_sign_in import dealer_sign_in
from tables.lifecycle import table_create
from tests.support.floor_fixtures import sign_in_client
from tests.support.floor_sockets import open_socket, sign_in_room
from tests.support.manage_fixtures import ManagerClient
from tests.support.manage_fixtures import sign_in_client as sign_in_by_password
from tests.support.page_roles import PageContent
from tests.support.room import PIN, TableDriver, create_staff
from tests.support.tablet import create_tablet, refusal
from waitlist.visits import check_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def annex(game: TableDriver) -> Room:
    """A second room."""
    return Room.objects.create(name="Annex")


def test_staff_work_in_their_rooms_and_managers_in_all(game: TableDriver, annex: Room) -> None:
    oak = create_staff("supervisor", alias="Oak", badge="201", rooms=[annex])
    yew = create_staff("manager", alias="Yew", badge="301")
    assert list(rooms_of(oak.user)) == [annex]
    assert works_in(oak, annex.pk)
    assert not works_in(oak, game.table.room_id)
    assert set(rooms_of(yew.user)) == set(Room.objects.all())
    later = Room.objects.create(name="Later")
    assert works_in(yew, later.pk)
    assert not works_in(oak, later.pk)


def test_tablet_takes_only_dealers_of_its_room(game: TableDriver, annex: Room) -> None:
    create_staff("dealer", alias="Heron", badge="111", rooms=[annex])
    tablet = create_tablet(game)
    response = tablet.post("sign-in", {"badge": "111", "pin": PIN})
    assert refusal(response) == (403, "other_room")
    with pytest.raises(Refusal, match="other_room"):
        dealer_sign_in(device=tablet.device, badge="111", pin=PIN, now=game.now)
    tablet.device.refresh_from_db()
    assert tablet.device.dealer is None


def test_lineup_offers_only_staff_of_the_room(game: TableDriver, annex: Room) -> None:
    create_staff("dealer", alias="Heron", badge="111", rooms=[annex])
    create_staff("dealer", alias="Wren", badge="112", rooms=[game.table.room])
    create_staff("supervisor", alias="Oak", badge="201", rooms=[annex, game.table.room])
    aliases = [staff.alias for staff in eligible_dealers(annex.pk)]
    assert aliases == ["Heron", "Oak"]
    assert [staff.alias for staff in eligible_supervisors(game.table.room_id)] == ["Oak"]


def test_incidents_of_another_room_are_not_shown(game: TableDriver, annex: Room) -> None:
    wren = create_staff("dealer", rooms=[game.table.room])
    create_staff("supervisor", alias="Oak", badge="201", rooms=[annex])
    player = Player.objects.get(alias="Pebble 3")
    report = IncidentReport(
        command_id=uuid4(),
        category="language",
        seat=3,
        player=player.key,
        hand=0,
        note="Marker note",
    )
    incident = incident_record(table=game.table, staff=wren, report=report, now=game.now)
    oak = sign_in_client("201")
    assert oak.get(reverse("incidents:incident", args=[incident.pk])).status_code == 404
    for url in (reverse("incidents:index"), reverse("incidents:player", args=[player.pk])):
        page = oak.get(url)
        assert page.status_code == 200
        assert b"Marker note" not in page.content
        assert reverse("incidents:incident", args=[incident.pk]).encode() not in page.content
    form = {"table": "T1", "seat": 3, "category": "language", "command_id": str(game.table.pk)}
    oak.post(reverse("incidents:report"), form | {"command_id": "0" * 31 + "1"})
    assert Incident.objects.count() == 1


def test_incidents_name_the_room_only_for_staff_of_several(game: TableDriver, annex: Room) -> None:
    wren = create_staff("dealer", rooms=[game.table.room])
    create_staff("supervisor", alias="Oak", badge="201", rooms=[game.table.room])
    create_staff("supervisor", alias="Elm", badge="202", rooms=[game.table.room, annex])
    plaque = game.table.plaque
    table_create(room=annex, name="T9", seats=9, plaque=plaque, actor=wren.key, now=game.now)
    player = Player.objects.get(alias="Pebble 3")
    report = IncidentReport(
        command_id=uuid4(), category="language", seat=3, player=player.key, hand=0
    )
    incident_record(table=game.table, staff=wren, report=report, now=game.now)
    labels = dict.fromkeys(("201", "202"), f"{game.table.room.name} / T1")
    address = f"{reverse('incidents:index')}?room=all"
    pages = {badge: sign_in_client(badge).get(address) for badge in labels}
    assert labels["201"] not in pages["201"].content.decode()
    PageContent(pages["202"]).item(labels["202"])


def test_rulebook_of_another_room_does_not_exist(game: TableDriver, annex: Room) -> None:
    yew = create_staff("manager", alias="Yew", badge="301", rooms=[annex])
    foreign, own = (book_of_room(room=room, now=game.now) for room in (game.table.room, annex))
    client = sign_in_by_password(yew)
    page = client.get(reverse("rulings:index"), follow=True)
    assert page.redirect_chain[-1][0].startswith(f"/rulebook/{own.pk}/")
    assert client.get(reverse("rulings:book", args=[foreign.pk]), follow=True).status_code == 404
    assert Book.objects.count() == 2


def test_manager_of_a_room_changes_only_its_staff(game: TableDriver, annex: Room) -> None:
    yew = create_staff("manager", alias="Yew", badge="301", rooms=[annex])
    manager = ManagerClient(sign_in_by_password(yew), yew)
    heron = create_staff("dealer", alias="Heron", badge="111", rooms=[annex])
    wren = create_staff("dealer", alias="Wren", badge="112", rooms=[game.table.room])
    both = create_staff("dealer", alias="Both", badge="113", rooms=[annex, game.table.room])
    wide = create_staff("manager", alias="Wide", badge="302")
    assert set(staff_under(yew.user)) == {yew, heron}
    text = PageContent(manager.get("staff").text)
    assert "Heron" in text.text
    assert not any(staff.alias in text.source for staff in (wren, both, wide))
    for staff in (wren, both, wide):
        assert manager.get("person", staff.pk).status == 404
        assert manager.post("unlock", staff.pk).status == 404
    role = heron.user.groups.get()
    data = {"alias": "Kite", "badge": "114", "username": "", "role": role.pk, "is_active": "on"}
    foreign = manager.post("person-new", seen="", rooms=game.table.room_id, pin="2580", **data)
    assert foreign.status == 422
    assert manager.post("person-new", seen="", rooms=annex.pk, pin="2580", **data).status == 302
    assert list(Staff.objects.get(alias="Kite").rooms.all()) == [annex]
    assert manager.get("room-new").status == 403
    assert manager.get("plaques").status == 403


def test_only_managers_work_in_all_rooms_and_no_one_in_none(game: TableDriver, annex: Room) -> None:
    yew = create_staff("manager", alias="Yew", badge="301")
    manager = ManagerClient(sign_in_by_password(yew), yew)
    heron = create_staff("dealer", alias="Heron", badge="111", rooms=[annex])
    role = heron.user.groups.get()
    data = {"alias": "Heron", "badge": "111", "username": "heron", "role": role.pk}
    data |= {"is_active": "on"}
    wide = manager.save("person", heron.pk, house_wide="on", **data)
    assert "Only a manager can work in all rooms" in wide.text
    assert (
        "Check at least one room"
        in PageContent(manager.save("person", heron.pk, **data).text).group("Access").text
    )
    assert manager.save("person", heron.pk, rooms=game.table.room_id, **data).status == 302
    assert list(heron.rooms.all()) == [game.table.room]
    assert "Annex" in PageContent(manager.get("person", heron.pk).text).status()


def test_losing_a_room_ends_every_sign_in(game: TableDriver, annex: Room) -> None:
    yew = create_staff("manager", alias="Yew", badge="301")
    oak = create_staff("supervisor", alias="Oak", badge="201", rooms=[annex, game.table.room])
    client = sign_in_client("201")
    assert client.get(reverse("floor:index"), {"room": annex.pk}).status_code == 200
    manager = ManagerClient(sign_in_by_password(yew), yew)
    role = oak.user.groups.get()
    data = {"alias": "Oak", "badge": "201", "username": "oak", "role": role.pk, "is_active": "on"}
    assert manager.save("person", oak.pk, rooms=annex.pk, **data).status == 302
    response = client.get(reverse("floor:index"), {"room": annex.pk})
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("floor:sign-in"))


def test_manager_of_all_rooms_who_gets_one_room_signs_in_again(
    game: TableDriver, annex: Room
) -> None:
    yew = create_staff("manager", alias="Yew", badge="301")
    wide = create_staff("manager", alias="Wide", badge="302")
    client = sign_in_client("302")
    assert client.get(reverse("floor:index"), {"room": annex.pk}).status_code == 200
    manager = ManagerClient(sign_in_by_password(yew), yew)
    data = {"alias": "Wide", "badge": "302", "username": "wide", "is_active": "on"}
    role = wide.user.groups.get()
    assert manager.save("person", wide.pk, role=role.pk, rooms=annex.pk, **data).status == 302
    response = client.get(reverse("floor:index"), {"room": annex.pk})
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("floor:sign-in"))


def test_staff_without_a_room_find_no_hand(game: TableDriver) -> None:
    oak = create_staff("supervisor", alias="Oak", badge="201")
    Staff.objects.filter(pk=oak.pk).update(house_wide=False)
    oak.rooms.clear()
    response = sign_in_client("201").get(reverse("replay:index"), {"q": "T1"})
    assert response.status_code == 404
    assert "No table T1" in PageContent(response).alert()


def test_player_of_another_room_is_not_checked_out(game: TableDriver, annex: Room) -> None:
    create_staff("desk", alias="Oak", badge="201", rooms=[annex])
    player = player_new(player_input=PlayerInput(alias="Kettle"), by="staff.1", now=game.now)
    visit = check_in(player=player, room=game.table.room, by="staff.1", now=game.now)
    oak = sign_in_client("201")
    url = reverse("players:out", args=[player.pk])
    page = oak.get(reverse("players:player", args=[player.pk])).content.decode()
    assert "Checked in at another room." in PageContent(page).region("Visit").text
    assert url not in page
    assert oak.post(url).status_code == 403
    visit.refresh_from_db()
    assert visit.out_at is None


def test_rulebook_is_that_of_the_password_not_of_a_badge_in_the_browser(
    game: TableDriver, annex: Room
) -> None:
    yew = create_staff("manager", alias="Yew", badge="301", rooms=[annex])
    create_staff("manager", alias="Wide", badge="302")
    foreign, own = (book_of_room(room=room, now=game.now) for room in (game.table.room, annex))
    client = sign_in_client("302")
    client.force_login(yew.user, "django.contrib.auth.backends.ModelBackend")
    assert signed_in_alias(client) == "Wide"
    for book, status in ((foreign, 404), (own, 200)):
        url = reverse("rulings:book", args=[book.pk])
        assert client.get(url, follow=True).status_code == status


def signed_in_alias(client: Client) -> str:
    """Return who is signed in by badge in a browser."""
    return Staff.objects.get(pk=client.session[STAFF]).alias


def test_admin_site_is_for_staff_of_the_whole_house(game: TableDriver, annex: Room) -> None:
    yew = create_staff("manager", alias="Yew", badge="301", rooms=[annex])
    assert sign_in_by_password(yew).get("/admin/").status_code == 302
    Staff.objects.filter(pk=yew.pk).update(house_wide=True)
    assert sign_in_by_password(Staff.objects.get(pk=yew.pk)).get("/admin/").status_code == 200
    assert Client().get("/admin/").status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["floor/{}/", "floor/{}/map/", "floor/{}/tables/", "desk/{}/"])
async def test_sockets_of_another_room_stay_closed(path: str) -> None:
    room, session = await sync_to_async(sign_in_room)("supervisor")

    def move() -> None:
        annex = Room.objects.create(name="Annex")
        oak = Staff.objects.get(alias="Oak")
        oak.rooms.set([annex])
        Staff.objects.filter(pk=oak.pk).update(house_wide=False)

    socket = open_socket(session, room.table.room_id, path)
    assert (await socket.connect())[0]
    await socket.disconnect()
    await sync_to_async(move)()
    refused = open_socket(session, room.table.room_id, path)
    await refused.connect()
    assert (await refused.receive_output(5))["code"] == 4401

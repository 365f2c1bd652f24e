"""The set-up pages."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.models import Entry
from staff.models import SignInDelay, Staff
from staff.pins import pin_hashed, pin_set, staff_by_pin
from tables.models import Device, Plaque, Table
from tables.pairing import device_pair
from tests.support.page_roles import PageContent
from tests.support.plaque_forms import TYPED
from tests.support.room import NOW, TableDriver, create_staff

PASSWORD = "a long one for the test"


@pytest.fixture
def manager(room: TableDriver) -> Client:
    """A manager at the admin site."""
    create_staff("manager", alias="Hornbeam", badge="301", password=PASSWORD)
    client = Client()
    assert (
        client.post(
            reverse("admin:login"), {"username": "hornbeam", "password": PASSWORD}
        ).status_code
        == 302
    )
    return client


PAGES = [
    "players_player",
    "tables_room",
    "tables_table",
    "tables_plaque",
    "tables_device",
    "staff_staff",
    "journal_stream",
    "journal_entry",
]


@pytest.mark.parametrize("page", PAGES)
def test_every_admin_list_and_form_opens(manager: Client, page: str, game: TableDriver) -> None:
    Device.objects.create(name="Tablet", table=game.table)
    assert manager.get(reverse(f"admin:{page}_changelist")).status_code == 200
    readonly = page.startswith(("journal", "players"))
    added = manager.get(reverse(f"admin:{page}_add"))
    assert added.status_code == (403 if readonly else 200)
    model = {"tables_table": Table, "journal_entry": Entry, "staff_staff": Staff}.get(page)
    if model is not None:
        instance = model._default_manager.first()
        assert instance is not None
        url = reverse(f"admin:{page}_change", args=[instance.pk])
        assert manager.get(url).status_code == 200
        assert manager.post(reverse(f"admin:{page}_delete", args=[instance.pk])).status_code == 403


def test_a_table_is_added_with_its_log(manager: Client, room: TableDriver) -> None:
    data = {"room": room.table.room_id, "name": "T9", "seats": 8, "plaque": room.table.plaque_id}
    assert manager.post(reverse("admin:tables_table_add"), data).status_code == 302
    table = Table.objects.get(name="T9")
    assert table.stream.entries.get().actor == Staff.objects.get().key


def test_saving_a_plaque_publishes_a_version(manager: Client, room: TableDriver) -> None:
    old = Plaque.objects.get()
    url = reverse("admin:tables_plaque_change", args=[old.pk])
    assert manager.post(url, TYPED | {"cap": "4"}).status_code == 302
    assert list(Plaque.objects.order_by("version").values_list("version", "cap")) == [
        (1, 500),
        (2, 400),
    ]


def test_plaque_form_shows_dollars(manager: Client, room: TableDriver) -> None:
    url = reverse("admin:tables_plaque_change", args=[Plaque.objects.get().pk])
    page = manager.get(url).content.decode()
    assert PageContent(page).field("Blinds:").value == "2, 4"
    assert PageContent(page).field("Cap per hand:").value == "5"


def test_a_pairing_code_is_shown_once(manager: Client, room: TableDriver) -> None:
    device = Device.objects.create(name="Tablet", table=room.table)
    data = {"action": "make_pairing_code", "_selected_action": [device.pk]}
    page = manager.post(reverse("admin:tables_device_changelist"), data, follow=True)
    text = page.content.decode().split(": enter ")[1].split(" on the tablet")[0]
    assert device_pair(code=text, now=timezone.now()).device == device


def test_staff_member_is_added_and_unlocked(manager: Client, room: TableDriver) -> None:
    from django.contrib.auth.models import Group

    data = {
        "alias": "Wren",
        "badge": "101",
        "username": "wren",
        "role": Group.objects.get(name="dealer").pk,
        "is_active": "on",
        "rooms": room.table.room_id,
        "pin": "1111",
        "password": "",
    }
    url = reverse("admin:staff_staff_add")
    PageContent(manager.post(url, data)).item("too easy to guess")
    assert manager.post(url, data | {"pin": "2580"}).status_code == 302
    wren = staff_by_pin(badge="101", pin="2580", room_id=None, now=NOW)
    assert not wren.user.is_staff
    until = NOW.replace(year=9000)
    SignInDelay.objects.create(staff=wren, network="", failures=9, until=until)
    changelist_url = reverse("admin:staff_staff_changelist")
    manager.post(changelist_url, {"action": "unlock", "_selected_action": [wren.pk]})
    assert staff_by_pin(badge="101", pin="2580", room_id=None, now=NOW) == wren


def test_a_manager_does_not_set_the_password_of_a_superuser(
    manager: Client, room: TableDriver
) -> None:
    other_manager = create_staff("manager", alias="Yew", badge="302")
    other_manager.user.is_superuser = True
    other_manager.user.save()
    pin_set(staff=other_manager, pin_hash=pin_hashed("7410"))
    url = reverse("admin:staff_staff_change", args=[other_manager.pk])
    assert manager.post(url, {"alias": "Yew", "badge": "302"}).status_code == 403


def test_five_wrong_passwords_lock_the_admin_site(room: TableDriver) -> None:
    create_staff("manager", alias="Hornbeam", badge="301", password=PASSWORD)
    client = Client()
    data = {"username": "hornbeam", "password": "wrong"}
    statuses = [client.post(reverse("admin:login"), data).status_code for _ in range(6)]
    assert statuses[-1] == 429
    data["password"] = PASSWORD
    assert client.post(reverse("admin:login"), data).status_code == 429

"""The managers' pages: each opens, shows the settings in force, and checks permissions."""

import re

from django.test import Client
from django.urls import reverse

from staff.models import Room
from tables.models import Plaque
from tests.support.manage_fixtures import SEEN_FIELD, ManagerClient, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff, pair_device

LOOKING = re.compile(r'<form method="get".*?</form>')  # changes nothing
FIELDS = re.compile(r"<(?:input|select|textarea)[^>]*>")


def test_every_page_shows_the_settings_in_force(hornbeam: ManagerClient, game: TableDriver) -> None:
    pair_device(game.table)
    front = hornbeam.get("index")
    for message in ("1 plaque", "1 table, 1 open", "1 paired", "day 06:00", "8 tables max"):
        PageContent(front.text).item(message)
    plain_pages = (
        "measures",
        "shifts",
        "messages",
        "board",
        "ladder",
        "rules",
        "sections",
        "plaques",
        "plaque-new",
        "rakes",
    )
    for name in (
        *plain_pages,
        "tables",
        "table-new",
        "staff",
        "person-new",
        "devices",
        "device-new",
    ):
        assert (name, hornbeam.get(name).status) == (name, 200)
    pk = Plaque.objects.get().pk
    PageContent(hornbeam.get("plaque", pk).text).item("Pot $85 → $5")
    assert hornbeam.get("plaque-copy", pk).status == 200
    assert (
        "Change the plaque on the floor page of T1"
        in PageContent(hornbeam.get("table", game.table.pk).text).text
    )
    assert hornbeam.get("index", query="?room=999").status == 404


def test_every_field_has_a_help_text(hornbeam: ManagerClient, game: TableDriver) -> None:
    pk = Plaque.objects.get().pk
    pages = [
        ("measures", ()),
        ("plaque", (pk,)),
        ("rakes", ()),
        ("person-new", ()),
        ("table-new", ()),
    ]
    for name, args in pages:
        text = hornbeam.get(name, *args).text
        fields = text.count('class="field')
        assert fields == text.count('class="help"') > 3, name


NAMES = (
    "index",
    "messages",
    "ladder",
    "measures",
    "shifts",
    "plaques",
    "staff",
    "devices",
    "tables",
    "board",
    "rakes",
    "rules",
    "sections",
    "lists",
    "absences",
    "retention",
    "mails",
    "sign-ins",
)


def test_settings_need_a_manager_signed_in_by_password(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    roles = ("dealer", "desk", "supervisor")
    staffs = [
        create_staff(role, alias=role.title(), badge=f"90{i}") for i, role in enumerate(roles)
    ]
    for staff_member in staffs:
        client = sign_in_client(staff_member)
        for name in NAMES:
            assert client.get(reverse(f"manage:{name}")).status_code == 403, (
                staff_member.alias,
                name,
            )
            assert client.post(reverse(f"manage:{name}"), {"name": "x"}).status_code in (403, 405)
    by_badge = Client()
    by_badge.post(reverse("incidents:sign-in"), {"badge": "301", "pin": "2580"})
    response = by_badge.get(reverse("manage:measures"))
    assert response["Location"].startswith(reverse("manage:sign-in")), "a PIN is not enough"
    assert Room.objects.get().name == "Small room"


def test_surveillance_reads_every_page_without_buttons(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    device, _ = pair_device(game.table)
    lens = ManagerClient(
        sign_in_client(observer := create_staff("surveillance", alias="Lens", badge="903")),
        observer,
    )
    plaque = Plaque.objects.get().pk
    closed_table = game.table
    rows: list[tuple[str, tuple[int, ...]]] = [(name, ()) for name in NAMES]
    rows += [("plaque", (plaque,)), ("table", (closed_table.pk,)), ("person", (hornbeam.staff.pk,))]
    for name, args in rows:
        page = lens.get(name, *args)
        assert (name, page.status) == (name, 200)
        assert "View only." in PageContent(page.text).text, name
        main = LOOKING.sub("", page.text.partition("<main")[2])
        assert "<button" not in main, name
        for field in FIELDS.findall(main):
            assert " disabled" in field or 'type="hidden"' in field, (name, field)
        assert lens.post(
            name, *args, seen=page.seen if SEEN_FIELD.search(page.text) else ""
        ).status in (
            403,
            405,
        )
    for name, args in (
        ("plaque-new", ()),
        ("plaque-copy", (plaque,)),
        ("person-new", ()),
        ("table-new", ()),
        ("device-new", ()),
        ("room-new", ()),
    ):
        assert lens.get(name, *args).status == 403, name
    assert lens.post("code", device.pk).status == 403

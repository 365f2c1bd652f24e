"""Staff, tablets and tables: taken on, paired, made, let go."""

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from staff.models import AuditEvent, SignInDelay, Staff
from staff.pins import staff_by_pin
from tables.models import Device, Plaque, Table
from tables.pairing import device_pair
from tests.support.manage_fixtures import ManagerClient, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.plaque_forms import TYPED
from tests.support.room import NOW, PIN, TableDriver, create_staff, pair_device


def test_staff_are_added_and_deactivated(hornbeam: ManagerClient, game: TableDriver) -> None:
    role = create_staff("dealer", alias="Plover", badge="102").user.groups.get()
    data = {"alias": "Wren", "badge": "101", "username": "wren", "role": role.pk, "is_active": "on"}
    data |= {"rooms": game.table.room_id}
    easy = hornbeam.post("person-new", seen="", pin="1111", **data)
    assert easy.status == 422
    pin = PageContent(easy.text).field("New PIN")
    assert "too easy to guess" in pin.description
    assert pin.has_focus
    page = hornbeam.post("person-new", seen="", pin="2580", **data | {"badge": "102", "alias": ""})
    content = PageContent(page.text)
    assert "Already in use" in content.field("Badge").description
    assert "Required." in content.field("Alias").description
    assert [field.has_focus for field in content.fields()].count(True) == 1
    assert content.field("Alias").has_focus
    assert hornbeam.post("person-new", seen="", pin="2580", **data).status == 302
    wren = staff_by_pin(badge="101", pin="2580", room_id=None, now=NOW)
    act = AuditEvent.objects.get(verb="staff_added")
    assert "2580" not in str(act.after)
    device, _ = pair_device(game.table)
    Device.objects.filter(pk=device.pk).update(dealer=wren)
    inactive = {key: value for key, value in data.items() if key != "is_active"}
    seen = hornbeam.get("person", wren.pk).seen
    first = hornbeam.post("person", wren.pk, seen=seen, **inactive)
    assert "Wren is signed in at T1" in PageContent(first.text).region("Confirm the changes").text
    assert (
        hornbeam.post("person", wren.pk, seen=seen, sure=first.confirmation, **inactive).status
        == 302
    )
    assert not Staff.objects.get(pk=wren.pk).user.is_active
    until = NOW.replace(year=9000)
    SignInDelay.objects.create(staff=wren, network="10.0.0.9", failures=9, until=until)
    assert "is locked out" in PageContent(hornbeam.get("person", wren.pk).text).text
    hornbeam.post("unlock", wren.pk)
    assert not SignInDelay.objects.exists()


def test_badge_only_staff_need_no_user_name(hornbeam: ManagerClient, game: TableDriver) -> None:
    role = create_staff("dealer", alias="Plover", badge="102").user.groups.get()
    data = {"badge": "103", "username": "", "role": role.pk, "is_active": "on", "pin": "2580"}
    data |= {"rooms": game.table.room_id}
    assert hornbeam.post("person-new", seen="", alias="PLOVER!", **data).status == 302
    assert Staff.objects.get(badge="103").user.username == "plover-2"
    act = AuditEvent.objects.get(verb="staff_added")
    assert act.after is not None
    assert act.after["Username"] == "plover-2"
    staff_page = PageContent(hornbeam.get("staff").text)
    assert "Saved, PLOVER!. Alias" in staff_page.names("status")[1]
    assert "New PIN: none → set" in staff_page.names("status")[1]
    nameless = hornbeam.post("person-new", seen="", alias="", **(data | {"badge": "104"}))
    assert nameless.status == 422


def test_staff_are_found_by_name_badge_and_role(hornbeam: ManagerClient, game: TableDriver) -> None:
    for alias, badge in (("Plover", "102"), ("Puffin", "112")):
        create_staff("dealer", alias=alias, badge=badge)
    matches = {
        "?who=PLOV": ["Plover"],
        "?who=11": ["Puffin"],
        "?role=dealer": ["Plover", "Puffin"],
        "?role=dealer&who=hornbeam": [],
        "?who=<b>": [],
    }
    for query, names in matches.items():
        text = PageContent(hornbeam.get("staff", query=query).text)
        listed_names = [
            name for name in ("Hornbeam", "Plover", "Puffin") if f"{name}</th>" in text.source
        ]
        assert listed_names == names, query
        assert f"{len(names)} of 3" in text.status()


def test_managers_cannot_lock_themselves_out_or_change_superusers(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    manager = hornbeam.staff
    role = manager.user.groups.get()
    data = {"alias": manager.alias, "badge": manager.badge, "username": "hornbeam", "role": role.pk}
    page_result = hornbeam.save("person", manager.pk, **data)
    assert page_result.status == 422
    active = PageContent(page_result.text).field("Active")
    assert "You can't lock yourself out" in active.description
    other_manager = create_staff("manager", alias="Yew", badge="302")
    other_manager.user.is_superuser = True
    other_manager.user.save()
    assert hornbeam.get("person", other_manager.pk).status == 403
    assert hornbeam.post("unlock", other_manager.pk).status == 403
    assert (
        ManagerClient(sign_in_client(other_manager), other_manager)
        .get("person", other_manager.pk)
        .status
        == 200
    )


def test_tablet_is_created_paired_and_revoked(hornbeam: ManagerClient, game: TableDriver) -> None:
    page = hornbeam.post("device-new", seen="", name="Tablet T1", table=game.table.pk)
    assert page.status == 302
    device = Device.objects.get()
    code_page = hornbeam.post("code", device.pk)
    assert "data:image/svg+xml" in code_page.text
    code = code_page.text.split('class="code">')[1].split("<")[0]
    assert device_pair(code=code, now=timezone.now()).device == device
    assert hornbeam.post("revoke", device.pk).status == 302
    assert Device.objects.get().revoked_at is not None
    assert {"code_made", "device_revoked"} <= set(AuditEvent.objects.values_list("verb", flat=True))


def test_table_is_created_and_a_closed_one_gets_another_plaque(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    room = game.table.room_id
    pk = Plaque.objects.get().pk
    hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"}))
    page = hornbeam.post("table-new", seen="", room=room, name="T9", seats="8", plaque=pk)
    assert page.status == 302
    table = Table.objects.get(name="T9")
    assert table.stream.entries.get().actor == hornbeam.staff.key
    second_result = hornbeam.post("table-new", seen="", room=room, name="T9", seats="8", plaque=pk)
    assert second_result.status == 422
    for invalid_fields in ({"seats": "99"}, {"seats": "-1"}, {"name": "a/b"}, {"name": "x" * 300}):
        data = {"room": room, "name": "T10", "seats": "8", "plaque": pk} | invalid_fields
        assert hornbeam.post("table-new", seen="", **data).status == 422
    other_plaque = Plaque.objects.get(name="Another").pk
    own = {"name": "T9", "seats": "8", "plaque": other_plaque}
    assert hornbeam.save("table", table.pk, **own).status == 302
    assert Table.objects.get(pk=table.pk).plaque_id == other_plaque
    seen = hornbeam.get("table", game.table.pk).seen
    page = hornbeam.post("table", game.table.pk, seen=seen, **(own | {"name": "T1", "seats": "9"}))
    assert page.status == 422
    assert "T1 was opened in the meantime" in page.errors


def test_dismissed_staff_are_signed_out_at_once(hornbeam: ManagerClient, game: TableDriver) -> None:
    room = game.table.room
    rowan = create_staff("supervisor", alias="Rowan", badge="201", rooms=[room])
    by_badge = Client()
    by_name = sign_in_client(rowan)
    sign_in = reverse("floor:sign-in")
    floor = reverse("floor:index")
    by_badge.post(sign_in, {"badge": "201", "pin": PIN})
    assert by_badge.get(floor).status_code == by_name.get(floor).status_code == 200
    staff_page = hornbeam.get("staff").text
    assert staff_page.partition("Rowan</th>")[2].partition("</tr>")[0].count("not on file") == 0
    role = rowan.user.groups.get()
    data = {"alias": "Rowan", "badge": "201", "username": rowan.user.username, "role": role.pk}
    data |= {"rooms": room.pk}
    first = hornbeam.post("person", rowan.pk, seen=hornbeam.get("person", rowan.pk).seen, **data)
    assert (
        "Rowan will be deactivated: signed out everywhere at once"
        in PageContent(first.text).region("Confirm the changes").text
    )
    assert Staff.objects.get(pk=rowan.pk).user.is_active, "not before it is said twice"
    assert hornbeam.save("person", rowan.pk, **data).status == 302
    assert (
        "Saved, Rowan. Active: yes → no."
        in PageContent(hornbeam.get("staff").text).names("status")[1]
    )
    for client in (by_badge, by_name):
        assert client.get(floor).status_code == 302
    second_response = by_badge.post(sign_in, {"badge": "201", "pin": PIN})
    assert second_response.status_code == 403
    assert "inactive" in PageContent(hornbeam.get("staff").text).row("Rowan").cells
    act = AuditEvent.objects.get(verb="staff_changed")
    assert (act.before, act.after) == ({"Active": "yes"}, {"Active": "no"})
    PageContent(hornbeam.get("person", rowan.pk).text).item("Active: yes")

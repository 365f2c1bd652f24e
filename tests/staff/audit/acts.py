"""One way to perform each recorded action, and the expected record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rulings.drafts import draft_discard, draft_save
from rulings.publishing import version_publish
from rulings.rulebooks import book_of_room
from staff.models import Staff
from tables.models import Device, Plaque
from tables.pairing import device_pair, pairing_code_make
from tests.support.plaque_forms import TYPED
from tests.support.room import PIN, TableDriver
from tests.support.tablet import Tablet

PASSWORD = "a long one for the test"
AGENT = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/605"


@dataclass
class House:
    """A table, its tablet, staff of most roles, and a manager at the admin site."""

    game: TableDriver
    tablet: Tablet
    people: dict[str, Staff]
    admin: Client

    def browser(self, badge: str, pin: str = PIN, area: str = "floor") -> Client:
        """Return a client signed in with badge and PIN."""
        client = Client(headers={"User-Agent": AGENT})
        client.post(reverse(f"{area}:sign-in"), {"badge": badge, "pin": pin})
        return client

    def save(self, address: str, data: dict[str, Any], *args: Any) -> None:
        """Save a form of the admin site."""
        response = self.admin.post(reverse(f"admin:{address}", args=args), data)
        assert response.status_code == 302, response.content.decode()

    def run_admin_action(self, address: str, action: str, row: Any) -> None:
        """Run an action of a list on the admin site."""
        data = {"action": action, "_selected_action": [row.pk]}
        self.admin.post(reverse(f"admin:{address}_changelist"), data)


def sign_in_with_password(client: Client, password: str) -> None:
    client.post(reverse("admin:login"), {"username": "hornbeam", "password": password})


def sign_in_tablet(house: House) -> None:
    assert house.tablet.post("sign-in", {"badge": "101", "pin": PIN}).status_code == 200


def _sign_out_tablet(house: House) -> None:
    sign_in_tablet(house)
    house.tablet.post("sign-out", {})


def _sign_out_floor(house: House) -> None:
    house.browser("201").post(reverse("floor:sign-out"))


def _lock_out(house: House) -> None:
    for _ in range(5):
        house.browser("201", "0000")


def _staff_form_data(house: House, person_key: str, **changes: Any) -> dict[str, Any]:
    staff = house.people[person_key]
    role = Group.objects.get(name="supervisor")
    return {
        "alias": staff.alias,
        "badge": staff.badge,
        "username": staff.user.username,
        "role": role.pk,
        "rooms": house.game.table.room_id,
        "is_active": "on",
        "pin": "",
        "password": "",
    } | changes


def _add_staff(house: House) -> None:
    new = _staff_form_data(house, "dealer", alias="Yew", badge="777", username="yew", pin="7410")
    house.save("staff_staff_add", new)


def _change_staff(house: House) -> None:
    fields = _staff_form_data(house, "dealer", pin="7410")
    house.save("staff_staff_change", fields, house.people["dealer"].pk)


def _change_room(house: House) -> None:
    room = house.game.table.room
    data = {"name": room.name, "incidentals_cap": "", "lock_minutes": 20}
    data |= {"tablet_silent_seconds": 60, "slow_percent": 20, "unseen_call_seconds": 60}
    data |= {"silent_seat_seconds": 20, "turn_clock_seconds": 30}
    data["chip_colors"] = "1: white, 5: red"
    house.save("tables_room_change", data, room.pk)


def _add_table(house: House) -> None:
    table = house.game.table
    data = {"room": table.room_id, "name": "T9", "seats": 8, "plaque": table.plaque_id}
    house.save("tables_table_add", data)


def _delete_device(house: House) -> None:
    house.save("tables_device_delete", {"post": "yes"}, house.tablet.device.pk)


def _change_plaque(house: House) -> None:
    house.save("tables_plaque_change", TYPED | {"cap": "4"}, Plaque.objects.get().pk)


def _save_draft(house: House, seen: int = 0) -> None:
    draft_save(
        book=book_of_room(room=house.game.table.room, now=house.game.now),
        staff=house.people["manager"],
        seen=seen,
        chosen={"BET-4": "half"},
        reason="most know it",
        effective_from=None,
        now=house.game.now,
    )


def _discard_draft(house: House) -> None:
    _save_draft(house)
    book = book_of_room(room=house.game.table.room, now=house.game.now)
    by = house.people["manager"]
    draft_discard(book=book, staff=by, seen=1, clause="", now=house.game.now)


def _publish_version(house: House) -> None:
    _save_draft(house)
    book = book_of_room(room=house.game.table.room, now=house.game.now)
    later_time = house.game.now.replace(minute=50)
    version_publish(book=book, badge="302", pin=PIN, seen=1, now=later_time)


def _tap_tablet(house: House) -> None:
    sign_in_tablet(house)
    house.tablet.tap("change_plaque", seen=house.game.seq)


def _pair_device(house: House) -> None:
    device = Device.objects.create(name="Second", table=house.game.table)
    code = pairing_code_make(device=device, now=timezone.now())
    device_pair(code=code, now=timezone.now())


ExpectedRecord = dict[str, Any]
# verb: what is done, and what the act has of it
RECORDED_ACTIONS: dict[str, tuple[Callable[[House], Any], ExpectedRecord]] = {
    "tablet_sign_in": (
        sign_in_tablet,
        {"alias": "Wren", "device": "Tablet", "about_name": "Tablet"},
    ),
    "tablet_sign_out": (_sign_out_tablet, {"alias": "Wren", "device": "Tablet"}),
    "floor_sign_in": (
        lambda house: house.browser("201"),
        {"alias": "Rowan", "device": "Safari, iPad · 127.0.0.1", "reason": "floor"},
    ),
    "floor_sign_out": (_sign_out_floor, {"alias": "Rowan"}),
    "setup_sign_in": (
        lambda house: sign_in_with_password(Client(), PASSWORD),
        {"alias": "Hornbeam"},
    ),
    "setup_sign_out": (
        lambda house: house.admin.post(reverse("admin:logout")),
        {"alias": "Hornbeam"},
    ),
    "sign_in_failed": (
        lambda house: house.browser("201", "0000"),
        {"alias": "Rowan", "outcome": "refused"},
    ),
    "sign_in_failed/no such badge": (
        lambda house: house.browser("999"),
        {"who": "badge 999", "alias": "", "outcome": "refused"},
    ),
    "sign_in_failed/wrong password": (
        lambda house: sign_in_with_password(Client(), "wrong"),
        {"who": "hornbeam", "outcome": "refused"},
    ),
    "sign_in_failed/pairing code": (
        lambda house: house.tablet.post("pair", {"code": "0000000000"}),
        {"who": "tablet", "outcome": "refused"},
    ),
    "locked_out": (_lock_out, {"alias": "Rowan", "outcome": "refused"}),
    "refused_by_role/a page": (
        lambda house: house.browser("101", area="incidents").get("/floor/"),
        {"alias": "Wren", "reason": "GET /floor/", "outcome": "refused"},
    ),
    "refused_by_role/a door": (
        lambda house: house.browser("101"),
        {"alias": "Wren", "reason": "POST /floor/sign-in", "outcome": "refused"},
    ),
    "refused_by_role/a tablet": (
        _tap_tablet,
        {"alias": "Wren", "reason": "needs_supervisor change_plaque", "outcome": "refused"},
    ),
    "refused_by_badge": (
        lambda house: house.browser("301", area="incidents").post("/audit/access/reports"),
        {"alias": "Hornbeam", "outcome": "refused"},
    ),
    "staff_added": (
        _add_staff,
        {"about_name": "Yew", "after": {"role": "supervisor", "is_active": True}},
    ),
    "staff_changed": (
        _change_staff,
        {
            "before": {"role": "dealer"},
            "after": {"role": "supervisor", "New PIN": "not kept"},
            "alias": "Hornbeam",
        },
    ),
    "staff_unlocked": (
        lambda house: house.run_admin_action("staff_staff", "unlock", house.people["dealer"]),
        {"about_name": "Wren"},
    ),
    "setting_added": (_add_table, {"about_name": "T9"}),
    "setting_changed": (
        _change_room,
        {"before": {"lock_minutes": 15}, "after": {"lock_minutes": 20}, "about_kind": "room"},
    ),
    "setting_deleted": (_delete_device, {"about_name": "Tablet"}),
    "plaque_published": (
        _change_plaque,
        {"before": {"version": 1, "cap": 500}, "after": {"version": 2, "cap": 400}},
    ),
    "code_made": (
        lambda house: house.run_admin_action(
            "tables_device", "make_pairing_code", house.tablet.device
        ),
        {"about_name": "Tablet", "alias": "Hornbeam"},
    ),
    "device_paired": (_pair_device, {"who": "tablet", "about_name": "Second"}),
    "device_revoked": (
        lambda house: house.run_admin_action("tables_device", "revoke", house.tablet.device),
        {"about_name": "Tablet", "alias": "Hornbeam"},
    ),
    "draft_saved": (
        _save_draft,
        {
            "before": {"limit_reopen": "full", "reason": ""},
            "after": {"limit_reopen": "half", "reason": "most know it"},
        },
    ),
    "draft_discarded": (_discard_draft, {"alias": "Hornbeam"}),
    "version_published": (
        _publish_version,
        {
            "before": {"version": 1, "limit_reopen": "full"},
            "after": {"version": 2, "limit_reopen": "half", "counts from": "2026-11-21 21:50"},
            "alias": "Linden",
        },
    ),
}

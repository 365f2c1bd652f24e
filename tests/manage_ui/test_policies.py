"""House policies for waitlists, dealers, retention, mails and sign-ins: saved, applied, refused, recorded."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lineup.actions import load_lineup
from ops.models import Retention
from ops.retention import retention_candidates
from players.models import Player
from reports.archive.mailing import MAX_ADDRESSES
from reports.models import ReportRecipients
from staff.models import AuditEvent, Room
from staff.policy import limits_of
from tables.models import Visit
from tests.support.manage_fixtures import ROOM, ManagerClient
from tests.support.page_roles import PageContent
from tests.support.policy_forms import DEALERS, LISTS, SIGN_INS
from tests.support.room import TableDriver
from waitlist.actions import load_waitlists


def test_saved_policy_is_the_policy_of_the_desk(hornbeam: ManagerClient, game: TableDriver) -> None:
    room = game.table.room_id
    data = LISTS | {
        "call_minutes": "7",
        "locals_first": "on",
        "order__0": "must_move",
        "order__2": "seat_change",
    }
    data.pop("above_most")
    assert hornbeam.save("lists", **data).status == 302
    policy = load_waitlists(room).policy
    assert (policy.call_minutes, policy.locals_first, policy.above_most) == (7, True, False)
    assert policy.order == ("must_move", "table_change", "seat_change", "list")
    act = AuditEvent.objects.get(verb="setting_changed")
    assert (act.who, act.room) == (hornbeam.staff.key, room)
    assert act.before is not None
    assert act.before["Minutes to answer a call"] == "5"
    page = PageContent(hornbeam.get("lists").text)
    page.item("by Hornbeam")
    assert "Minutes to answer a call: 5" in page.status()


def test_section_size_is_saved_and_summarized(hornbeam: ManagerClient, game: TableDriver) -> None:
    assert hornbeam.save("sections", **(DEALERS | {"section_tables": "6"})).status == 302
    assert load_lineup(game.table.room_id).policy.section_tables == 6
    PageContent(hornbeam.get("index").text).item("6 tables max")


@pytest.mark.parametrize(
    ("page", "fields", "message"),
    [
        ("lists", {"call_minutes": "0"}, "Must be at least 1"),
        ("lists", {"call_minutes": "9" * 300}, ""),
        ("lists", {"order__1": "seat_change"}, "Use each of the four once"),
        ("lists", {"order__1": "luck"}, ""),
        ("lists", {"seat_change_owes": "everything"}, ""),
        ("sections", {"section_tables": "11"}, ""),
        ("sections", {"down_minutes": "-1"}, ""),
        ("absences", {"minutes": "721"}, ""),
        ("absences", {"minutes": "-1"}, ""),
        ("absences", {"walkers": "1"}, "Enter 2 or more"),
        ("absences", {"walker_minutes": "0"}, ""),
        ("retention", {"years": "0"}, ""),
        ("retention", {"years": "51"}, ""),
        ("mails", {"addresses": "oak@room.example nobody"}, "“nobody” isn\u2019t an email address"),
        (
            "mails",
            {"addresses": " ".join(f"o{i}@room.example" for i in range(MAX_ADDRESSES + 1))},
            "at most 20 addresses",
        ),
        ("sign-ins", {"idle__1": "481"}, "Can't be more than the maximum, 480 minutes"),
        ("sign-ins", {"longest__1": "9999"}, ""),
        ("sign-ins", {"factor_for_managers": "on"}, "Set up your own two-factor"),
    ],
)
def test_invalid_policy_is_refused_and_kept(
    hornbeam: ManagerClient, game: TableDriver, page: str, fields: dict[str, str], message: str
) -> None:
    valid_forms: dict[str, Any] = {"lists": LISTS, "sections": DEALERS, "sign-ins": SIGN_INS}.get(
        page, {}
    )
    page_result = hornbeam.save(page, **(valid_forms | fields))
    assert page_result.status == 422
    assert message or page_result.field_errors
    assert message in page_result.errors
    value = next(iter(fields.values()))
    assert value in page_result.text or "on" in fields.values() or value in ("luck", "everything")
    assert not AuditEvent.objects.filter(
        verb__in=("setting_changed", "kept_until_changed")
    ).exists()


def test_shorter_retention_is_announced_and_applied(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    now = timezone.now()
    room = game.table.room_id
    old = Player.objects.create(alias="Heron", alias_key="heron")
    Player.objects.filter(pk=old.pk).update(created_at=now - timedelta(days=1200))
    cutoff = now - timedelta(days=1150)
    Visit.objects.create(player=old, room_id=room, in_at=cutoff, out_at=cutoff + timedelta(hours=3))
    assert retention_candidates(now) == []
    seen = hornbeam.get("retention").seen
    first = hornbeam.post("retention", seen=seen, years="3")
    assert "This can't be undone." in PageContent(first.text).region("Confirm the changes").text
    assert not Retention.objects.exists()
    assert hornbeam.post("retention", seen=seen, years="3", sure=first.confirmation).status == 302
    assert [candidate.player for candidate in retention_candidates(now)] == [old]
    act = AuditEvent.objects.get(verb="kept_until_changed")
    assert (act.before, act.after) == (
        {"Years without a visit": "5"},
        {"Years without a visit": "3"},
    )
    assert "Years without a visit: 5" in PageContent(hornbeam.get("retention").text).status()


def test_reports_are_mailed_to_the_set_addresses(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    PageContent(hornbeam.get("index").text).item("Emailed to no one")
    assert hornbeam.save("mails", addresses="oak@room.example\nelm@room.example").status == 302
    assert ReportRecipients.objects.get().addresses == ["oak@room.example", "elm@room.example"]
    assert hornbeam.save("mails", addresses="").status == 302
    assert ReportRecipients.objects.get().addresses == []
    assert AuditEvent.objects.filter(about_kind="report emails").count() == 2


def test_sessions_end_by_the_set_limits(hornbeam: ManagerClient, game: TableDriver) -> None:
    assert hornbeam.save("sign-ins", **(SIGN_INS | {"idle__1": "30"})).status == 302
    assert limits_of("desk") == (480, 30)
    act = AuditEvent.objects.get(verb="access_policy_changed")
    assert act.after is not None
    assert act.after["desk"] == "480 min, 30 idle"
    PageContent(hornbeam.get("sign-ins").text).item("480 min, 30 idle")


def test_first_room_is_created_without_the_admin_site(db: None) -> None:
    owner = User.objects.create_superuser("owner", password="a long way to the sea")
    client = Client()
    client.force_login(owner, "django.contrib.auth.backends.ModelBackend")
    front = client.get(reverse("manage:index")).content.decode()
    assert reverse("manage:room-new") in front
    assert client.get(reverse("manage:measures")).status_code == 404
    data = ROOM | {"name": "The first"}
    assert client.post(reverse("manage:room-new"), data).status_code == 302
    assert client.post(reverse("manage:room-new"), data).status_code == 422, "its name is taken"
    room = Room.objects.get()
    act = AuditEvent.objects.get(verb="setting_added")
    assert (act.who, act.about_key) == (f"user.{owner.pk}", str(room.pk))
    names = (
        "index",
        "measures",
        "lists",
        "sections",
        "shifts",
        "ladder",
        "messages",
        "retention",
        "mails",
    )
    for name in (*names, "sign-ins", "plaques", "tables", "staff", "devices", "rules", "rakes"):
        response = client.get(f"{reverse(f'manage:{name}')}?room={room.pk}")
        assert (name, response.status_code) == (name, 200)
    sign_ins_response = client.post(reverse("manage:sign-ins"), {"seen": "x"})
    assert sign_ins_response.status_code == 409, "an account without a badge is told, too"

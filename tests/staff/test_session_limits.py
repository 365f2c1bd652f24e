"""Sessions end by their limits, by a manager, and at once for a dismissed staff member."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from poker.refusal import Refusal
from staff.account_changes import staff_save
from staff.accounts import SecretHashes
from staff.models import AccessPolicy, AuditEvent
from staff.policy import limits_of, policy_change
from staff.session_limits import LIMITS, SEEN, SINCE
from tables.models import Device
from tests.support.audit_fixtures import PASSWORD
from tests.support.room import NOW, PIN
from tests.support.staff_fixtures import House
from tests.support.tablet import create_tablet


def age_session(client: Client, **minutes_by_key: int) -> None:
    """Move the session's times back by these minutes."""
    session = client.session
    for name, ago in minutes_by_key.items():
        session[name] = (timezone.now() - timedelta(minutes=ago)).isoformat()
    session.save()


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("incidents:index")).status_code == 200


@pytest.mark.parametrize(
    ("since", "seen", "remains"),
    [(479, 0, True), (480, 0, False), (300, 239, True), (300, 240, False)],
)
def test_badge_sign_in_ends_at_its_limits(
    house: House, since: int, seen: int, remains: bool
) -> None:
    client = house.client("supervisor")
    assert is_signed_in(client)
    age_session(client, **{SINCE: since, SEEN: seen})
    assert is_signed_in(client) == remains
    assert AuditEvent.objects.filter(verb="session_over", alias="Rowan").exists() != remains


def test_password_sign_in_ends_at_its_limits(house: House) -> None:
    client = Client()
    client.post(reverse("admin:login"), {"username": "hornbeam", "password": PASSWORD})
    assert client.get("/admin/").status_code == 200
    assert client.session[LIMITS] == [480, 120]
    age_session(client, **{SEEN: 120})
    assert client.get("/admin/").status_code == 302
    assert AuditEvent.objects.get(verb="session_over").alias == "Hornbeam"


def test_last_use_is_stored_once_per_minute(house: House) -> None:
    client = house.client("supervisor")
    seen = client.session[SEEN]
    is_signed_in(client)
    assert client.session[SEEN] == seen
    age_session(client, **{SEEN: 100})
    is_signed_in(client)
    assert client.session[SEEN] >= seen


def test_changed_limits_apply_to_later_sign_ins(house: House) -> None:
    manager = house.people["manager"]
    data: dict[str, Any] = {
        "by": manager,
        "factor_for_managers": False,
        "factor_on_floor": False,
        "now": NOW,
    }
    before = house.client("supervisor")
    policy_change(limits={"supervisor": [60, 20]}, **data)
    assert (limits_of("supervisor"), limits_of("desk")) == ((60, 20), (480, 240))
    assert before.session[LIMITS] == [480, 240]
    assert house.client("supervisor").session[LIMITS] == [60, 20]
    act = AuditEvent.objects.get(verb="access_policy_changed")
    assert act.before == {"supervisor": "480 min, 240 idle"}
    assert act.after == {"supervisor": "60 min, 20 idle"}
    for limits_value in ([60, 61], [4, 4], [2000, 20], [0, 0]):
        with pytest.raises(Refusal, match="bad_limits"):
            policy_change(limits={"desk": limits_value}, **data)
    assert AccessPolicy.objects.count() == 1


def test_dismissed_staff_are_signed_out_everywhere_at_once(house: House) -> None:
    rowan = house.people["supervisor"]
    badge = house.client("supervisor")
    by_name = Client()
    other_client = house.client("manager")
    by_name.post(reverse("admin:login"), {"username": "rowan", "password": PASSWORD})
    tablet = create_tablet(house.game)
    assert tablet.post("sign-in", {"badge": rowan.badge, "pin": PIN}).status_code == 200
    assert by_name.get("/admin/").status_code == 200
    save: dict[str, Any] = {"username": "rowan", "role": Group.objects.get(name="supervisor")}
    save |= {"secrets": SecretHashes(), "rooms": []}
    staff_save(staff=rowan, is_active=False, **save)
    assert not is_signed_in(badge)
    assert by_name.get("/admin/").status_code == 302
    assert tablet.tap("deal", seen=house.game.seq).json()["code"] == "not_signed_in"
    assert Device.objects.get(pk=tablet.device.pk).dealer is None
    staff_save(staff=rowan, is_active=True, **save)
    assert not is_signed_in(badge)
    assert by_name.get("/admin/").status_code == 302
    assert is_signed_in(other_client)


def test_manager_ends_the_sessions_of_staff(house: House) -> None:
    badge = house.client("supervisor")
    manager = Client()
    address = reverse("audit:access-out", args=[house.people["supervisor"].user.pk])
    assert house.client("manager").post(address).status_code == 403  # by badge and PIN alone
    manager.post(reverse("admin:login"), {"username": "hornbeam", "password": PASSWORD})
    assert manager.post(address).status_code == 302
    assert not is_signed_in(badge)
    act = AuditEvent.objects.get(verb="sessions_ended")
    assert (act.alias, act.about_name, act.after) == ("Hornbeam", "Rowan", {"sign-ins": 1})

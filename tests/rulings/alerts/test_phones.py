"""The page "Calls on this phone": what is allowed, by whom, and how many; the room's key."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from outbox.phones.keys import public_key, signing_key
from outbox.phones.models import AlertKey, AlertPhone
from rulings.alerts.models import CallAlert
from rulings.alerts.phones import MAX_PHONES, TEST_PAUSE
from staff.models import AuditEvent
from tests.support.alert_fixtures import PushRoom, encoded
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"endpoint": "http://push.example/x"}, "https"),
        ({"endpoint": "https://10.0.0.7/x"}, "private or unreachable"),
        ({"endpoint": "https://[::1]/x"}, "private or unreachable"),
        ({"endpoint": "https://169.254.169.254/latest"}, "private or unreachable"),
        ({"endpoint": "https://user:word@push.example/x"}, "user name"),
        ({"endpoint": "https://push.example:22/x"}, "port 22"),
        ({"endpoint": "https://push.example/" + "x" * 500}, "too long"),
        ({"endpoint": ""}, "https"),
        ({"public_key": "x"}, "keys"),
        ({"public_key": encoded(bytes([4]) + bytes(64))}, "keys"),
        ({"public_key": "ü" * 87}, "keys"),
        ({"auth_secret": encoded(b"short")}, "keys"),
    ],
)
def test_what_no_push_service_gives_is_refused(
    push: PushRoom, settings: Settings, change: dict[str, str], said: str
) -> None:
    rowan = push.add_phone("Rowan", "201")
    AlertPhone.objects.all().delete()
    settings.HOOKS_HTTP = False
    response = rowan.allow(**{"endpoint": "https://push.example/x"} | change)
    assert response.status_code == 422
    assert said in PageContent(response).text
    assert not AlertPhone.objects.exists()


def test_page_shows_the_phone_duty_and_who_else_is_on_duty(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    alder = push.add_phone("Alder", "202")
    page = PageContent(rowan.client.get(reverse("floor:phone")))
    assert "Phones also ring for Alder." in page.text
    assert "On duty until" in page.region("2. Duty in Small room").text
    phones = page.region("Your phones 1 of 5")
    assert "Chrome, Android" in phones.text
    assert "Alder" not in phones.text
    alder.client.post(reverse("floor:sign-out"))
    assert "No other phone rings" in PageContent(rowan.client.get(reverse("floor:phone"))).text
    assert 'data-allowed="yes"' in rowan.client.get(reverse("floor:phone")).content.decode()
    other_browser = sign_in_client("201")
    assert 'data-allowed="no"' in other_browser.get(reverse("floor:phone")).content.decode()


def test_phone_of_a_person_is_capped_and_recorded(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    for number in range(1, MAX_PHONES):
        rowan.client = sign_in_client("201")
        assert rowan.allow(endpoint=f"{push.url}/{number}").status_code == 302
    rowan.client = sign_in_client("201")
    response = rowan.allow(endpoint=f"{push.url}/more")
    assert response.status_code == 422
    assert "Remove one first" in PageContent(response).text
    first = AlertPhone.objects.earliest("pk")
    assert rowan.post("remove", phone=str(first.pk)).status_code == 302
    assert rowan.allow(endpoint=f"{push.url}/more").status_code == 302
    verbs = [event.verb for event in AuditEvent.objects.filter(verb__startswith="alert_phone")]
    assert verbs.count("alert_phone_added") == MAX_PHONES + 1
    assert verbs.count("alert_phone_removed") == 1


def test_browser_that_is_allowed_again_stays_one_phone(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    assert rowan.allow().status_code == 302
    assert rowan.allow(endpoint=f"{push.url}/renewed").status_code == 302
    assert AlertPhone.objects.get().endpoint == f"{push.url}/renewed"


@pytest.mark.parametrize("action", ["test", "remove"])
def test_phone_of_someone_else_is_not_found(push: PushRoom, action: str) -> None:
    rowan = push.add_phone("Rowan", "201")
    alder = push.add_phone("Alder", "202")
    assert alder.post(action, phone=str(rowan.row.pk)).status_code == 404
    assert AlertPhone.objects.count() == 2
    assert not CallAlert.objects.exists()


def test_test_reaches_a_phone_off_duty_and_not_twice_in_a_moment(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201", on_duty=False)
    number = str(rowan.row.pk)
    assert rowan.post("test", phone=number).status_code == 302
    assert rowan.post("test", phone=number).status_code == 429
    assert b"A test is on its way" in rowan.client.get(reverse("floor:phone")).content
    [(_, alert)] = push.deliver()
    assert alert["tag"] == "test"
    assert rowan.post("shown", token=alert["token"]).status_code == 204
    assert b"It last answered at" in rowan.client.get(reverse("floor:phone")).content
    CallAlert.objects.update(made_at=timezone.now() - TEST_PAUSE - timedelta(seconds=1))
    assert rowan.post("test", phone=number).status_code == 302


def test_duty_in_a_room_of_others_is_not_found(push: PushRoom) -> None:
    other = type(push.room).objects.create(name="Riverside")
    rowan = push.add_phone("Rowan", "201", rooms=[push.room])
    assert rowan.duty(other).status_code == 404


def test_private_key_is_encrypted_and_made_once(push: PushRoom) -> None:
    now = timezone.now()
    key = public_key(now)
    assert (public_key(now), signing_key(now).public_key) == (key, key)
    row = AlertKey.objects.get()
    assert "BEGIN" not in row.private_key
    assert row.private_key.startswith("gAAAA")  # a Fernet token


def test_key_follows_a_changed_server_key_or_is_renewed(
    push: PushRoom, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    push.add_phone("Rowan", "201")
    key = public_key(timezone.now())
    earlier = settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    settings.SECRET_KEY_FALLBACKS = [earlier]
    call_command("reencrypt_webhooks")
    assert "The key of alerts encrypted" in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    assert signing_key(timezone.now()).public_key == key
    settings.SECRET_KEY = "a third"
    with pytest.raises(CommandError, match="renew_alert_key"):
        call_command("reencrypt_webhooks")
    call_command("renew_alert_key")
    assert "Removed 1 phones" in capsys.readouterr().out
    assert not AlertPhone.objects.exists()
    assert signing_key(timezone.now()).public_key != key

"""Whose phone rings, with what, and for how long: as the browser's push service and the phone see it."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid02
from pytest_django import Settings

from outbox.delivery import EXPIRED
from outbox.phones.keys import public_key
from outbox.phones.models import AlertPhone
from poker import commands as c
from rulings.alerts.delivery import NOT_NEEDED, NOT_ON_DUTY, RETRY_DELAYS
from rulings.alerts.models import LIFETIME, CallAlert, SupervisorDuty
from rulings.alerts.queueing import MAX_A_MINUTE
from rulings.calls.responses import call_answer
from staff.account_changes import sessions_end, staff_save
from staff.accounts import SecretHashes, secrets_hashed
from staff.models import Room
from tests.support.alert_fixtures import PushRoom, StubPhone

State = CallAlert.State


def alert_states() -> list[str]:
    """Return the states of all alerts, oldest first."""
    return list(CallAlert.objects.order_by("pk").values_list("state", flat=True))


def test_call_rings_with_table_kind_and_age_and_names_no_player(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    push.game.seat_players(5)
    call = push.call_floor("premature_turn")
    [(_, alert)] = push.deliver(after=timedelta(seconds=20))
    assert alert["title"] == "T1 calls the floor"
    assert alert["body"] == "Premature turn"
    assert 19_000 <= alert["age"] <= 40_000
    assert alert["keys"] == [
        {"action": "seen", "title": "Seen"},
        {"action": "coming", "title": "On the way"},
    ]
    assert (alert["vibrate"], alert["isSilent"], alert["isOver"]) == ([200, 100, 200], False, False)
    assert alert["url"] == reverse("floor:call", args=[call.pk])
    assert "Pebble" not in str(alert)


def test_request_is_signed_expires_and_replaces_earlier_ones_of_the_call(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    call = push.call_floor()
    push.deliver(after=timedelta(seconds=30))
    [(path, headers, body)] = push.requests
    assert path == "/Rowan"
    assert headers["Topic"] == f"call-{call.pk}"
    assert 80 <= int(headers["TTL"]) <= 90  # of two minutes
    assert (headers["Urgency"], headers["Content-Encoding"]) == ("high", "aes128gcm")
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={public_key(timezone.now())}")
    assert b"calls the floor" not in body


def test_only_the_sections_supervisor_is_called(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.add_phone("Alder", "202")
    push.add_section(rowan, "T1")
    push.call_floor()
    assert [name for name, _ in push.deliver()] == ["Rowan"]


def test_table_in_no_section_calls_everyone_on_duty(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.add_phone("Alder", "202")
    push.add_phone("Elm", "203", on_duty=False)
    push.add_section(rowan, "T9")
    push.call_floor()
    assert sorted(name for name, _ in push.deliver()) == ["Alder", "Rowan"]


def test_who_is_off_duty_is_not_called(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    rowan.duty(push.room, "off")
    push.call_floor()
    assert alert_states() == []
    rowan.duty(push.room)
    push.game.execute(c.CancelFloor("Solved"))
    push.call_floor()
    rowan.duty(push.room, "off")  # before a worker has sent it
    assert push.deliver() == []
    assert CallAlert.objects.get().error == NOT_ON_DUTY


def test_duty_ends_with_the_sign_in(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    duty = SupervisorDuty.objects.get()
    assert timedelta(hours=7, minutes=59) < duty.until - timezone.now() <= timedelta(hours=8)
    SupervisorDuty.objects.update(until=timezone.now())
    push.call_floor()
    assert alert_states() == []


def test_supervisor_who_called_as_the_dealer_is_not_called(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.game.now = timezone.now()
    push.game.execute(c.CallFloor(by=rowan.staff.key), actor=rowan.staff.key)
    assert push.deliver() == []


def test_call_of_another_room_does_not_ring(push: PushRoom) -> None:
    other = Room.objects.create(name="Riverside")
    rowan = push.add_phone("Rowan", "201", rooms=[push.room, other], on_duty=False)
    assert rowan.duty(other).status_code == 302
    push.call_floor()
    assert push.deliver() == []
    rowan.duty(push.room)
    push.game.execute(c.CancelFloor("Solved"))
    assert push.ring()["title"] == f"T1, {push.room.name} calls the floor"


def test_who_lost_the_room_is_not_called(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201", rooms=[push.room])
    push.call_floor()
    rowan.staff.rooms.clear()
    assert push.deliver() == []


@pytest.mark.parametrize("status", [404, 410])
def test_ended_subscription_is_removed(push: PushRoom, status: int) -> None:
    push.add_phone("Rowan", "201")
    push.statuses.append(status)
    push.call_floor()
    push.deliver()
    assert not AlertPhone.objects.exists()
    assert alert_states() == []


def test_busy_push_service_is_tried_again_and_a_refusal_is_shown(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.statuses += [429, 503, 403]
    push.call_floor()
    push.deliver()
    assert alert_states() == [State.WAITING]
    push.deliver(after=RETRY_DELAYS[0])
    push.deliver(after=RETRY_DELAYS[0] + RETRY_DELAYS[1])
    assert alert_states() == [State.DEAD]
    assert len(push.requests) == 3
    page = rowan.client.get(reverse("floor:phone")).content.decode()
    assert "answered 403" in page


def test_late_alert_is_not_sent(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    push.call_floor()
    assert push.deliver(after=LIFETIME) == []
    assert CallAlert.objects.get().error == EXPIRED


def test_answered_call_does_not_ring_anymore(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    call = push.call_floor()
    call_answer(call=call, staff=rowan.staff, how="coming", now=timezone.now())
    assert push.deliver() == []
    assert CallAlert.objects.get().error == NOT_NEEDED


@pytest.mark.parametrize(
    ("how", "said"), [("seen", "Alder has seen it."), ("coming", "Alder is on the way.")]
)
def test_answer_of_another_supervisor_closes_the_notification(
    push: PushRoom, how: str, said: str
) -> None:
    alder = push.add_phone("Alder", "202", on_duty=False)
    push.add_phone("Rowan", "201")
    push.ring()
    call_answer(call=push.call, staff=alder.staff, how=how, now=timezone.now())
    [(name, alert)] = push.deliver()
    assert (name, alert["isOver"], alert["isSilent"], alert["keys"]) == ("Rowan", True, True, [])
    assert (alert["title"], alert["body"]) == ("T1: answered", said)
    assert alert["tag"] == f"call-{push.call.pk}"
    call_answer(call=push.call, staff=alder.staff, how="arrived", now=timezone.now())
    assert push.deliver() == []  # once


def test_canceled_call_closes_the_notification_of_who_had_answered(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    alert = push.ring()
    assert rowan.post("answer", token=alert["token"], how="seen").status_code == 200
    assert push.deliver() == []  # this phone has changed its notification itself
    push.game.execute(c.CancelFloor("Solved", by="Alder"))
    [(_, alert)] = push.deliver()
    assert alert["isOver"]


def test_report_changes_the_text_without_ringing_again(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    assert push.ring()["body"] == "Not stated yet"
    push.game.execute(c.Report("premature_turn", {"burned": 1}))
    [(_, alert)] = push.deliver()
    assert (alert["body"], alert["isSilent"], alert["vibrate"]) == ("Premature turn", True, [])
    push.game.execute(c.Report("premature_turn", {"burned": 0}))  # another fact, the same title
    assert push.deliver() == []


def test_sign_out_ends_the_phone(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.call_floor()
    rowan.client.post(reverse("floor:sign-out"))
    assert not AlertPhone.objects.exists()
    assert push.deliver() == []


def change_staff(
    phone: StubPhone, *, is_active: bool = True, secrets: SecretHashes | None = None
) -> None:
    """Save a staff member as a manager does."""
    staff_save(
        staff=phone.staff,
        username=phone.staff.user.username,
        role=Group.objects.get(name="supervisor"),
        is_active=is_active,
        secrets=secrets or SecretHashes(),
        rooms=(),
    )


@pytest.mark.parametrize("change", ["deactivated", "new PIN", "signed out everywhere"])
def test_phone_ends_as_sign_ins_do(push: PushRoom, change: str) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.call_floor()
    if change == "deactivated":
        change_staff(rowan, is_active=False)
    elif change == "new PIN":
        change_staff(rowan, secrets=secrets_hashed(pin="7410"))
    else:
        sessions_end(staff=rowan.staff)
    assert not AlertPhone.objects.exists()
    assert push.deliver() == []


def test_erased_person_leaves_no_phone_duty_or_alert(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.call_floor()
    rowan.staff.delete()
    assert not AlertPhone.objects.exists()
    assert not SupervisorDuty.objects.exists()
    assert alert_states() == []


def test_session_that_a_process_of_the_version_before_deleted_ends_the_phone(
    push: PushRoom,
) -> None:
    push.add_phone("Rowan", "201")
    push.call_floor()
    Session.objects.all()._raw_delete("default")
    assert push.deliver() == []
    assert push.requests == []


def test_endpoint_that_resolves_to_a_private_address_gets_no_request(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    endpoint = "https://push.example/rowan"
    assert rowan.allow(endpoint=endpoint).status_code == 302
    push.call_floor()
    inside = [(2, 1, 6, "", ("10.0.0.7", 443))]
    with (
        patch("socket.getaddrinfo", return_value=inside),
        patch("socket.create_connection") as connect,
    ):
        push.deliver()
    connect.assert_not_called()
    assert "private or unreachable" in AlertPhone.objects.get().error


def test_phone_is_not_drained_by_a_table_that_calls_on_and_on(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    for _ in range(MAX_A_MINUTE + 2):
        push.call_floor()
        push.game.execute(c.CancelFloor("Solved"))
    assert len(alert_states()) == MAX_A_MINUTE


def test_changed_server_key_is_an_error_that_says_what_to_do(
    push: PushRoom, settings: Settings
) -> None:
    rowan = push.add_phone("Rowan", "201")
    rowan.client.get(reverse("floor:phone"))  # makes the key
    push.call_floor()
    settings.SECRET_KEY = "another"
    push.deliver()
    assert push.requests == []
    assert "renew_alert_key" in CallAlert.objects.get().error


def test_simulated_room_calls_no_one(push: PushRoom) -> None:
    push.add_phone("Rowan", "201")
    Room.objects.update(own_time=True)
    push.call_floor()
    assert alert_states() == []

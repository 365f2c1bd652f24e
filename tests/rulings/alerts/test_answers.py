"""The keys on a notification: the same command as on the page, once, in time, for one person and one call."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.models import Entry
from outbox.phones import rate
from outbox.phones.models import AlertPhone
from poker import commands as c
from rulings.alerts import tokens
from rulings.calls.models import Call
from rulings.calls.responses import call_answer
from tests.support.alert_fixtures import PushRoom
from tests.support.floor_fixtures import sign_in_client


def answers() -> list[tuple[str, str]]:
    """Return who answered the call in the log, and the actor's key."""
    entries = Entry.objects.filter(name="floor.answered").order_by("seq")
    return [(entry.actor, entry.name) for entry in entries]


def test_keys_answer_by_the_command_of_the_page(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    token = push.ring()["token"]
    response = rowan.post("answer", token=token, how="seen")
    assert response.json() == {
        "title": "T1",
        "text": "You've seen the call at T1.",
        "keys": [{"action": "coming", "title": "On the way"}],
    }
    response = rowan.post("answer", token=token, how="coming")
    assert response.json() == {"title": "T1", "text": "You're on the way to T1.", "keys": []}
    assert answers() == [(rowan.staff.key, "floor.answered")] * 2
    assert (push.call.seen_by, push.call.coming_by) == ("Rowan", "Rowan")


def test_key_works_once(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    token = push.ring()["token"]
    assert rowan.post("answer", token=token, how="coming").status_code == 200
    response = rowan.post("answer", token=token, how="coming")
    assert response.status_code == 409
    assert "That key was used already" in response.json()["text"]
    assert len(answers()) == 2  # seen and on the way, once


def test_key_of_a_later_notification_of_the_call_works_once_as_well(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    first = push.ring()["token"]
    push.game.execute(c.Report("come"))
    [(_, later)] = push.deliver()
    assert rowan.post("answer", token=first, how="seen").status_code == 200
    assert rowan.post("answer", token=later["token"], how="seen").status_code == 409


def test_old_token_is_refused(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    token = push.ring()["token"]
    with patch.object(tokens, "LIFETIME", -1):
        response = rowan.post("answer", token=token, how="seen")
    assert (response.status_code, answers()) == (403, [])
    assert "too old" in response.json()["text"]


@pytest.mark.parametrize("token", ["", "x", "WzEsMSwxXQ:1vO0:forged"])
def test_forged_token_is_refused(push: PushRoom, token: str) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.ring()
    for action in ("answer", "shown"):
        response = rowan.post(action, token=token, how="seen")
        assert response.status_code == 403
        assert "no longer valid" in response.json()["text"]
    assert answers() == []


def test_token_is_refused_while_another_person_is_signed_in(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    push.add_phone("Alder", "202", on_duty=False)
    token = push.ring()["token"]
    rowan.client = sign_in_client("202")
    response = rowan.post("answer", token=token, how="seen")
    assert response.status_code == 403
    assert response.json()["text"].startswith("This notification is for Rowan")
    assert answers() == []


def test_token_of_a_phone_that_another_person_took_over_is_refused(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    token = push.ring()["token"]
    alder = push.add_phone("Alder", "202", on_duty=False)
    assert alder.allow(endpoint=rowan.endpoint).status_code == 302
    assert rowan.post("answer", token=token, how="seen").status_code == 403
    assert answers() == []


@pytest.mark.parametrize("end", ["canceled", "sign-out", "deactivated", "other room"])
def test_key_is_refused_with_a_sentence(push: PushRoom, end: str) -> None:
    rowan = push.add_phone("Rowan", "201", rooms=[push.room])
    token = push.ring()["token"]
    client = rowan.client
    if end == "canceled":
        push.game.execute(c.CancelFloor("Solved"))
    elif end == "sign-out":
        client.post(reverse("floor:sign-out"))
    elif end == "deactivated":
        rowan.staff.user.is_active = False
        rowan.staff.user.save()
    else:
        rowan.staff.rooms.clear()
    response = rowan.post("answer", token=token, how="seen")
    assert response.status_code in (403, 409)
    expected = {"canceled": "already closed", "other room": "Rowan"}
    assert expected.get(end, "no longer valid") in response.json()["text"]
    assert answers() == []


def test_answer_says_who_was_first(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    alder = push.add_phone("Alder", "202", on_duty=False)
    token = push.ring()["token"]
    call_answer(call=push.call, staff=alder.staff, how="seen", now=timezone.now())
    response = rowan.post("answer", token=token, how="seen")
    assert response.json()["text"] == "Alder has seen the call at T1 first."


def test_test_has_no_call_to_answer(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    assert rowan.post("test", phone=str(rowan.row.pk)).status_code == 302
    [(_, alert)] = push.deliver()
    assert (alert["title"], alert["keys"]) == ("Calls ring on this phone", [])
    assert rowan.post("answer", token=alert["token"], how="seen").status_code == 400


def test_shown_notification_delivers_the_call_and_dates_the_phone(push: PushRoom) -> None:
    rowan = push.add_phone("Rowan", "201")
    AlertPhone.objects.update(error="answered 503")
    token = push.ring()["token"]
    assert Call.objects.get().awaits_delivery
    before = timezone.now() - timedelta(seconds=1)
    assert rowan.post("shown", token=token).status_code == 204
    assert push.call.delivered_to == "Rowan"
    answered_at = rowan.row.answered_at
    assert answered_at is not None
    assert answered_at > before
    assert rowan.row.error == ""


def test_phones_of_one_network_are_limited(push: PushRoom) -> None:
    address = reverse("floor:phone-shown")
    with patch.object(rate, "MAX_A_MINUTE", 3):
        # Seven, because a new minute may begin in between.
        statuses = [Client(REMOTE_ADDR="192.0.2.77").post(address).status_code for _ in range(7)]
        assert statuses[:3] == [403] * 3
        assert 429 in statuses
        assert Client(REMOTE_ADDR="192.0.2.78").post(address).status_code == 403

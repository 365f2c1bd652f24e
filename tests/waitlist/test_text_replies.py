"""Texts in both directions: Twilio's API against a stub on loopback, replies of Twilio and of the house's gateway."""

import json
import time
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client
from pytest_django import Settings

from outbox import notify, twilio
from outbox.notify import PlayerMessage, notifier
from players.models import Player
from tests.support.desk import Desk
from tests.support.http_receiver import serve
from waitlist.models import TextOptOut, TextReply, WaitlistChange
from waitlist.paging import is_reachable
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = "+17025550142"
TOKEN = "token-of-the-stub"
URL = "http://testserver/texts/twilio"


@pytest.fixture(autouse=True)
def _twilio(settings: Settings) -> None:
    settings.NOTIFIER = "twilio"
    settings.TWILIO_ACCOUNT_SID = "AC1"
    settings.TWILIO_AUTH_TOKEN = TOKEN
    settings.TWILIO_FROM = "+17025550100"
    settings.HOOKS_HTTP = True


@pytest.fixture
def called(desk: Desk) -> Desk:
    """Hat, who has a number, is called to seat 5."""
    desk.add("Hat")
    Player.objects.filter(alias="Hat").update(phone=PHONE)
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    return desk


def reply(client: Client, text: str, sid: str = "SM1", signed: str | None = None) -> Any:
    fields = {"From": PHONE, "Body": text, "MessageSid": sid}
    signed = twilio.signature(TOKEN, URL, fields) if signed is None else signed
    return client.post("/texts/twilio", fields, headers={"X-Twilio-Signature": signed})


@pytest.mark.parametrize(("status", "error"), [(201, ""), (401, "answered 401")])
def test_message_api_is_called_as_documented(settings: Settings, status: int, error: str) -> None:
    def answer(handler: Any) -> None:
        handler.send_response(status)
        handler.end_headers()

    with serve(answer) as (url, requests):
        settings.TWILIO_URL = url.partition("/told")[0]
        message = PlayerMessage(text="Seat 5 está libre ✓", phone=PHONE)
        if error:
            with pytest.raises(OSError, match=error) as raised:
                notifier().send(message)
            assert PHONE not in str(raised.value)
        else:
            assert notifier().send(message)
    path, headers, body = requests[0]
    assert path == "/2010-04-01/Accounts/AC1/Messages.json"
    assert headers["Authorization"] == "Basic QUMxOnRva2VuLW9mLXRoZS1zdHVi"
    fields = parse_qs(body.decode())
    assert fields == {"To": [PHONE], "From": ["+17025550100"], "Body": ["Seat 5 está libre ✓"]}


def test_signature_is_that_of_the_documentation() -> None:
    fields = {
        "CallSid": "CA1234567890ABCDE",
        "Caller": "+14158675310",
        "Digits": "1234",
        "From": "+14158675310",
        "To": "+18005551212",
    }
    signed = twilio.signature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", fields)
    assert signed == "GvWf1cFY/Q7PnoempGyD5oXAezc="


def test_yes_holds_the_seat(called: Desk, client: Client) -> None:
    assert "We hold table T1, seat 5" in reply(client, " Yes! on my way").content.decode()
    assert called.waitlist.entries[0].state == "held"
    assert WaitlistChange.objects.order_by("-seq")[0].by == "player.text"
    assert "Your seat is held" in reply(client, "YES", "SM2").content.decode()


def test_later_keeps_the_spot_once(called: Desk, client: Client) -> None:
    for _ in range(2):  # Twilio sends again what was not answered in time
        assert reply(client, "later").status_code == 200
    entry = called.waitlist.entries[0]
    assert (entry.state, entry.passed) == ("waiting", 1)
    assert "no open call" in reply(client, "later", "SM2").content.decode()


def test_off_ends_all_texts_and_on_begins_them(called: Desk, client: Client) -> None:
    player = called.waitlist.entries[0].player
    assert is_reachable(player)
    reply(client, "STOP")
    assert not is_reachable(player)
    assert PHONE not in str(TextOptOut.objects.values())
    reply(client, "on", "SM2")
    assert is_reachable(player)


@pytest.mark.parametrize("text", ["", "???", "🦊", "نعم", "x" * 2000])
def test_other_texts_get_the_words(called: Desk, client: Client, text: str) -> None:
    assert "Reply YES" in reply(client, text).content.decode()
    assert called.waitlist.entries[0].state == "called"


@pytest.mark.parametrize("signed", ["", "forged", "é"])
def test_forged_reply_does_nothing(called: Desk, client: Client, signed: str) -> None:
    assert reply(client, "LATER", signed=signed).status_code == 403
    assert called.waitlist.entries[0].state == "called"


def test_reply_by_the_gateway_of_the_house(
    called: Desk, client: Client, settings: Settings
) -> None:
    settings.NOTIFIER = "sms"
    settings.SMS_WEBHOOK_SECRET = "secret"

    def send(at: int, secret: str = "secret", key: str = "1") -> Any:
        body = json.dumps({"id": key, "from": PHONE, "text": "YES"}).encode()
        headers = {
            "X-Floorbook-Time": str(at),
            "X-Floorbook-Signature": notify.signature(secret, str(at), body),
        }
        return client.post("/texts/house", body, "application/json", headers=headers)

    now = int(time.time())
    assert send(now, "another").status_code == 403
    assert send(now - 900).status_code == 403, "an old one, sent again"
    assert called.names == ["Hat"]
    assert not TextReply.objects.exists()
    assert "We hold" in send(now).json()["text"]
    assert send(now).json()["text"] == ""
    assert called.waitlist.entries[0].state == "held"

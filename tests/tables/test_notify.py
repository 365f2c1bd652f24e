"""Paging: the console, e-mail, and a signed POST to a gateway; a call waits for none of them."""

import json
import logging
from collections.abc import Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.error import HTTPError

import pytest
from django.core import mail
from pytest_django import Settings

from poker.waitlist.events import PlayerCalled
from poker.waitlist.state import Waitlist, WaitlistEntry, Waitlists
from tables import tasks
from tables.notify import Console, PlayerMessage, SmsWebhook, Smtp, notifier, signature
from tables.waitlist import paging

SECRET = "between-us"
EXPECTED_MESSAGE = PlayerMessage(
    text="NL 1/3: table T14, seat 3.", phone="+1 555 0100", email="hat@example.org"
)


@dataclass
class SmsGateway:
    """An SMS gateway on the loopback; its requests and its response."""

    url: str = ""
    status: int = 200
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def gateway() -> Generator[SmsGateway]:
    box = SmsGateway()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            box.received.append((dict(self.headers), body))
            self.send_response(box.status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    box.url = f"http://127.0.0.1:{server.server_port}/sms"
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield box
    server.shutdown()
    thread.join()
    server.server_close()


def test_gateway_request_is_authenticated(gateway: SmsGateway) -> None:
    assert SmsWebhook(gateway.url, SECRET).send(EXPECTED_MESSAGE)
    headers, body = gateway.received[0]
    assert json.loads(body) == {"to": EXPECTED_MESSAGE.phone, "text": EXPECTED_MESSAGE.text}
    at = headers["X-Floorbook-Time"]
    assert headers["X-Floorbook-Signature"] == signature(SECRET, at, body)
    assert headers["X-Floorbook-Signature"] != signature("another", at, body)


def test_failed_gateway_is_an_error_and_a_missing_number_is_none(gateway: SmsGateway) -> None:
    gateway.status = 503
    with pytest.raises(HTTPError) as error:
        SmsWebhook(gateway.url, SECRET).send(EXPECTED_MESSAGE)
    assert isinstance(error.value, OSError), "so the job tries again"
    error.value.close()
    assert not SmsWebhook(gateway.url, SECRET).send(
        PlayerMessage(text="x", email="hat@example.org")
    )
    assert len(gateway.received) == 1


def test_a_gateway_without_address_or_secret_is_refused() -> None:
    for url, secret in (("file:///etc/passwd", SECRET), ("https://sms.example.org", "")):
        with pytest.raises(ValueError, match="SMS_WEBHOOK"):
            SmsWebhook(url, secret)


def test_player_message_is_sent_by_email_and_to_the_console(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert Smtp().send(EXPECTED_MESSAGE)
    assert (mail.outbox[0].to, mail.outbox[0].body) == (["hat@example.org"], EXPECTED_MESSAGE.text)
    assert not Smtp().send(PlayerMessage(text="x", phone="1"))
    with caplog.at_level(logging.WARNING, "floorbook.paging"):
        assert Console().send(EXPECTED_MESSAGE)
    assert "table T14" in caplog.text
    assert "555" not in caplog.text


def test_notifier_is_chosen_by_setting(settings: Settings) -> None:
    assert isinstance(notifier(), Console)
    settings.NOTIFIER = "sms"
    settings.SMS_WEBHOOK_URL, settings.SMS_WEBHOOK_SECRET = "https://sms.example.org", SECRET
    assert isinstance(notifier(), SmsWebhook)


LISTS = Waitlists(
    lines=(Waitlist("nl", "NL 1/3", places=(WaitlistEntry(7, "p1", "Hat", 0),)),), next=8
)
CALL_EVENT = PlayerCalled(7, "T14", 3, until=600_000)


def test_call_queues_a_page_and_is_stored_without_a_broker(
    caplog: pytest.LogCaptureFixture,
) -> None:
    request = SimpleNamespace(phone="+1 555 0100", email="")
    with patch.object(paging, "player_known", return_value=request):
        with patch("tables.waitlist.paging.current_app.send_task") as left:
            paging.queue_page(LISTS, CALL_EVENT)
        name, (player, text) = left.call_args.args
        assert (name, player) == ("tables.page_player", "p1")
        assert (
            text
            == "NL 1/3: table T14, seat 3 is held for you until 12:10 am. Please come to the desk."
        )
        with patch(
            "tables.waitlist.paging.current_app.send_task", side_effect=OSError("no broker")
        ):
            paging.queue_page(LISTS, CALL_EVENT)
        assert "no broker" in caplog.text
        with patch.object(tasks, "notifier") as notifier:
            assert tasks.page_player("p1", text)
        assert notifier.return_value.send.call_args.args[0].phone == request.phone


def test_player_without_contact_is_not_paged() -> None:
    with (
        patch.object(
            paging, "player_known", return_value=SimpleNamespace(alias="Hat", phone="", email="")
        ),
        patch("tables.waitlist.paging.current_app.send_task") as left,
    ):
        paging.queue_page(LISTS, CALL_EVENT)
    assert not left.called

"""Paging by the console, by e-mail and by a signed POST to a gateway. A call does not wait for any of them."""

import json
import logging
from collections.abc import Generator
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from smtplib import SMTPDataError, SMTPRecipientsRefused
from threading import Thread
from typing import Any
from urllib.error import HTTPError, URLError

import pytest
from django.core import mail
from pytest_django import Settings

from outbox.notify import (
    Console,
    PlayerMessage,
    SmsWebhook,
    Smtp,
    notifier,
    send_problem,
    signature,
)

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
    settings.SMS_WEBHOOK_URL = "https://sms.example.org"
    settings.SMS_WEBHOOK_SECRET = SECRET
    assert isinstance(notifier(), SmsWebhook)


def test_channel_reaches_only_players_with_its_kind_of_address() -> None:
    by_phone = PlayerMessage(text="x", phone="1")
    by_mail = PlayerMessage(text="x", email="a@b.c")
    reached = {
        type(channel).__name__: (channel.reaches(by_phone), channel.reaches(by_mail))
        for channel in (Console(), Smtp(), SmsWebhook("https://sms.example.org", SECRET))
    }
    assert reached == {
        "Console": (True, True),
        "Smtp": (False, True),
        "SmsWebhook": (True, False),
    }


def test_problem_of_a_page_names_no_address() -> None:
    problems = {
        send_problem(error)
        for error in (
            SMTPRecipientsRefused({"hat@example.org": (550, b"hat@example.org is unknown")}),
            SMTPDataError(451, b"hat@example.org: try later"),
            URLError(ConnectionRefusedError(111, "Connection refused")),
            HTTPError("https://sms.example.org/?to=+15550100", 503, "Down", Message(), None),
            TimeoutError(),
        )
    }
    assert problems == {
        "The mail server refused the address.",
        "The mail server answered 451.",
        "Connection refused",
        "The gateway answered 503.",
        "TimeoutError",
    }

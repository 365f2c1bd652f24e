"""Telling a player that a seat is there: on the console, by e-mail, or by SMS through the house's own gateway."""

import hmac
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.mail import send_mail

from tables.message_texts import SUBJECT

TIMEOUT = 5  # seconds that a gateway has
_log = logging.getLogger("floorbook.paging")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a player is told, and where; an address that is not known is empty."""

    text: str
    phone: str = ""
    email: str = ""
    subject: str = SUBJECT


class Notifier(Protocol):
    """A way to reach players."""

    def send(self, message: Message) -> bool:
        """Send it; false where this way has no address. Raises OSError when the way does not work."""


class Console:
    """Writes to the log that somebody would have been paged; for rooms without a gateway."""

    def send(self, message: Message) -> bool:
        """The number is not written out: logs are read by many."""
        _log.warning("paging …%s: %s", (message.phone or message.email)[-3:], message.text)
        return True


class Smtp:
    """By e-mail, as Django's e-mail settings say."""

    def send(self, message: Message) -> bool:
        """One short mail."""
        if not message.email:
            return False
        return bool(send_mail(message.subject, message.text, None, [message.email]))


class SmsWebhook:
    """One signed POST to the house's gateway, which sends the SMS.

    The body is {"to", "text"}; `X-Floorbook-Time` is unix seconds, `X-Floorbook-Signature` the hex HMAC-SHA256 of
    time, a full stop and the body, under the secret that both have.
    """

    def __init__(self, url: str, secret: str) -> None:
        """Refuses an address that is none and an empty secret."""
        if not url.startswith(("https://", "http://")):
            raise ValueError("SMS_WEBHOOK_URL is no address of the web.")
        if not secret:
            raise ValueError("SMS_WEBHOOK_SECRET is empty: the gateway could not know us.")
        self.url, self.secret = url, secret

    def send(self, message: Message) -> bool:
        """Anything but a 2xx answer in time is an error."""
        if not message.phone:
            return False
        body = json.dumps({"to": message.phone, "text": message.text}).encode()
        at = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "X-Floorbook-Time": at,
            "X-Floorbook-Signature": signature(self.secret, at, body),
        }
        asked = Request(self.url, data=body, headers=headers, method="POST")
        with urlopen(asked, timeout=TIMEOUT):
            return True


def signature(secret: str, at: str, body: bytes) -> str:
    """What a gateway compares with."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, sha256).hexdigest()


def notifier() -> Notifier:
    """The way that the settings choose."""
    return _WAYS[settings.NOTIFIER]()


_WAYS: dict[str, Callable[[], Notifier]] = {
    "console": Console,
    "smtp": Smtp,
    "sms": lambda: SmsWebhook(settings.SMS_WEBHOOK_URL, settings.SMS_WEBHOOK_SECRET),
}

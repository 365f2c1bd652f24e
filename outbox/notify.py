"""Notifying a player that a seat is available: on the console, by email, or by SMS through the house's gateway."""

import hmac
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.mail import send_mail

from outbox.message_templates import SUBJECT

TIMEOUT_SECONDS = 5  # seconds allowed for a gateway's response
_log = logging.getLogger("floorbook.paging")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMessage:
    """A message to a player."""

    text: str
    phone: str = ""  # "" if unknown
    email: str = ""  # "" if unknown
    subject: str = SUBJECT


class Notifier(Protocol):
    """A channel for notifying players."""

    def reaches(self, message: PlayerMessage) -> bool:
        """Return whether the player has a number or an address for this channel."""

    def send(self, message: PlayerMessage) -> bool:
        """Send the message; return False if the player has no address for this channel.

        Raises OSError if sending fails.
        """


class Console:
    """Channel that only logs the page; for rooms without a gateway."""

    def reaches(self, message: PlayerMessage) -> bool:
        """Return whether the player would have a number or an address."""
        return bool(message.phone or message.email)

    def send(self, message: PlayerMessage) -> bool:
        """Log the message with the last characters of the number only, because many people read logs."""
        _log.warning("paging …%s: %s", (message.phone or message.email)[-3:], message.text)
        return True


class Smtp:
    """Email, with Django's email settings."""

    def reaches(self, message: PlayerMessage) -> bool:
        """Return whether the player has an address."""
        return bool(message.email)

    def send(self, message: PlayerMessage) -> bool:
        """Send one email."""
        if not message.email:
            return False
        return bool(send_mail(message.subject, message.text, None, [message.email]))


class SmsWebhook:
    """One signed POST to the house's gateway, which sends the SMS.

    The body is {"to", "text"}; `X-Floorbook-Time` is Unix seconds, `X-Floorbook-Signature` the hex
    HMAC-SHA256 of time, a period and the body, with the shared secret.
    """

    def __init__(self, url: str, secret: str) -> None:
        """Raise ValueError for an invalid URL or an empty secret."""
        if not url.startswith(("https://", "http://")):
            raise ValueError("SMS_WEBHOOK_URL isn't a web address.")
        if not secret:
            raise ValueError("SMS_WEBHOOK_SECRET is empty: the gateway can't verify our messages.")
        self.url, self.secret = url, secret

    def reaches(self, message: PlayerMessage) -> bool:
        """Return whether the player has a number."""
        return bool(message.phone)

    def send(self, message: PlayerMessage) -> bool:
        """Send the POST; any response other than 2xx, or a timeout, raises OSError."""
        if not message.phone:
            return False
        body = json.dumps({"to": message.phone, "text": message.text}).encode()
        at = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "X-Floorbook-Time": at,
            "X-Floorbook-Signature": signature(self.secret, at, body),
        }
        request = Request(self.url, data=body, headers=headers, method="POST")
        with urlopen(request, timeout=TIMEOUT_SECONDS):
            return True


def signature(secret: str, at: str, body: bytes) -> str:
    """Return the HMAC that the gateway compares."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, sha256).hexdigest()


def _twilio() -> Notifier:
    from outbox.twilio import Twilio  # it needs the message of this module

    return Twilio(
        settings.TWILIO_URL,
        settings.TWILIO_ACCOUNT_SID,
        settings.TWILIO_AUTH_TOKEN,
        settings.TWILIO_FROM,
    )


def notifier() -> Notifier:
    """Return the channel chosen in the settings."""
    return _CHANNELS[settings.NOTIFIER]()


def send_problem(error: OSError) -> str:
    """Return why a page was not sent, without the player's number or address, which servers repeat in their answers."""
    match error:
        case HTTPError():
            error.close()
            return f"The gateway answered {error.code}."
        case URLError() if isinstance(error.reason, OSError):
            return send_problem(error.reason)
        case SMTPRecipientsRefused():
            return "The mail server refused the address."
        case SMTPResponseException():
            return f"The mail server answered {error.smtp_code}."
        case _:
            return error.strerror or type(error).__name__


_CHANNELS: dict[str, Callable[[], Notifier]] = {
    "console": Console,
    "smtp": Smtp,
    "twilio": _twilio,
    "sms": lambda: SmsWebhook(settings.SMS_WEBHOOK_URL, settings.SMS_WEBHOOK_SECRET),
}

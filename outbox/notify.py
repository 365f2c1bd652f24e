"""Notifies a player of an available seat: in the log, by email, or by SMS through the house's gateway."""

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

TIMEOUT_SECONDS = 5  # how long a gateway may take to respond
_log = logging.getLogger("floorbook.paging")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMessage:
    """A message to a player."""

    text: str
    phone: str = ""  # "" if unknown
    email: str = ""  # "" if unknown
    subject: str = SUBJECT


class Notifier(Protocol):
    """A way to notify players."""

    def reaches(self, message: PlayerMessage) -> bool:
        """Return whether the player has the number or address that this channel needs."""

    def send(self, message: PlayerMessage) -> bool:
        """Send the message; return False if the player has no address for this channel.

        Raises OSError if sending fails.
        """


class Console:
    """Only logs the message; for rooms without a gateway."""

    def reaches(self, message: PlayerMessage) -> bool:
        """Return whether the player has a number or an address."""
        return bool(message.phone or message.email)

    def send(self, message: PlayerMessage) -> bool:
        """Log the message with only the last characters of the number, because many people read logs."""
        _log.warning("paging …%s: %s", (message.phone or message.email)[-3:], message.text)
        return True


class Smtp:
    """Sends email with Django's email settings."""

    def reaches(self, message: PlayerMessage) -> bool:
        return bool(message.email)

    def send(self, message: PlayerMessage) -> bool:
        if not message.email:
            return False
        return bool(send_mail(message.subject, message.text, None, [message.email]))


class SmsWebhook:
    """Sends one signed POST to the house's gateway, which sends the SMS.

    The body is {"to", "text"}. `X-Floorbook-Time` is in Unix seconds. `X-Floorbook-Signature` is the hexadecimal
    HMAC-SHA256 of the time, a period and the body, with the shared secret as its key.
    """

    def __init__(self, url: str, secret: str) -> None:
        """Raise ValueError for an invalid URL or an empty secret."""
        if not url.startswith(("https://", "http://")):
            raise ValueError("SMS_WEBHOOK_URL isn't a web address.")
        if not secret:
            raise ValueError("SMS_WEBHOOK_SECRET is empty: the gateway can't verify our messages.")
        self.url = url
        self.secret = secret

    def reaches(self, message: PlayerMessage) -> bool:
        return bool(message.phone)

    def send(self, message: PlayerMessage) -> bool:
        """Send the POST. A timeout or a response other than 2xx raises OSError."""
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
    from outbox.twilio import Twilio  # imported here because that module imports this one

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
    """Return why a message was not sent, without the player's number or address.

    Servers repeat numbers and addresses in their responses.
    """
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

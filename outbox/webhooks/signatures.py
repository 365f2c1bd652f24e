"""Signatures and secrets of webhooks, as in Standard Webhooks 1.0 (standardwebhooks.com)."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import datetime
from secrets import token_bytes

# Marks a secret, so that receivers' libraries and searches for leaks recognize it.
PREFIX = "whsec_"
SECRET_BYTES = 32  # the specification allows 24 to 64


def create_secret() -> str:
    """Return a new random secret in the format that receivers get."""
    return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()


def signature_headers(
    message_id: str, body: bytes, secrets: Iterable[str], now: datetime
) -> dict[str, str]:
    """Return the headers of a try at `now`, with one signature for each secret.

    `message_id` is the same for every try and has no period.
    """
    at = str(int(now.timestamp()))
    content = f"{message_id}.{at}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": at,
        "webhook-signature": " ".join(_sign(secret, content) for secret in secrets),
    }


def _sign(secret: str, content: bytes) -> str:
    """Return the HMAC-SHA256 signature of the content, with its version."""
    digest = hmac.digest(b64decode(secret.removeprefix(PREFIX)), content, "sha256")
    return f"v1,{b64encode(digest).decode()}"

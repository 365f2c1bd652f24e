"""A request to a browser's push service: encrypted for the phone (RFC 8291), signed by the room (RFC 8292)."""

from base64 import urlsafe_b64decode
from binascii import Error as Base64Error
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from outbox.phones.keys import SigningKey
from outbox.phones.models import AlertPhone
from outbox.url_policy import parse_url
from poker.refusal import Refusal

SIGNED_FOR = timedelta(hours=12)  # push services accept at most 24 hours
CURVE = ec.SECP256R1()
POINT_BYTES = 65  # length of the phone's public key
SECRET_BYTES = 16  # length of the phone's authentication secret


@dataclass(frozen=True, slots=True)
class PushRequest:
    """A POST to the phone's endpoint."""

    body: bytes
    headers: dict[str, str]


def check_subscription(*, endpoint: str, public_key: str, auth_secret: str) -> None:
    """Check the subscription that a browser sent. Raises `Refusal`: `bad_alert_phone`."""
    try:
        parse_url(endpoint)  # the host's addresses are checked when an alert is sent
    except Refusal as refusal:
        raise Refusal("bad_alert_phone", "", detail=refusal.facts["detail"]) from None
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decode(public_key, POINT_BYTES))
        _decode(auth_secret, SECRET_BYTES)
    except ValueError:
        raise Refusal("bad_alert_phone", "", detail="its keys can't be read") from None


def push_request(
    phone: AlertPhone, text: bytes, *, key: SigningKey, lifetime: int, topic: str, now: datetime
) -> PushRequest:
    """Return the request that shows a text on a phone.

    `lifetime` is how many seconds the push service keeps the alert for an unreachable phone. `topic` has at most 32
    letters, digits, - and _. A later alert of the same topic replaces one that the service still holds.
    """
    body: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(CURVE),
        dh=_decode(phone.public_key, POINT_BYTES),
        auth_secret=_decode(phone.auth_secret, SECRET_BYTES),
        version="aes128gcm",
    )
    address = urlsplit(phone.endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(lifetime),
        "Urgency": "high",
        "Topic": topic,
        **key.vapid.sign(claims),
    }
    return PushRequest(body, headers)


def _decode(text: str, length: int) -> bytes:
    """Decode unpadded base64url. Raises ValueError unless it has exactly `length` bytes."""
    if not text.isascii():
        raise ValueError("not base64")
    try:
        content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except Base64Error as error:
        raise ValueError("not base64") from error
    if len(content) != length:
        raise ValueError(f"{len(content)} bytes instead of {length}")
    return content

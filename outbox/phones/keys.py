"""The key that signs a room's alerts (VAPID). It is created at setup or on first use, and stored encrypted."""

from dataclasses import dataclass
from datetime import datetime

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db import transaction
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode, num_to_bytes

from outbox.phones.models import AlertKey, AlertPhone
from poker.refusal import Refusal
from staff.secret_encryption import SecretCipher

ROW = 1  # the primary key of the single row
_CIPHER = SecretCipher(b"floorbook alert key")


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The key pair for alerts."""

    public_key: str  # in base64url, the form that browsers accept
    vapid: Vapid02


def public_key(now: datetime) -> str:
    """Return the public key, which a browser needs to allow alerts. The first call creates the key pair."""
    return _row(now).public_key


def signing_key(now: datetime) -> SigningKey:
    """Return the key pair. Raises `Refusal`: `alert_key_unreadable`."""
    row = _row(now)
    secret = _CIPHER.decrypt(row.private_key)
    if secret is None:
        raise Refusal("alert_key_unreadable")
    return SigningKey(row.public_key, Vapid02.from_raw(secret.encode()))


def key_reencrypt() -> bool | None:
    """Encrypt the private key under `SECRET_KEY`.

    Returns False if no key decrypts it, None if there is no key pair.
    """
    with transaction.atomic():
        row = AlertKey.objects.select_for_update().filter(pk=ROW).first()
        if row is None:
            return None
        private_key = _CIPHER.reencrypt(row.private_key)
        if private_key is None:
            return False
        row.private_key = private_key
        row.save(update_fields=["private_key"])
    return True


def key_renew(now: datetime) -> int:
    """Create a new key pair and remove all phones, which are bound to the old one; return how many were removed."""
    with transaction.atomic():
        count = AlertPhone.objects.count()
        AlertPhone.objects.all().delete()
        AlertKey.objects.update_or_create(pk=ROW, defaults=_new_pair(now))
    return count


def _row(now: datetime) -> AlertKey:
    """Return the row. If two processes create it at the same time, both return the row that was stored first."""
    row = AlertKey.objects.filter(pk=ROW).first()
    return row or AlertKey.objects.get_or_create(pk=ROW, defaults=_new_pair(now))[0]


def _new_pair(now: datetime) -> dict[str, object]:
    vapid = Vapid02()
    vapid.generate_keys()
    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    private = num_to_bytes(vapid.private_key.private_numbers().private_value, 32)
    return {
        "public_key": b64urlencode(point),
        "private_key": _CIPHER.encrypt(b64urlencode(private)),
        "made_at": now,
    }

"""Encryption of webhook secrets in the database with the room's key, which is in no backup.

A secret of 32 random bytes is XORed with 32 bytes of HMAC-SHA256 over the room's key and 16 random bytes: one block
of a key stream, never reused. A tag shows whether the key is still the one that encrypted it.
"""

import hmac
from hashlib import sha256
from itertools import chain
from secrets import token_bytes

from django.conf import settings

LENGTH = 32  # bytes of a secret
PURPOSE = b"floorbook webhook secret, "
KIND = "1"  # version of the encryption


def encrypt(secret: str) -> str:
    """Return a hex secret in its stored form."""
    plain, salt = bytes.fromhex(secret), token_bytes(16)
    assert len(plain) == LENGTH
    hidden = _added(plain, _derived(settings.SECRET_KEY, b"stream", salt))
    return f"{KIND}${salt.hex()}${hidden.hex()}${_tag(settings.SECRET_KEY, salt, hidden)}"


def decrypt(stored: str) -> str | None:
    """Return the secret in hex; None if neither the room's key nor `SECRET_KEY_FALLBACKS` encrypted it."""
    kind, _, rest = stored.partition("$")
    parts = rest.split("$")
    if kind != KIND or len(parts) != 3:
        return None
    salt, hidden = bytes.fromhex(parts[0]), bytes.fromhex(parts[1])
    for key in map(str, chain([settings.SECRET_KEY], settings.SECRET_KEY_FALLBACKS)):
        if hmac.compare_digest(_tag(key, salt, hidden), parts[2]):
            return _added(hidden, _derived(key, b"stream", salt)).hex()
    return None


def _derived(key: str, use: bytes, said: bytes) -> bytes:
    """Derive a value from the room's key for one use only."""
    own = hmac.new(key.encode(), PURPOSE + use, sha256).digest()
    return hmac.new(own, said, sha256).digest()


def _tag(key: str, salt: bytes, hidden: bytes) -> str:
    return _derived(key, b"tag", salt + hidden).hex()


def _added(item: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(item, other, strict=True))

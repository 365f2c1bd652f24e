"""Secrets of webhooks as the database has them: sealed under the room's key, which no backup has in it.

A secret of 32 random bytes is added, bit by bit, to 32 bytes that HMAC-SHA256 makes of the room's key and 16 random
bytes of its own: one block of a stream, never used twice. A tag says whether the key is still the one that sealed it.
"""

import hmac
from hashlib import sha256
from itertools import chain
from secrets import token_bytes

from django.conf import settings

LENGTH = 32  # bytes of a secret
PURPOSE = b"floorbook webhook secret, "
KIND = "1"  # how it was sealed, should there ever be another way


def seal(secret: str) -> str:
    """A secret in hex, as it is stored."""
    plain, salt = bytes.fromhex(secret), token_bytes(16)
    assert len(plain) == LENGTH
    hidden = _added(plain, _derived(settings.SECRET_KEY, b"stream", salt))
    return f"{KIND}${salt.hex()}${hidden.hex()}${_tag(settings.SECRET_KEY, salt, hidden)}"


def unseal(stored: str) -> str | None:
    """The secret in hex; None where the room has another key by now, also none of `SECRET_KEY_FALLBACKS`."""
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
    """Of the room's key, for one use and nothing else."""
    own = hmac.new(key.encode(), PURPOSE + use, sha256).digest()
    return hmac.new(own, said, sha256).digest()


def _tag(key: str, salt: bytes, hidden: bytes) -> str:
    return _derived(key, b"tag", salt + hidden).hex()


def _added(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))

"""Encryption of webhook secrets in the database with the room's key, which is in no backup."""

from base64 import urlsafe_b64encode
from itertools import chain

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"floorbook webhook secret"


def encrypt(secret: str) -> str:
    """Return a secret in its stored form, encrypted under `SECRET_KEY`."""
    return _cipher().encrypt(secret.encode()).decode()


def decrypt(stored: str) -> str | None:
    """Return the secret; None if neither `SECRET_KEY` nor one of `SECRET_KEY_FALLBACKS` encrypted it."""
    try:
        return _cipher().decrypt(stored.encode()).decode()
    except InvalidToken:
        return None


def reencrypt(stored: str) -> str | None:
    """Return the stored form of the same secret under `SECRET_KEY`; None if no key decrypts it."""
    try:
        return _cipher().rotate(stored.encode()).decode()
    except InvalidToken:
        return None


def _cipher() -> MultiFernet:
    """Return the cipher that encrypts under `SECRET_KEY` and also decrypts under the fallbacks."""
    secrets = map(str, chain([settings.SECRET_KEY], settings.SECRET_KEY_FALLBACKS))
    return MultiFernet([Fernet(_derive_key(secret)) for secret in secrets])


def _derive_key(secret: str) -> bytes:
    """Derive a key that the server uses only for webhook secrets."""
    key = HKDF(SHA256(), 32, salt=None, info=PURPOSE).derive(secret.encode())
    return urlsafe_b64encode(key)

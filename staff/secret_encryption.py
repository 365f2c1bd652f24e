"""Encryption of secrets in the database with the room's key, which is not in any backup."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from itertools import chain

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


@dataclass(frozen=True, slots=True)
class SecretCipher:
    """The cipher of one kind of secrets.

    purpose: part of the derived key, so that different kinds of secrets have different keys.
    """

    purpose: bytes

    def encrypt(self, secret: str) -> str:
        """Return a secret in its stored form, encrypted under `SECRET_KEY`."""
        return self._fernet().encrypt(secret.encode()).decode()

    def decrypt(self, stored: str) -> str | None:
        """Return the secret; None if neither `SECRET_KEY` nor one of `SECRET_KEY_FALLBACKS` encrypted it."""
        try:
            return self._fernet().decrypt(stored.encode()).decode()
        except InvalidToken:
            return None

    def reencrypt(self, stored: str) -> str | None:
        """Return the stored form of the same secret under `SECRET_KEY`; None if no key decrypts it."""
        try:
            return self._fernet().rotate(stored.encode()).decode()
        except InvalidToken:
            return None

    def _fernet(self) -> MultiFernet:
        """Return the cipher that encrypts under `SECRET_KEY` and also decrypts under the fallbacks."""
        secrets = map(str, chain([settings.SECRET_KEY], settings.SECRET_KEY_FALLBACKS))
        return MultiFernet([Fernet(self._derive_key(secret)) for secret in secrets])

    def _derive_key(self, secret: str) -> bytes:
        key = HKDF(SHA256(), 32, salt=None, info=self.purpose).derive(secret.encode())
        return urlsafe_b64encode(key)

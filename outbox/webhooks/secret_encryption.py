"""Encryption of webhook secrets in the database."""

from staff.secret_encryption import SecretCipher

_CIPHER = SecretCipher(b"floorbook webhook secret")
encrypt, decrypt, reencrypt = _CIPHER.encrypt, _CIPHER.decrypt, _CIPHER.reencrypt

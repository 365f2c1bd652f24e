"""Encryption of webhook secrets in the database."""

from staff.secret_encryption import SecretCipher

_CIPHER = SecretCipher(b"floorbook webhook secret")
encrypt = _CIPHER.encrypt
decrypt = _CIPHER.decrypt
reencrypt = _CIPHER.reencrypt

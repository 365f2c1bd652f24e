"""PINs that a tablet without a network keeps for the server.

The tablet encrypts them with the room's public key (`engine/encrypted_pin.js`): ECDH on P-256 with a separate key for
each PIN, HKDF-SHA256, AES-256-GCM. Reading the tablet's storage reveals no PIN. The private key is
derived from the room's `SECRET_KEY`, so every process has it without storing it.
"""

from base64 import b64decode, b64encode
from binascii import Error
from functools import lru_cache
from itertools import chain

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the group
POINT_LENGTH = 65  # bytes
NONCE_LENGTH = 12  # bytes
PURPOSE = b"floorbook encrypted pin"


def public_key() -> str:
    """Return the room's public key as a tablet imports it: an uncompressed point in Base64."""
    return b64encode(_point(_private_key(settings.SECRET_KEY).public_key())).decode()


def decrypt_pin(encrypted: str, *, use: str) -> str | None:
    """Return the PIN; None if no key of the room opens it, or if it was encrypted for another use.

    use: the purpose that the tablet named when it encrypted the PIN.
    """
    try:
        content = b64decode(encrypted, validate=True)
        point = content[:POINT_LENGTH]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except (Error, ValueError):
        return None
    nonce = content[POINT_LENGTH : POINT_LENGTH + NONCE_LENGTH]
    hidden = content[POINT_LENGTH + NONCE_LENGTH :]
    for secret in map(str, chain([settings.SECRET_KEY], settings.SECRET_KEY_FALLBACKS)):
        own = _private_key(secret)
        key = _derive(own.exchange(ec.ECDH(), theirs), point + _point(own.public_key()))
        try:
            return AESGCM(key).decrypt(nonce, hidden, use.encode()).decode()
        except (InvalidTag, ValueError):
            continue
    return None


@lru_cache(maxsize=8)
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    # 16 bytes more than the order of the curve has, so that no number is likelier than another.
    seed = HKDF(SHA256(), 48, salt=None, info=PURPOSE + b" key").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(seed) % (ORDER - 1) + 1, CURVE)


def _derive(shared: bytes, points: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=PURPOSE + points).derive(shared)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

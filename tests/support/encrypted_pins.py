"""PINs encrypted as on a tablet, in Python."""

import os
from base64 import b64decode, b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tables.encrypted_pins import public_key


def encrypt(pin: str, use: str) -> str:
    """Encrypt a PIN as `engine/encrypted_pin.js` does."""
    curve = ec.SECP256R1()
    room = b64decode(public_key())
    own = ec.generate_private_key(curve)
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(curve, room))
    info = b"floorbook encrypted pin" + point + room
    key = HKDF(SHA256(), 32, salt=None, info=info).derive(shared)
    nonce = os.urandom(12)
    return b64encode(
        point + nonce + AESGCM(key).encrypt(nonce, pin.encode(), use.encode())
    ).decode()

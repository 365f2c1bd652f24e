"""The hash chain: each entry's hash covers its content and the hash before it."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec

GENESIS = "0" * 64
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def link(
    *,
    prev_hash: str,
    stream: str,
    seq: int,
    command_id: str,
    index: int,
    name: str,
    version: int,
    data: str,
    at: datetime,
    actor: str,
) -> str:
    """Hash one entry after `prev_hash`."""
    microseconds = (at - _EPOCH) // timedelta(microseconds=1)
    content = [prev_hash, stream, seq, command_id, index, name, version, data, microseconds, actor]
    return sha256(msgspec.json.encode(content)).hexdigest()


REFERENCE_LENGTH = 32  # characters of a reference: 128 bits of a hash


def reference(*, salt: str, player: str, note: bool, text: str) -> str:
    """Return the reference that replaces a text about a player in an entry.

    `note` is true for a note about the player and false for an alias.
    """
    return sha256(msgspec.json.encode([salt, player, note, text])).hexdigest()[:REFERENCE_LENGTH]

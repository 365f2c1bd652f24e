"""The hash chain: each hash covers the entry's content and the previous hash."""

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
    stored_at: datetime | None = None,
    caveat: str = "",
) -> str:
    """Return the hash of an entry that follows `prev_hash`.

    The hash covers `stored_at` and `caveat` only if the entry has a time of storing.
    """
    content: list[object] = [prev_hash, stream, seq, command_id, index, name, version, data]
    content += [_microseconds(at), actor]
    if stored_at is not None:
        content += [_microseconds(stored_at), caveat]
    return sha256(msgspec.json.encode(content)).hexdigest()


def _microseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


REFERENCE_LENGTH = 32  # characters of a reference: 128 bits of a hash


def reference(*, salt: str, player: str, note: bool, text: str) -> str:
    """Return the reference that replaces a text about a player in an entry.

    `note` is true for a note about the player and false for an alias.
    """
    return sha256(msgspec.json.encode([salt, player, note, text])).hexdigest()[:REFERENCE_LENGTH]

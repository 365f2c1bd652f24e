"""The code that a room's board shows, which proves that its reader is in the room. It changes every five minutes and is
not stored.
"""

from datetime import datetime
from hmac import compare_digest

from django.utils.crypto import salted_hmac

SECONDS = 300  # seconds that a code is shown
DIGITS = 5
_SALT = "floorbook.join-code"


def join_code(room_id: int, now: datetime) -> str:
    """Return the five digits that the board of a room shows now."""
    return _code(room_id, int(now.timestamp()) // SECONDS)


def is_join_code(room_id: int, typed: str, now: datetime) -> bool:
    """Return whether this is the code shown now, or the one before it, which a player may have just read."""
    window = int(now.timestamp()) // SECONDS
    digits = "".join(typed.split())
    if len(digits) != DIGITS or not digits.isascii() or not digits.isdecimal():
        return False
    return any(compare_digest(_code(room_id, at), digits) for at in (window, window - 1))


def _code(room_id: int, window: int) -> str:
    digest = salted_hmac(_SALT, f"{room_id}.{window}", algorithm="sha256").digest()
    return f"{int.from_bytes(digest[:8]) % 10**DIGITS:0{DIGITS}d}"

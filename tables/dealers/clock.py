"""What falls due without anybody's tap is said to pages and tablets; nothing moves by itself."""

from datetime import datetime

from poker.lineup.plan import plan
from poker.lineup.state import Dealers
from tables.dealers.asking import dealers_begin, dealers_now, tell_pages
from tables.dealers.coming import NEAR, look_at, near
from tables.models import Room

EVERY = 10  # seconds between two looks
BACK = 2 * EVERY * 1000  # ms: what fell due within them is told, also when a look came late


def dealers_due(now: datetime) -> int:
    """Tell where a push or the end of a break fell due; in how many rooms. Rooms without a line-up get theirs."""
    milliseconds, rooms = int(now.timestamp() * 1000), 0
    for room_id in Room.objects.values_list("pk", flat=True):
        asked = dealers_now(room_id)
        if not asked.seq:
            rooms += dealers_begin(room_id=room_id, now=now)
            continue
        rooms += _told(room_id, asked.dealers, milliseconds)
    return rooms


def _told(room_id: int, dealers: Dealers, now: int) -> bool:
    """The moments that passed since the last look, and the tablets that have something else to say by now."""
    pushes = plan(dealers, now)
    due = [push.due for push in pushes]
    over = [one.until for one in dealers.duty if one.until]
    fell = any(now - BACK < at <= now for at in (*due, *over))
    if fell:
        tell_pages(room_id)
    look_at(
        room_id,
        [
            push.table
            for push in pushes
            if near(push, now) and any(now - BACK < at <= now for at in (push.due, push.due - NEAR))
        ],
    )
    return fell

"""When the boards of a room are notified: together, so that they share one reading of the room."""

import asyncio
from weakref import WeakKeyDictionary

PAUSE = 2.0  # seconds between two turns, as between two refreshes of a board (`SCREEN_PAUSE` in web/live.js)


class BoardTurns:
    """The turns in which the boards of one room are notified. The first change after a quiet time has one at once."""

    def __init__(self) -> None:
        self._at = -PAUSE  # seconds of the event loop's clock
        self._change = ""

    def turn_of(self, change: str, now: float) -> float:
        """Return the time of the turn of a change, for each board that reports it: `now` or up to `PAUSE` later.

        change: its name; now: seconds of the event loop's clock.
        """
        if change != self._change:
            self._change = change
            if now >= self._at:
                self._at = max(now, self._at + PAUSE)
        return max(now, self._at)


# By event loop and room. A server process has one loop.
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, BoardTurns]] = WeakKeyDictionary()


def board_turns(room: int) -> BoardTurns:
    """Return the turns of a room's boards in this event loop."""
    return _turns.setdefault(asyncio.get_running_loop(), {}).setdefault(room, BoardTurns())

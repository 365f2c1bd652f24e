"""When the boards of a room report changes: together, so that they share one reading of the room."""

import asyncio
from weakref import WeakKeyDictionary

PAUSE = 2.0  # seconds between two turns, as between two refreshes of a board (`SCREEN_PAUSE` in web/live.js)


class BoardTurns:
    """The turns of one room's boards. The first change after a quiet period is reported immediately."""

    def __init__(self) -> None:
        self._at = -PAUSE  # the last or next turn, in seconds of the event loop's clock
        self._change = ""

    def turn_of(self, change: str, now: float) -> float:
        """Return when a board reports a change: `now`, or up to `PAUSE` later.

        change: its name, the same for all boards, so that they share its turn; "" for a change without one. now: in
        seconds of the event loop's clock.
        """
        if not change or change != self._change:
            self._change = change
            if now >= self._at:
                self._at = max(now, self._at + PAUSE)
        return max(now, self._at)


# By event loop and room. A server process has one loop.
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, BoardTurns]] = WeakKeyDictionary()


def board_turns(room: int) -> BoardTurns:
    """Return the turns of a room's boards in this event loop."""
    return _turns.setdefault(asyncio.get_running_loop(), {}).setdefault(room, BoardTurns())

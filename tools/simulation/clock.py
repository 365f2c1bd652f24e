"""The simulated clock: concurrent processes as generators that yield the seconds they wait."""

import heapq
from collections.abc import Callable, Generator
from datetime import datetime, timedelta

from journal.unix_time import milliseconds

Process = Generator[float, None, None]  # each value: seconds until the process continues


class Clock:
    """A queue of times. If two processes are due at the same time, the process that was started first continues
    first.
    """

    def __init__(self, begins: datetime) -> None:
        self.begins = begins
        self.seconds = 0.0
        self._serial = 0
        self._waiting: list[tuple[float, int, Process]] = []

    @property
    def now(self) -> datetime:
        """Return the simulated time, to the millisecond, as the log stores it."""
        return self.begins + timedelta(milliseconds=round(self.seconds * 1000))

    @property
    def milliseconds(self) -> int:
        """Return the simulated time in the engine's unit."""
        return milliseconds(self.now)

    def start(self, process: Process, after: float = 0.0) -> None:
        """Start a process `after` seconds from now."""
        self._serial += 1
        heapq.heappush(self._waiting, (self.seconds + after, self._serial, process))

    def run(self, until: float, after_hour: Callable[[int], None] | None = None) -> None:
        """Run until this many seconds have passed; `after_hour` is called after each full hour."""
        hour = int(self.seconds // 3600)
        while self._waiting and self._waiting[0][0] <= until:
            self.seconds, _, process = heapq.heappop(self._waiting)
            while after_hour is not None and self.seconds >= (hour + 1) * 3600:
                hour += 1
                after_hour(hour)
            waits = next(process, None)
            if waits is not None:
                self.start(process, waits)
        self.seconds = max(self.seconds, until)

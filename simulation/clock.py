"""The simulated clock: what goes on at the same time, as generators that say how many seconds they wait."""

import heapq
from collections.abc import Callable, Generator
from datetime import datetime, timedelta

Process = Generator[float, None, None]  # each value: seconds until it goes on


class Clock:
    """Moments in order; of two at the same moment the one that was started first goes on first."""

    def __init__(self, begins: datetime) -> None:
        self.begins = begins
        self.seconds = 0.0
        self._serial = 0
        self._waiting: list[tuple[float, int, Process]] = []

    @property
    def now(self) -> datetime:
        """The simulated time, to the millisecond, as the log keeps it."""
        return self.begins + timedelta(milliseconds=round(self.seconds * 1000))

    @property
    def milliseconds(self) -> int:
        """The same as the engine takes it."""
        return int(self.now.timestamp() * 1000)

    def start(self, process: Process, after: float = 0.0) -> None:
        """Let something go on beside everything else, from `after` seconds on."""
        self._serial += 1
        heapq.heappush(self._waiting, (self.seconds + after, self._serial, process))

    def run(self, until: float, told: Callable[[int], None] | None = None) -> None:
        """Go on until so many seconds have passed; `told` is called with each hour that is over."""
        hour = int(self.seconds // 3600)
        while self._waiting and self._waiting[0][0] <= until:
            self.seconds, _, process = heapq.heappop(self._waiting)
            while told is not None and self.seconds >= (hour + 1) * 3600:
                hour += 1
                told(hour)
            waits = next(process, None)
            if waits is not None:
                self.start(process, waits)
        self.seconds = max(self.seconds, until)

"""What the house dropped, added up from events: rake and jackpot of hands, time from seats (S-005, S-119)."""

import msgspec

from poker import events as e
from poker.events import Event


class Dropped(msgspec.Struct, frozen=True, omit_defaults=True):
    """Sums in the smallest unit. One that was taken back counts against what was dropped."""

    rake: int = 0
    jackpot: int = 0
    time: int = 0

    @property
    def total(self) -> int:
        """All that lies in the box."""
        return self.rake + self.jackpot + self.time

    def __add__(self, other: "Dropped") -> "Dropped":
        return Dropped(self.rake + other.rake, self.jackpot + other.jackpot, self.time + other.time)

    def __sub__(self, other: "Dropped") -> "Dropped":
        return Dropped(self.rake - other.rake, self.jackpot - other.jackpot, self.time - other.time)


NOTHING = Dropped()
# The events that put something into the box; `dropped_by` knows no others.
DROPS: tuple[type[Event], ...] = (e.RakeTaken, e.TimeCollected)


def dropped_by(event: Event) -> Dropped:
    """What one event put into the box; nothing for all others."""
    match event:
        case e.RakeTaken(rake=rake, jackpot=jackpot):
            return Dropped(rake=rake, jackpot=jackpot)
        case e.TimeCollected(each=each, seats=seats):
            return Dropped(time=each * len(seats))
    return NOTHING

"""Drop totals, added up from events: rake and jackpot from hands, time from seats (S-005, S-119); and cash of buy-ins,
which house-banked tables put into the box.
"""

import msgspec

from poker import events as e
from poker.events import Event


class DropTotals(msgspec.Struct, frozen=True, omit_defaults=True):
    """Amounts in the smallest unit. An undone drop is negative."""

    rake: int = 0
    jackpot: int = 0
    time: int = 0
    buy_ins: int = 0

    @property
    def total(self) -> int:
        """Return the total in the drop box."""
        return self.rake + self.jackpot + self.time + self.buy_ins

    def __add__(self, other: "DropTotals") -> "DropTotals":
        return DropTotals(
            self.rake + other.rake,
            self.jackpot + other.jackpot,
            self.time + other.time,
            self.buy_ins + other.buy_ins,
        )

    def __sub__(self, other: "DropTotals") -> "DropTotals":
        return DropTotals(
            self.rake - other.rake,
            self.jackpot - other.jackpot,
            self.time - other.time,
            self.buy_ins - other.buy_ins,
        )


NOTHING = DropTotals()
# All events that put chips into the drop box; `drop_of` handles exactly these.
DROPS: tuple[type[Event], ...] = (e.RakeTaken, e.TimeCollected)


def drop_of(event: Event) -> DropTotals:
    """Return the amounts that an event puts into the drop box; zeros for other events."""
    match event:
        case e.RakeTaken(rake=rake, jackpot=jackpot):
            return DropTotals(rake=rake, jackpot=jackpot)
        case e.TimeCollected(each=each, seats=seats):
            return DropTotals(time=each * len(seats))
    return NOTHING

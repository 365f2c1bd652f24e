"""Chairs that are locked up for a reason or for somebody who is on the way; most open again by the clock."""

from simulation.clock import Process
from simulation.night import Chairs, Night
from tables.locks import locks_lapse, seat_lock, seat_unlock
from tables.tasks import CLOCK

HOURLY = 0.5  # locks an hour at each table
EARLY = 0.25  # of them are opened by hand
WHY = (
    "The chair is being changed.",
    "A spill is being wiped up.",
    "Kept for a guest of the house.",
)
LOOKS = 20  # times that an empty chair is looked for, every quarter of a minute


class Locked:
    """Who keeps chairs empty, and the clock that opens them."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("locks")
        self.until: dict[tuple[str, int], float] = {}  # seconds of the night, by table and chair

    def locks(self) -> Process:
        """Now and then a supervisor keeps a chair."""
        while True:
            yield self.rng.expovariate(HOURLY * len(self.night.tables) / 3600)
            for _ in range(LOOKS):
                open_ = [one for one in self.night.tables.values() if one.open and not one.opening]
                free = [(one, seat) for one in open_ for seat in self.night.open_seats(one)]
                if free:
                    self._lock(*self.rng.choice(free))
                    break
                yield 15

    def _lock(self, chairs: Chairs, seat: int) -> None:
        night, rng = self.night, self.rng
        coming = [one.alias for one in night.people.values() if not one.here and not one.table]
        who = rng.choice(coming) if coming and rng.random() < 0.5 else ""
        minutes = rng.choice((2, 3, 5, 10))
        by = night.supervisor(chairs)
        night.do(
            f"{chairs.table.name} seat {seat} is locked up",
            lambda: seat_lock(
                table=chairs.fresh(),
                seat=seat,
                who=who,
                reason="" if who else rng.choice(WHY),
                minutes=minutes,
                command_id=night.id(),
                actor=by.staff.key,
                now=night.now,
            ),
        )
        chairs.behind = True
        night.book.sums["seats locked up"] += 1
        self.until[chairs.table.name, seat] = night.clock.seconds + 60 * minutes
        if rng.random() < EARLY:
            night.clock.start(self._opens(chairs, seat), 60 * minutes * rng.uniform(0.3, 0.8))

    def _opens(self, chairs: Chairs, seat: int) -> Process:
        """It is opened before its time."""
        night = self.night
        if self.until.pop((chairs.table.name, seat), None) is not None:
            night.do(
                f"{chairs.table.name} seat {seat} is opened",
                lambda: seat_unlock(
                    table=chairs.fresh(),
                    seat=seat,
                    command_id=night.id(),
                    actor=night.supervisor(chairs).staff.key,
                    now=night.now,
                ),
                may=("not_locked",),
            )
            chairs.behind = True
            night.book.sums["seats opened by hand"] += 1
        yield 0

    def clock(self) -> Process:
        """The room's job opens the chairs whose time is over."""
        night = self.night
        while True:
            yield 15
            over = [place for place, until in self.until.items() if until <= night.clock.seconds]
            if not over:
                continue
            opened = night.do(
                "locked seats lapse",
                lambda: locks_lapse(actor=CLOCK, now=night.now, room_id=night.house.room.pk),
            )
            night.book.sums["locks lapsed"] += opened or 0
            for name, seat in over:
                del self.until[name, seat]
                night.changed(name)

"""Lock-ups for a reason or for a player on the way; the clock unlocks most of them."""

from tables.seat_locks import locks_expire, seat_lock, seat_unlock
from tools.simulation.clock import Process
from tools.simulation.night import Night, SimulatedTable
from waitlist.tasks import CLOCK

HOURLY = 0.5  # lock-ups per hour and table
EARLY = 0.25  # share unlocked by hand
WHY = (
    "Changing the chair.",
    "Cleaning up a spill.",
    "Held for a guest of the house.",
)
LOOKS = 20  # attempts to find an empty seat, every 15 seconds


class SeatLocks:
    """Supervisors who lock up seats, and the clock that unlocks them."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("locks")
        self.until: dict[tuple[str, int], float] = {}  # seconds of the night, by table and seat

    def locks(self) -> Process:
        """Occasionally lock up a seat."""
        while True:
            yield self.rng.expovariate(HOURLY * len(self.night.tables) / 3600)
            for _ in range(LOOKS):
                open_ = [
                    table
                    for table in self.night.tables.values()
                    if table.open and not table.opening
                ]
                free = [(table, seat) for table in open_ for seat in self.night.open_seats(table)]
                if free:
                    self._lock(*self.rng.choice(free))
                    break
                yield 15

    def _lock(self, seats: SimulatedTable, seat: int) -> None:
        night = self.night
        rng = self.rng
        coming = [
            player.alias for player in night.people.values() if not player.here and not player.table
        ]
        name = rng.choice(coming) if coming and rng.random() < 0.5 else ""
        minutes = rng.choice((2, 3, 5, 10))
        by = night.supervisor(seats)
        night.do(
            f"{seats.table.name} seat {seat} is locked up",
            lambda: seat_lock(
                table=seats.fresh(),
                seat=seat,
                name=name,
                reason="" if name else rng.choice(WHY),
                minutes=minutes,
                command_id=night.id(),
                actor=by.staff.key,
                now=night.now,
            ),
        )
        seats.behind = True
        night.book.sums["seats locked up"] += 1
        self.until[seats.table.name, seat] = night.clock.seconds + 60 * minutes
        if rng.random() < EARLY:
            night.clock.start(self._opens(seats, seat), 60 * minutes * rng.uniform(0.3, 0.8))

    def _opens(self, seats: SimulatedTable, seat: int) -> Process:
        """Unlock a seat early."""
        night = self.night
        if self.until.pop((seats.table.name, seat), None) is not None:
            night.do(
                f"{seats.table.name} seat {seat} is opened",
                lambda: seat_unlock(
                    table=seats.fresh(),
                    seat=seat,
                    command_id=night.id(),
                    actor=night.supervisor(seats).staff.key,
                    now=night.now,
                ),
                may=("not_locked",),
            )
            seats.behind = True
            night.book.sums["seats unlocked"] += 1
        yield 0

    def clock(self) -> Process:
        """Run the task that unlocks expired seats."""
        night = self.night
        while True:
            yield 15
            over = [place for place, until in self.until.items() if until <= night.clock.seconds]
            if not over:
                continue
            opened = night.do(
                "locked seats lapse",
                lambda: locks_expire(actor=CLOCK, now=night.now, room_id=night.house.room.pk),
            )
            night.book.sums["lock-ups expired"] += opened or 0
            for name, seat in over:
                del self.until[name, seat]
                night.changed(name)

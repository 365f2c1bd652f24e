"""A night from start to end: all its processes, and the checks afterwards."""

from collections.abc import Callable

from school.hands.play import CLAIM, Dealing, Taps
from tools.simulation.between_hands import BetweenHands
from tools.simulation.calls import FloorCalls
from tools.simulation.clock import Process
from tools.simulation.conduct import Conduct
from tools.simulation.dealer_rotation import DealerRotation
from tools.simulation.desk import Desk
from tools.simulation.drop import Drop
from tools.simulation.moves import Moves
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.promotions import Promotions
from tools.simulation.seat_locks import SeatLocks
from tools.simulation.seating import FEW, Seating

SHORT_FOR = 8 * 60.0  # seconds a short table waits for more players
TROUBLE = 0.01  # share of hands in which something goes wrong and the floor is called
WITHOUT = 90.0  # seconds per hand when no cards are dealt


class NightRunner:
    """Runs a night. cards: False simulates only people, waitlists and seats, which is fast: without hands there are no
    moves, lock-ups, drops or promotions. promotions: whether the room has a jackpot and high hands.
    """

    def __init__(
        self,
        night: Night,
        *,
        trouble: float = TROUBLE,
        cards: bool = True,
        promotions: bool = True,
    ) -> None:
        self.night = night
        self.trouble = trouble
        self.cards = cards
        self.has_promotions = cards and promotions
        self.line_up = DealerRotation(night)
        self.desk = Desk(night)
        self.moves = Moves(night, self.desk, on=cards)
        self.seating = Seating(night, self.desk, self.line_up, self.moves)
        self.locked = SeatLocks(night)
        self.calls = FloorCalls(night)
        self.conduct = Conduct(night)
        self.drop = Drop(night)
        self.promotions = Promotions(night)

    def go_by(self, after_hour: Callable[[int], None] | None = None) -> None:
        """Run the whole night. Raises `UnexpectedRefusal` at the first refusal that is not expected."""
        clock = self.night.clock
        self.line_up.begin()
        self.desk.begin()
        clock.start(self.desk.people())
        clock.start(self.desk.clock())
        clock.start(self.seating.round(), 5)
        clock.start(self.conduct.exclusions())
        if self.cards:
            clock.start(self.conduct.from_the_floor())
            clock.start(self.drop.rounds())
            clock.start(self.locked.locks())
            clock.start(self.locked.clock())
        if self.has_promotions:
            self.promotions.begin()
            clock.start(self.promotions.comparisons())
            clock.start(self.promotions.bank())
        for seats in self.night.tables.values():
            clock.start(self.table(seats), 10)
        clock.run(self.night.seconds, after_hour)
        if self.has_promotions:
            self.promotions.record()
            self.promotions.open_seeds()

    def table(self, seats: SimulatedTable) -> Process:
        """Run one table: hand after hand while it is open."""
        night = self.night
        name = seats.table.name
        rng = night.rng(f"deals/{name}")
        dealing = Dealing(rng, night.temper, seats.habits)
        between = BetweenHands(night, seats, self.line_up, self.desk)
        while True:
            if seats.opening or not seats.open:
                yield 20
                continue
            yield from self._taps(seats, between.hands(seats.look()))
            if self._over(seats):
                continue
            if seats.look().hand.stage == "short":
                yield 20
                continue
            if not self.cards:
                yield WITHOUT
                continue
            trouble = self.calls.at(seats) if rng.random() < self.trouble else None
            beaten = self.promotions.hand(seats) if self.has_promotions else None
            yield from self._taps(seats, beaten or dealing.hand(seats.look(), trouble))
            night.book.sums["hands"] += 1
            self.conduct.after_hand(seats)
            self.moves.after_hand(seats)
            yield rng.uniform(5, 11)

    def _taps(self, seats: SimulatedTable, taps: Taps) -> Process:
        """Run a dealer's taps, each at its time."""
        tap = next(taps, None)
        while tap is not None:
            if tap.seconds:  # a tap based on a look happens before anyone else acts
                yield tap.seconds
            try:
                view = self.night.tap(seats, tap)
                if tap.name == CLAIM:
                    self.night.book.sums["calls"] += 1
                    self.promotions.take_claims()
                tap = taps.send(view)
            except StopIteration:
                return

    def _over(self, seats: SimulatedTable) -> bool:
        """Return whether the table was closed because it was short for too long."""
        at = self.night.clock.seconds
        playing = [seat for seat in seats.look().seats if seat.player and not seat.away]
        if len(playing) > FEW or seats.look().hand.started:
            seats.short_since = None
            return False
        if seats.short_since is None:
            seats.short_since = at
        if at - seats.short_since < SHORT_FOR:
            return False
        if self.seating.breaks(seats):
            seats.short_since = None
            return True
        if len(playing) < 2 and at - seats.short_since > 2 * SHORT_FOR:
            self.seating.closes(seats)
            seats.short_since = None
            return True
        return False

"""A night from its beginning to its end: every process of it, and what has to hold afterwards."""

from collections.abc import Callable

from simulation.between import Between
from simulation.boxes import LineUp
from simulation.calls import Calls
from simulation.clock import Process
from simulation.conduct import Conduct
from simulation.desk import Desk
from simulation.drop import Drop
from simulation.locked import Locked
from simulation.moves import Moves
from simulation.night import Chairs, Night
from simulation.playing import Dealing, Taps
from simulation.seating import FEW, Seating

SHORT_FOR = 8 * 60.0  # seconds that a table with few players waits for others
TROUBLE = 0.01  # of all hands: something goes wrong and the floor is called
WITHOUT = 90.0  # seconds that a hand takes where no cards are dealt


class Evening:
    """Wires the night together and lets it go by. cards: False for people, lists and chairs alone, which is
    quick: no hand is dealt, so nobody moves, nothing is locked up and nothing dropped.
    """

    def __init__(self, night: Night, *, trouble: float = TROUBLE, cards: bool = True) -> None:
        self.night = night
        self.trouble = trouble
        self.cards = cards
        self.line_up = LineUp(night)
        self.desk = Desk(night)
        self.moves = Moves(night, self.desk, on=cards)
        self.seating = Seating(night, self.desk, self.line_up, self.moves)
        self.locked = Locked(night)
        self.calls = Calls(night)
        self.conduct = Conduct(night)
        self.drop = Drop(night)

    def go_by(self, told: Callable[[int], None] | None = None) -> None:
        """The whole night. Raises `Unexpected` at the first refusal that nobody had deserved."""
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
        for chairs in self.night.tables.values():
            clock.start(self.table(chairs), 10)
        clock.run(self.night.seconds, told)

    def table(self, chairs: Chairs) -> Process:
        """One table: hand after hand while it is open."""
        night, name = self.night, chairs.table.name
        rng = night.rng(f"deals/{name}")
        dealing = Dealing(rng, night.temper, chairs.habits)
        between = Between(night, chairs, self.line_up, self.desk)
        while True:
            if chairs.opening or not chairs.open:
                yield 20
                continue
            yield from self._taps(chairs, between.hands(chairs.look()))
            if self._over(chairs):
                continue
            if chairs.look()["hand"]["stage"] == "short":
                yield 20
                continue
            if not self.cards:
                yield WITHOUT
                continue
            trouble = self.calls.at(chairs) if rng.random() < self.trouble else None
            yield from self._taps(chairs, dealing.hand(chairs.look(), trouble))
            night.book.sums["hands"] += 1
            self.conduct.after_hand(chairs)
            self.moves.after_hand(chairs)
            yield rng.uniform(5, 11)

    def _taps(self, chairs: Chairs, taps: Taps) -> Process:
        """What a dealer does, in its own time."""
        said = next(taps, None)
        while said is not None:
            if (
                said.seconds
            ):  # what is tapped upon a look is tapped before anybody else does anything
                yield said.seconds
            try:
                said = taps.send(self.night.tap(chairs, said))
            except StopIteration:
                return

    def _over(self, chairs: Chairs) -> bool:
        """Whether the table is closed because too few have been there for long."""
        at = self.night.clock.seconds
        playing = [seat for seat in chairs.look()["seats"] if seat["player"] and not seat["away"]]
        if len(playing) > FEW or chairs.look()["hand"]["started"]:
            chairs.short_since = None
            return False
        if chairs.short_since is None:
            chairs.short_since = at
        if at - chairs.short_since < SHORT_FOR:
            return False
        if self.seating.breaks(chairs):
            chairs.short_since = None
            return True
        if len(playing) < 2 and at - chairs.short_since > 2 * SHORT_FOR:
            self.seating.closes(chairs)
            chairs.short_since = None
            return True
        return False

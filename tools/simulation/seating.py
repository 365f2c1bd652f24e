"""Seating: players are called, answer or not, and sit down; a table opens when enough players
wait and breaks when few are left.
"""

from school.hands.play import TapRequest
from tools.simulation.clock import Process
from tools.simulation.dealer_rotation import DealerRotation
from tools.simulation.desk import UNWELCOME, Desk
from tools.simulation.moves import Moves
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.player_arrivals import SimulatedPlayer
from waitlist.breaking import BreakRequest, table_break
from waitlist.rules import commands as c
from waitlist.rules.state import WaitlistEntry

TO_OPEN = 5  # waitlist entries for a game before another table of it opens
FEW = 3  # a table with this few players is broken if another table of their game has room

# A ruling has rolled back that the seat's player left; the dealer has not let them leave again yet.
ROLLED_BACK = ("seat_taken", "chair_kept")


class Seating:
    """The actions of the desk and the floor that concern seats."""

    def __init__(self, night: Night, desk: Desk, line_up: DealerRotation, moves: Moves) -> None:
        self.night = night
        self.desk = desk
        self.moves = moves
        self.line_up = line_up
        self.rng = night.rng("seats")

    def round(self) -> Process:
        """Repeatedly offer open seats and open tables that are wanted."""
        while True:
            yield self.rng.uniform(15, 30)
            for title in self.desk.titles:
                self._fill(title)

    def _fill(self, title: str) -> None:
        waiting = self._waiting(title)
        if not waiting:
            return
        for seats in self._tables(title, opened=True):
            for seat in self.night.open_seats(seats):
                if waiting and self._for_the_list(seats, seat):
                    self._call(waiting.pop(0), seats, seat)
        closed = self._tables(title, opened=False)
        if closed and len(waiting) >= TO_OPEN:
            closed[0].opening = True
            self.night.clock.start(self._opens(closed[0]))

    def _for_the_list(self, seats: SimulatedTable, seat: int) -> bool:
        """Return whether no seated player has priority on the seat."""
        if not self.moves.claimed(seats.plaque):
            return True
        first = self.moves.first(seats, seat)
        return first is not None and first.source == "list"

    def _waiting(self, title: str) -> list[WaitlistEntry]:
        waitlist = self.night.lists.waitlist(self.desk.keys[title])
        return (
            [entry for entry in waitlist.entries if entry.here and entry.state == "waiting"]
            if waitlist
            else []
        )

    def _tables(self, title: str, *, opened: bool) -> list[SimulatedTable]:
        tables = [t for t in self.night.tables.values() if t.plaque == title and not t.opening]
        return [table for table in tables if table.open == opened]

    def _call(self, entry: WaitlistEntry, seats: SimulatedTable, seat: int) -> None:
        by = self.night.desk()
        name = seats.table.name
        if self.night.ask(c.CallPlayer(entry.number, name, seat), by, may=UNWELCOME) is None:
            self.night.ask(c.RemovePlayer(entry.number, "not welcome"), by)
            return
        self.night.book.sums["names called"] += 1
        self.night.clock.start(self._answers(entry, seats, seat))

    def _answers(self, entry: WaitlistEntry, seats: SimulatedTable, seat: int) -> Process:
        """Let the called player answer, pass or miss the call."""
        person = self.night.people[entry.player]
        yield self.rng.expovariate(1 / 45)
        waitlists = self.desk.find(entry.number)
        if waitlists is None or waitlists[1].state != "called":
            return
        luck = self.rng.random()
        if luck < 0.05:
            self.night.ask(c.PassCall(entry.number), self.night.desk())
            return
        if luck < 0.09:
            return  # not in the room, so the call expires
        self.night.ask(c.HoldSeat(entry.number), self.night.desk())
        yield self.rng.uniform(20, 200)
        waitlists = self.desk.find(entry.number)
        if waitlists is not None and waitlists[1].state == "held" and not person.table:
            self.sits(person, entry.number, seats, seat)

    def sits(self, person: SimulatedPlayer, number: int, seats: SimulatedTable, seat: int) -> bool:
        """Seat the player: at the tablet with chips if stacks are counted, otherwise from the waitlist."""
        if seats.counted:
            if not self._with_chips(person, seats, seat):
                return False
            self.night.look_at_lists()  # a player who sits down at the tablet leaves the waitlists
        else:
            command = c.ConfirmSeated(number, seats.table.name, seat, reason="the seats are drawn")
            if self.night.ask(command, self.night.desk(), may=UNWELCOME) is None:
                return False
        self.night.changed(seats.table.name)
        self.settled(person, seats, seat)
        self.desk.gives_up(person, "seated in another game")
        return True

    def _with_chips(self, person: SimulatedPlayer, seats: SimulatedTable, seat: int) -> bool:
        plaque = seats.table.plaque
        assert plaque is not None
        least = plaque.buy_in_min
        most = plaque.buy_in_max
        if self.rng.random() < 0.02 and seats.open:
            self._seat_tap(person, seats, seat, least - 500, may=("buy_in",))
        stake = min(most, int(least * self.rng.choice((1, 1, 1.5, 2, 2.5))) // 500 * 500)
        return self._seat_tap(person, seats, seat, stake, may=(*UNWELCOME, *ROLLED_BACK))

    def _seat_tap(
        self,
        person: SimulatedPlayer,
        seats: SimulatedTable,
        seat: int,
        stake: int,
        may: tuple[str, ...],
    ) -> bool:
        args = {"seat": seat, "player": person.key, "name": person.alias, "stack": stake}
        view = self.night.tap(seats, TapRequest("seat_player", args), may=may)
        return bool(view.seats[seat - 1].player == person.key)

    def settled(self, person: SimulatedPlayer, seats: SimulatedTable, seat: int) -> None:
        """Record that the player is seated; they leave after a while."""
        night = self.night
        person.table = seats.table.name
        person.seat = seat
        if person.leaves > 10**8:
            person.leaves = night.clock.seconds + person.stays
        if self.rng.random() < 0.35:
            person.away = night.clock.seconds + 60 * self.rng.uniform(10, 120)
        seats.sitters[seat] = person
        night.book.sums["seated"] += 1

    def _opens(self, chairs: SimulatedTable) -> Process:
        """Open a table for waiting players: the dealer signs in, seats are drawn, players sit down, the game starts."""
        while not self.line_up.push(chairs):
            yield 30
        yield self.rng.uniform(20, 60)
        drawn = chairs.empty(self.night.clock.milliseconds)
        self.rng.shuffle(drawn)
        for entry in self._waiting(chairs.plaque):
            # Players called before the table closed keep their seats until their calls end.
            open_seats = self.night.open_seats(chairs)
            if seat := next((seat for seat in drawn if seat in open_seats), 0):
                self._first(entry, chairs, seat)
            yield 4
        if len(chairs.sitters) >= 2:
            self.night.tap(chairs, TapRequest("open_table"))
            self.night.book.sums["tables opened"] += 1
        self.line_up.opened(chairs)
        chairs.opening = False
        self.moves.chain(chairs.plaque)

    def _first(self, entry: WaitlistEntry, chairs: SimulatedTable, seat: int) -> None:
        """Seat one of the first players at a newly opened table."""
        waitlists = self.desk.find(entry.number)
        person = self.night.people[entry.player]
        if waitlists is None or waitlists[1].state != "waiting" or person.table:
            return
        self.sits(person, entry.number, chairs, seat)

    def breaks(self, seats: SimulatedTable) -> bool:
        """Break a table with few players left, with a seat draw, if another table of the game has room."""
        tables = [t for t in self._tables(seats.plaque, opened=True) if t is not seats]
        count = len(seats.sitters)
        if sum(len(self.night.open_seats(other)) for other in tables) < count or not tables:
            return False
        for seat, person in sorted(seats.sitters.items()):
            if seats.look().seats[seat - 1].stack == 0:  # no chips to bring along
                self._leaves(seats, seat, person)
        if not seats.sitters:
            self.closes(seats)
            return True
        self._draw(seats, tables)
        return not seats.open

    def _draw(self, seats: SimulatedTable, tables: list[SimulatedTable]) -> None:
        """Move everyone with all chips, or to the top of the waitlist; the table closes."""
        night = self.night
        plaque = seats.table.plaque
        assert plaque is not None
        counted = {player.player for player in seats.look().seats if player.stack is not None}
        people = [player for _, player in sorted(seats.sitters.items())]
        uncounted = [player.key for player in people if player.key not in counted]
        breaking = BreakRequest(
            table=seats.table.name,
            to=tuple(other.table.name for other in tables),
            reason="few are left",
            stakes=dict.fromkeys(uncounted, plaque.buy_in_min // 500 * 500),
        )
        result = night.do(
            f"{seats.table.name} is broken",
            lambda: table_break(
                room_id=night.house.room.pk,
                breaking=breaking,
                command_id=night.id(),
                actor=night.supervisor(seats).staff.key,
                now=night.now,
                shuffle=self.rng.shuffle,
            ),
            may=("move_after_hand",),
        )
        if result is None:
            return
        night.lists = result.state
        night.book.sums["tables closed"] += 1
        night.book.sums["tables broken by a draw"] += 1
        self._moved(seats, tables, people)
        self.moves.chain(seats.plaque)

    def _moved(
        self, seats: SimulatedTable, tables: list[SimulatedTable], people: list[SimulatedPlayer]
    ) -> None:
        """Read from the tablets where everyone sits now."""
        for changed_table in (seats, *tables):
            changed_table.behind = True
        seats.sitters.clear()
        for person in people:
            person.table = ""
            person.seat = 0
            for other in tables:
                for seat in other.look().seats:
                    if seat.player == person.key:
                        person.table = other.table.name
                        person.seat = seat.seat
                        other.sitters[seat.seat] = person
                        self.night.book.sums["moved"] += 1
            if not person.table:
                person.listed += [entry.number for _, entry in self.night.lists.of(person.key)]

    def _leaves(self, seats: SimulatedTable, seat: int, person: SimulatedPlayer) -> None:
        self.night.tap(seats, TapRequest("leave_seat", {"seat": seat}))
        self.desk.player_left(seats, seat, person)

    def closes(self, seats: SimulatedTable) -> None:
        """Let the remaining players go and close the table."""
        for seat, person in sorted(seats.sitters.items()):
            self._leaves(seats, seat, person)
        self.night.tap(seats, TapRequest("close_table"))
        self.night.book.sums["tables closed"] += 1
        self.moves.chain(seats.plaque)

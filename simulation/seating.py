"""Seats: names are called, answer or do not, sit down; tables open when enough wait and break when few are left."""

from poker.waiting import commands as c
from poker.waiting.state import Waiting
from simulation.boxes import LineUp
from simulation.clock import Process
from simulation.desk import UNWELCOME, Desk
from simulation.moves import Moves
from simulation.night import Chairs, Night
from simulation.people import Person
from simulation.playing import Say
from tables.lists.breaking import Breaking, table_break

TO_OPEN = 5  # names that wait for a game before another table of it is opened
FEW = 3  # who are left with so many are asked to another table of their game


class Seating:
    """What the desk and the floor do about chairs."""

    def __init__(self, night: Night, desk: Desk, line_up: LineUp, moves: Moves) -> None:
        self.night = night
        self.desk = desk
        self.moves = moves
        self.line_up = line_up
        self.rng = night.rng("seats")

    def round(self) -> Process:
        """Again and again: seats that are open are offered, tables that are wanted are opened."""
        while True:
            yield self.rng.uniform(15, 30)
            for title in self.desk.titles:
                self._fill(title)

    def _fill(self, title: str) -> None:
        waiting = self._waiting(title)
        if not waiting:
            return
        for chairs in self._tables(title, opened=True):
            for seat in self.night.open_seats(chairs):
                if waiting and self._for_the_list(chairs, seat):
                    self._call(waiting.pop(0), chairs, seat)
        closed = self._tables(title, opened=False)
        if closed and len(waiting) >= TO_OPEN:
            closed[0].opening = True
            self.night.clock.start(self._opens(closed[0]))

    def _for_the_list(self, chairs: Chairs, seat: int) -> bool:
        """Whether nobody who sits has a chair first: he goes there when the hand at his table is over."""
        if not self.moves.claimed(chairs.plaque):
            return True
        first = self.moves.first(chairs, seat)
        return first is not None and first.source == "list"

    def _waiting(self, title: str) -> list[Waiting]:
        line = self.night.lists.line(self.desk.keys[title])
        return [one for one in line.places if one.here and one.state == "waiting"] if line else []

    def _tables(self, title: str, *, opened: bool) -> list[Chairs]:
        mine = [t for t in self.night.tables.values() if t.plaque == title and not t.opening]
        return [table for table in mine if table.open == opened]

    def _call(self, one: Waiting, chairs: Chairs, seat: int) -> None:
        by, name = self.night.desk(), chairs.table.name
        if self.night.ask(c.CallName(one.number, name, seat), by, may=UNWELCOME) is None:
            self.night.ask(c.TakeOff(one.number, "not welcome"), by)
            return
        self.night.book.sums["names called"] += 1
        self.night.clock.start(self._answers(one, chairs, seat))

    def _answers(self, one: Waiting, chairs: Chairs, seat: int) -> Process:
        """He hears it, or not; comes, or lets it go by."""
        person = self.night.people[one.player]
        yield self.rng.expovariate(1 / 45)
        found = self.desk.find(one.number)
        if found is None or found[1].state != "called":
            return
        luck = self.rng.random()
        if luck < 0.05:
            self.night.ask(c.PassOn(one.number), self.night.desk())
            return
        if luck < 0.09:
            return  # he is not in the room: the call lapses
        self.night.ask(c.HoldSeat(one.number), self.night.desk())
        yield self.rng.uniform(20, 200)
        found = self.desk.find(one.number)
        if found is not None and found[1].state == "held" and not person.table:
            self.sits(person, one.number, chairs, seat)

    def sits(self, person: Person, number: int, chairs: Chairs, seat: int) -> bool:
        """He sits down: where stacks are counted with chips at the tablet, else from the list."""
        if chairs.counted:
            if not self._with_chips(person, chairs, seat):
                return False
            self.night.look_at_lists()  # who sits down at the tablet is off them by that
        else:
            command = c.Seated(number, chairs.table.name, seat, reason="the seats are drawn")
            if self.night.ask(command, self.night.desk(), may=UNWELCOME) is None:
                return False
        self.night.changed(chairs.table.name)
        self.settled(person, chairs, seat)
        self.desk.gives_up(person, "seated in another game")
        return True

    def _with_chips(self, person: Person, chairs: Chairs, seat: int) -> bool:
        plaque = chairs.table.plaque
        assert plaque is not None
        least, most = plaque.buy_in_min, plaque.buy_in_max
        if self.rng.random() < 0.02 and chairs.open:
            self._seat_tap(person, chairs, seat, least - 500, may=("buy_in",))
        stake = min(most, int(least * self.rng.choice((1, 1, 1.5, 2, 2.5))) // 500 * 500)
        return self._seat_tap(person, chairs, seat, stake, may=UNWELCOME)

    def _seat_tap(
        self, person: Person, chairs: Chairs, seat: int, stake: int, may: tuple[str, ...]
    ) -> bool:
        args = {"seat": seat, "player": person.key, "name": person.alias, "stack": stake}
        view = self.night.tap(chairs, Say("seat_player", args), may=may)
        return bool(view["seats"][seat - 1]["player"] == person.key)

    def settled(self, person: Person, chairs: Chairs, seat: int) -> None:
        """He has a chair from now on, and goes some time."""
        night = self.night
        person.table, person.seat = chairs.table.name, seat
        if person.leaves > 10**8:
            person.leaves = night.clock.seconds + person.stays
        if self.rng.random() < 0.35:
            person.away = night.clock.seconds + 60 * self.rng.uniform(10, 120)
        chairs.sitters[seat] = person
        night.book.sums["seated"] += 1

    def _opens(self, chairs: Chairs) -> Process:
        """A table is opened for who waits: the dealer signs in, chairs are drawn, they sit down, the game begins."""
        while not self.line_up.push(chairs):
            yield 30
        yield self.rng.uniform(20, 60)
        seats = chairs.empty(self.night.clock.milliseconds)
        self.rng.shuffle(seats)
        for one in self._waiting(chairs.plaque):
            if seats:
                self._first(one, chairs, seats)
            yield 4
        if len(chairs.sitters) >= 2:
            self.night.tap(chairs, Say("open_table"))
            self.night.book.sums["tables opened"] += 1
        self.line_up.opened(chairs)
        chairs.opening = False
        self.moves.chain(chairs.plaque)

    def _first(self, one: Waiting, chairs: Chairs, seats: list[int]) -> None:
        """One of the first at a table that opens."""
        found, person = self.desk.find(one.number), self.night.people[one.player]
        if found is None or found[1].state != "waiting" or person.table:
            return
        if self.sits(person, one.number, chairs, seats[0]):
            seats.pop(0)

    def breaks(self, chairs: Chairs) -> bool:
        """Few are left: with another table of the game that has room theirs is broken, by a draw for the chairs."""
        others = [t for t in self._tables(chairs.plaque, opened=True) if t is not chairs]
        left = len(chairs.sitters)
        if sum(len(self.night.open_seats(other)) for other in others) < left or not others:
            return False
        for seat, person in sorted(chairs.sitters.items()):
            if chairs.look()["seats"][seat - 1]["stack"] == 0:  # nothing to bring along
                self._leaves(chairs, seat, person)
        if not chairs.sitters:
            self.closes(chairs)
            return True
        self._draw(chairs, others)
        return not chairs.open

    def _draw(self, chairs: Chairs, others: list[Chairs]) -> None:
        """Everybody moves with all chips, or stands at the top of the list; the table closes by it."""
        night, plaque = self.night, chairs.table.plaque
        assert plaque is not None
        counted = {one["player"] for one in chairs.look()["seats"] if one["stack"] is not None}
        people = [one for _, one in sorted(chairs.sitters.items())]
        uncounted = [one.key for one in people if one.key not in counted]
        breaking = Breaking(
            table=chairs.table.name,
            to=tuple(other.table.name for other in others),
            reason="few are left",
            stakes=dict.fromkeys(uncounted, plaque.buy_in_min // 500 * 500),
        )
        asked = night.do(
            f"{chairs.table.name} is broken",
            lambda: table_break(
                room_id=night.house.room.pk,
                breaking=breaking,
                command_id=night.id(),
                actor=night.supervisor(chairs).staff.key,
                now=night.now,
                shuffle=self.rng.shuffle,
            ),
            may=("move_after_hand",),
        )
        if asked is None:
            return
        night.lists = asked.lists
        night.book.sums["tables closed"] += 1
        night.book.sums["tables broken by a draw"] += 1
        self._moved(chairs, others, people)
        self.moves.chain(chairs.plaque)

    def _moved(self, chairs: Chairs, others: list[Chairs], people: list[Person]) -> None:
        """Where everybody is by now, as the tablets show it."""
        for one in (chairs, *others):
            one.behind = True
        chairs.sitters.clear()
        for person in people:
            person.table, person.seat = "", 0
            for other in others:
                for seat in other.look()["seats"]:
                    if seat["player"] == person.key:
                        person.table, person.seat = other.table.name, seat["seat"]
                        other.sitters[seat["seat"]] = person
                        self.night.book.sums["moved"] += 1
            if not person.table:
                person.listed += [one.number for _, one in self.night.lists.of(person.key)]

    def _leaves(self, chairs: Chairs, seat: int, person: Person) -> None:
        self.night.tap(chairs, Say("leave_seat", {"seat": seat}))
        self.desk.left(chairs, seat, person)

    def closes(self, chairs: Chairs) -> None:
        """Whoever is left goes, and the table closes."""
        for seat, person in sorted(chairs.sitters.items()):
            self._leaves(chairs, seat, person)
        self.night.tap(chairs, Say("close_table"))
        self.night.book.sums["tables closed"] += 1
        self.moves.chain(chairs.plaque)

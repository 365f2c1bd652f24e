"""The desk: who comes is written down and put on lists; who goes is taken off them and checked out."""

from players.models import Player
from players.registry import Said, player_new
from poker.waiting import commands as c
from poker.waiting.state import CHANGES, Line, Waiting
from simulation.clock import Process
from simulation.house import Signs
from simulation.names import names
from simulation.night import Chairs, Night
from simulation.people import Person, arrivals, somebody
from tables.lists.changing import gone
from tables.lists.games import key_of
from tables.tasks import CLOCK
from tables.visits import check_in, check_out

UNWELCOME = ("player_excluded", "player_suspended", "player_barred")


class Desk:
    """What the people at the desk do."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("desk")
        self.names = names(night.rng("names"))
        self.titles = list(dict.fromkeys(t.plaque for t in night.tables.values()))
        self.keys = {title: key_of(title) for title in self.titles}

    def begin(self) -> None:
        """A list for each game."""
        for title in self.titles:
            self.night.ask(c.OpenLine(self.keys[title], title[:60]), self.night.desk())

    def people(self) -> Process:
        """Somebody comes, and somebody else."""
        night, rng = self.night, self.rng
        chairs = sum(len(t.look()["seats"]) for t in night.tables.values())
        weights = [sum(t.plaque == title for t in night.tables.values()) for title in self.titles]
        before = 0.0
        moments = arrivals(rng, night.seconds, chairs * (0.45 + 0.42 * night.seconds / 3600))
        early = sorted(rng.uniform(0, 600) for _ in range(int(chairs * 0.45)))
        for at in sorted((*early, *moments)):
            yield at - before
            before = at
            person = somebody(rng, self._alias(), self.titles, weights)
            night.clock.start(self.arrives(person))

    def _alias(self) -> str:
        """One that nobody has, as the desk asks for another."""
        return next(name for name in self.names if not Player.objects.filter(alias=name).exists())

    def arrives(self, person: Person) -> Process:
        """The registry, check-in, the lists; and the wait."""
        night = self.night
        by = night.desk()
        made = night.do(
            f"new player {person.alias}",
            lambda: player_new(said=Said(alias=person.alias), by=by.staff.key, now=night.now),
        )
        assert made is not None
        person.key = made.key
        night.people[person.key] = person
        night.book.sums["players"] += 1
        if person.here:
            self._checks_in(person, by)
        yield 20
        self.put_down(person, by)
        if not person.here:
            yield person.comes
            self._call_in_comes(person)
        yield person.patience
        if not person.table:
            self.gives_up(person, "left the room")
            self.goes(person)

    def _checks_in(self, person: Person, by: Signs) -> None:
        night = self.night
        night.do(
            f"check-in {person.alias}",
            lambda: check_in(
                player=night.player(person), room=night.house.room, by=by.staff.key, now=night.now
            ),
            may=(*UNWELCOME, "in_already"),
        )

    def put_down(self, person: Person, by: Signs) -> None:
        """On the list of each game that he likes."""
        for title in person.games:
            asked = self.night.ask(
                c.AddName(
                    self.keys[title],
                    person.key,
                    person.alias,
                    here=person.here,
                    local=person.local,
                ),
                by,
                may=UNWELCOME,
            )
            if asked is not None:
                person.listed.append(asked.lists.next - 1)
                self.night.book.sums["names put down"] += 1

    def _call_in_comes(self, person: Person) -> None:
        """Who called in comes; a name that lapsed meanwhile is put down anew."""
        by = self.night.desk()
        person.here = True
        self._checks_in(person, by)
        waits = [number for number in person.listed if self.find(number)]
        for number in waits:
            self.night.ask(c.Arrive(number), by, may=UNWELCOME)
        if not waits and not person.table:
            person.listed.clear()
            self.put_down(person, by)

    def gives_up(self, person: Person, reason: str) -> None:
        """Off every list."""
        for number in person.listed:
            if self.find(number):
                self.night.ask(c.TakeOff(number, reason), self.night.desk())
        person.listed.clear()

    def find(self, number: int) -> tuple[Line, Waiting] | None:
        line = self.night.lists.holding(number)
        one = line.find(number) if line else None
        return (line, one) if line and one else None

    def clock(self) -> Process:
        """Calls, held seats and call-ins lapse by the clock's job."""
        while True:
            yield 15
            now = self.night.clock.milliseconds
            names = (one for line in self.night.lists.lines for one in line.places)
            if any(0 < one.until <= now for one in names):
                self.night.ask(c.Lapse(), CLOCK)
            self._changes_over()

    def _changes_over(self) -> None:
        """Who asked for another chair and has none any more is off that list, by the clock's job."""
        night = self.night
        asked = [line for line in night.lists.lines if line.kind in CHANGES and line.places]
        if asked:
            for number in gone(night.house.room.pk, night.lists):
                night.ask(c.TakeOff(number, "left the table"), CLOCK)

    def left(self, chairs: Chairs, seat: int, person: Person) -> None:
        """He has left his chair; some want another game, most go home."""
        chairs.sitters.pop(seat, None)
        person.table, person.seat, person.asked = "", 0, False
        self.night.clock.start(self._after(person))

    def _after(self, person: Person) -> Process:
        yield self.rng.uniform(30, 300)
        again = not person.unwelcome and self.rng.random() < 0.12
        if again and not person.table:
            person.leaves = float("inf")
            self.put_down(person, self.night.desk())
            yield person.patience
        if not person.table:
            self.gives_up(person, "left the room")
            self.goes(person)
        if person.unwelcome:  # he tries to come in again, and is told
            yield 60 * self.rng.uniform(5, 40)
            self._checks_in(person, self.night.desk())

    def goes(self, person: Person) -> None:
        """Checked out; whoever never came in has no visit."""
        night = self.night
        by = night.desk().staff.key
        night.do(
            f"check-out {person.alias}",
            lambda: check_out(player=night.player(person), by=by, now=night.now),
            may=("not_in",),
        )

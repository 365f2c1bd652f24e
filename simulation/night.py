"""One night: clock, room, people, and how each of them does what he does."""

from collections.abc import Callable, Collection
from datetime import datetime
from random import Random
from typing import Any, TypeVar
from uuid import UUID

from players.models import Player
from poker import codec
from poker.state import Table as State
from poker.waiting.commands import Ask
from poker.waiting.state import Lists
from simulation.book import Book
from simulation.clock import Clock
from simulation.house import House, Signs
from simulation.people import Person
from simulation.playing import Habits, Say, View
from simulation.temper import temper_of
from tables.lists.asking import Asked, lists_ask, lists_now
from tables.models import Device, Staff, Table
from tables.signin import dealer_push
from tables.tablet import SUPERVISED, Tap, tablet_command

T = TypeVar("T")


class Chairs:
    """A table in the course of the night: its tablet, the picture that the tablet has, who sits where."""

    def __init__(self, table: Table, device: Device, counted: bool) -> None:
        self.table = table
        self.device = device
        self.counted = counted
        self.plaque = table.plaque.name if table.plaque else ""
        self.seq = 0
        self.view: View = {}
        self.behind = True  # somebody else has changed the table since
        self.sitters: dict[int, Person] = {}
        self.opening = False
        self.habits = Habits()
        self.short_since: float | None = None
        self.dealt = 0

    def look(self) -> View:
        """What the tablet shows: brought up to date as its socket would."""
        if self.behind:
            table = Table.objects.select_related("stream").get(pk=self.table.pk)
            self.seq, self.view, self.behind = table.stream.seq, table.view, False
        return self.view

    def state(self) -> State:
        """The table's state, as whoever weighs a call reads it."""
        return codec.decode_state(bytes(self.fresh().stream.state))

    def fresh(self) -> Table:
        """The table as it is stored by now."""
        return Table.objects.select_related("stream", "room").get(pk=self.table.pk)

    @property
    def open(self) -> bool:
        """Whether play goes on here."""
        return bool(self.look()["table"]["open"])

    def empty(self, now: int) -> list[int]:
        """Chairs in which nobody sits and that are not locked up; `now` in unix milliseconds."""
        return [
            seat["seat"]
            for seat in self.look()["seats"]
            if not seat["player"] and not (seat["lock"] and seat["lock"]["until"] > now)
        ]


class Night:
    """Everything that goes on in a room in one night, from a seed."""

    def __init__(self, *, house: House, clock: Clock, seed: str, seconds: float) -> None:
        self.house = house
        self.clock = clock
        self.seed = seed
        self.seconds = seconds
        self.book = Book()
        self.lists = Lists()
        self.people: dict[str, Person] = {}  # in the room, by the registry's key
        self.tables = {t.name: Chairs(t, device, counted) for t, device, counted in house.tables}
        self._ids = self.rng("ids")
        for chairs in self.tables.values():
            rng = self.rng(f"habits/{chairs.table.name}")
            faces = 0.6 if rng.random() < 0.1 else 0.04
            chairs.habits = Habits(explicit=rng.choice((0.03, 0.08, 0.3)), faces=faces)

    def rng(self, name: str) -> Random:
        """A stream of chance of its own: what one thing draws moves nothing else."""
        return Random(f"{self.seed}/{name}")

    def id(self) -> str:
        """An id for a command, from the seed and the room."""
        return str(self.uuid())

    def uuid(self) -> UUID:
        """The same as a UUID; the room's number keeps two nights of one seed apart."""
        return UUID(int=(self._ids.getrandbits(96) << 32) | self.house.room.pk, version=4)

    @property
    def now(self) -> datetime:
        """The simulated time."""
        return self.clock.now

    def do(self, what: str, work: Callable[[], T], *, may: Collection[str] = ()) -> T | None:
        """An action, counted; the message of a refusal says when and what."""
        return self.book.do(f"{self.now:%H:%M:%S} {what}", work, may=may)

    def ask(self, command: Ask, by: Signs | str, *, may: Collection[str] = ()) -> Asked | None:
        """Ask the lists, as somebody at the desk or as the clock."""
        actor = by if isinstance(by, str) else by.staff.key
        asked = self.do(
            f"lists {command!r}",
            lambda: lists_ask(
                room_id=self.house.room.pk,
                command_id=self.id(),
                command=command,
                actor=actor,
                now=self.now,
            ),
            may=may,
        )
        if asked is not None:
            self.lists = asked.lists
        return asked

    def look_at_lists(self) -> None:
        """As the desk's page looks when the room says that something has changed."""
        self.lists = lists_now(self.house.room.pk).lists

    def tap(self, chairs: Chairs, said: Say, *, may: Collection[str] = ()) -> View:
        """A tap at a table's tablet by whoever deals there; a supervisor steps in for what needs one."""
        chairs.look()
        if not said.name:
            return chairs.view
        needs = said.name in SUPERVISED
        dealer = chairs.device.dealer
        if needs:
            self.push(chairs, self.supervisor(chairs).staff)
        self._tapped(chairs, said, may)
        if needs and dealer is not None:
            self.push(chairs, dealer)
        return chairs.view

    def _tapped(self, chairs: Chairs, said: Say, may: Collection[str]) -> None:
        tap = Tap(
            command_id=self.id(),
            seen=chairs.seq,
            name=said.name,
            args=said.args,
            now=self.now,
            dealer=chairs.device.dealer.key if chairs.device.dealer else "",
        )
        where = f"{chairs.table.name} {said.name} {said.args}"
        result = self.do(where, lambda: tablet_command(device=chairs.device, tap=tap), may=may)
        if result is not None:
            chairs.seq, chairs.view = result.seq, result.view
        if chairs.device.push_due and not chairs.view["hand"]["started"]:
            self.signed_in(chairs)

    def push(self, chairs: Chairs, staff: Staff) -> None:
        """Somebody signs in at a tablet."""
        result = self.do(
            f"{chairs.table.name} sign-in {staff.alias}",
            lambda: dealer_push(device=chairs.device, staff=staff, now=self.now),
        )
        assert result is not None
        chairs.seq, chairs.view, chairs.behind = result.seq, result.view, False
        self.signed_in(chairs)
        self.signed_out(chairs, staff)

    def signed_out(self, chairs: Chairs, staff: Staff) -> None:
        """Who signed in at a tablet is signed out at any other, which is told."""
        for other in self.tables.values():
            if other is not chairs and other.device.dealer_id == staff.pk:
                self.signed_in(other)

    def signed_in(self, chairs: Chairs) -> None:
        """The tablet as the room knows it by now."""
        chairs.device = Device.objects.select_related("dealer__user", "table__room").get(
            pk=chairs.device.pk
        )

    def supervisor(self, chairs: Chairs) -> Signs:
        """Whose section a table is in."""
        order = sorted(self.tables, key=lambda name: (len(name), name))
        those = self.house.supervisors
        return those[order.index(chairs.table.name) * len(those) // len(order)]

    def desk(self) -> Signs:
        """Whoever is free at the desk."""
        return self.house.desks[self.book.sums["commands"] % len(self.house.desks)]

    def player(self, person: Person) -> Player:
        """His row in the registry."""
        return Player.objects.get(pk=int(person.key[1:]))

    def temper(self, key: str) -> Any:
        """How somebody at a table plays."""
        found = self.people.get(key)
        return found.temper if found else temper_of(self.rng(key))

    def open_seats(self, chairs: Chairs) -> list[int]:
        """Empty chairs that are promised to nobody; whoever folded and left leaves his cards in the hand."""
        lines, name = self.lists.lines, chairs.table.name
        kept = {one.seat for line in lines for one in line.places if one.table == name}
        free = set(chairs.empty(self.clock.milliseconds)) - kept
        dealt = chairs.look()["seats"]
        return [one["seat"] for one in dealt if one["seat"] in free and one["state"] == "empty"]

    def changed(self, name: str) -> None:
        """Somebody other than its tablet changed a table."""
        self.tables[name].behind = True

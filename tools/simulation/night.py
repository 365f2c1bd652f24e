"""One night: the clock, the room, the people, and the actions they take."""

from collections.abc import Callable, Collection
from datetime import datetime
from random import Random
from typing import TypeVar
from uuid import UUID

from dealer_ui.tablet_commands import Tap, tablet_command
from players.models import Player
from poker import codec
from poker.state import Table as State
from poker.tap_rights import SUPERVISED
from poker.view.model import TableView
from promotions.table_sync import EVENTS as PROMOTED
from school.hands.play import DealerHabits, TapRequest, View
from school.hands.player_style import PlayerStyle, random_style
from staff.models import Staff
from tables.dealer_sign_in import dealer_push
from tables.models import Device, Table
from tables.natural_order import natural_order
from tools.simulation.clock import Clock
from tools.simulation.player_arrivals import SimulatedPlayer
from tools.simulation.room_setup import SimulatedRoom, StaffMember
from tools.simulation.tally import Tally
from waitlist.actions import WaitlistResult, load_waitlists
from waitlist.rules.commands import WaitlistCommand
from waitlist.rules.state import Waitlists
from waitlist.seatings import waitlist_execute

T = TypeVar("T")


class SimulatedTable:
    """A table during the night: its tablet, the tablet's view, and who sits where."""

    def __init__(self, table: Table, device: Device, counted: bool) -> None:
        self.table = table
        self.device = device
        self.counted = counted
        self.plaque = table.plaque.name if table.plaque else ""
        self.seq = 0
        self.view = TableView()
        self.behind = True  # the table has been changed elsewhere
        self.sitters: dict[int, SimulatedPlayer] = {}
        self.opening = False
        self.habits = DealerHabits()
        self.short_since: float | None = None
        self.dealt = 0

    def look(self) -> View:
        """Return the tablet's view, updated as its socket would."""
        if self.behind:
            table = Table.objects.select_related("stream").get(pk=self.table.pk)
            self.seq = table.stream.seq
            self.view = table.view
            self.behind = False
        return self.view

    def state(self) -> State:
        """Return the table's state for a supervisor assessing a call."""
        return codec.decode_state(bytes(self.fresh().stream.state))

    def fresh(self) -> Table:
        return Table.objects.select_related("stream", "room").get(pk=self.table.pk)

    @property
    def open(self) -> bool:
        return bool(self.look().table.open)

    def empty(self, now: int) -> list[int]:
        """Return the seats that are empty and not locked up. now: Unix milliseconds."""
        return [
            seat.seat
            for seat in self.look().seats
            if not seat.player and not (seat.lock and seat.lock.until > now)
        ]


class Night:
    """Everything that happens in a room during one night, from a seed."""

    def __init__(self, *, house: SimulatedRoom, clock: Clock, seed: str, seconds: float) -> None:
        self.house = house
        self.clock = clock
        self.seed = seed
        self.seconds = seconds
        self.book = Tally()
        self.lists = Waitlists()
        self.people: dict[str, SimulatedPlayer] = {}  # in the room, by registry key
        self.tables = {
            t.name: SimulatedTable(t, device, counted) for t, device, counted in house.tables
        }
        self._ids = self.rng("ids")
        for seats in self.tables.values():
            rng = self.rng(f"habits/{seats.table.name}")
            faces = 0.6 if rng.random() < 0.1 else 0.04
            seats.habits = DealerHabits(explicit=rng.choice((0.03, 0.08, 0.3)), faces=faces)

    def rng(self, name: str) -> Random:
        """Return a separate random stream, so that draws for one purpose do not affect others."""
        return Random(f"{self.seed}/{name}")

    def id(self) -> str:
        """Return a command id, from the seed and the room."""
        return str(self.uuid())

    def uuid(self) -> UUID:
        """Return a command id as a UUID; the room number keeps two nights with one seed apart."""
        return UUID(int=(self._ids.getrandbits(96) << 32) | self.house.room.pk, version=4)

    @property
    def now(self) -> datetime:
        return self.clock.now

    def do(self, what: str, work: Callable[[], T], *, may: Collection[str] = ()) -> T | None:
        """Execute and count an action. The message of an unexpected refusal has its time and subject."""
        return self.book.do(f"{self.now:%H:%M:%S} {what}", work, may=may)

    def ask(
        self, command: WaitlistCommand, by: StaffMember | str, *, may: Collection[str] = ()
    ) -> WaitlistResult | None:
        """Execute a waitlist command for desk staff or the clock."""
        actor = by if isinstance(by, str) else by.staff.key
        result = self.do(
            f"lists {command!r}",
            lambda: waitlist_execute(
                room_id=self.house.room.pk,
                command_id=self.id(),
                command=command,
                actor=actor,
                now=self.now,
            ),
            may=may,
        )
        if result is not None:
            self.lists = result.state
        return result

    def look_at_lists(self) -> None:
        """Read the room as a desk page does after a change."""
        self.lists = load_waitlists(self.house.room.pk)

    def tap(self, seats: SimulatedTable, tap: TapRequest, *, may: Collection[str] = ()) -> View:
        """Tap at a table's tablet as its dealer; a supervisor steps in if needed."""
        seats.look()
        if not tap.name:
            return seats.view
        needs = tap.name in SUPERVISED
        dealer = seats.device.dealer
        if needs:
            self.push(seats, self.supervisor(seats).staff)
        self._tapped(seats, tap, may)
        if needs and dealer is not None:
            self.push(seats, dealer)
        return seats.view

    def _tapped(self, seats: SimulatedTable, request: TapRequest, may: Collection[str]) -> None:
        tap = Tap(
            command_id=self.id(),
            seen=seats.seq,
            name=request.name,
            args=request.args,
            now=self.now,
            dealer=seats.device.dealer.key if seats.device.dealer else "",
        )
        where = f"{seats.table.name} {request.name} {request.args}"
        result = self.do(where, lambda: tablet_command(device=seats.device, tap=tap), may=may)
        if result is not None:
            seats.seq = result.seq
            seats.view = result.view
            # The room then sends the promotions of the game.
            seats.behind = any(isinstance(event, PROMOTED) for event in result.events)
        if seats.device.push_due and not seats.view.hand.started:
            self.reload_device(seats)

    def push(self, seats: SimulatedTable, staff: Staff) -> None:
        """Sign in at a tablet."""
        result = self.do(
            f"{seats.table.name} sign-in {staff.alias}",
            lambda: dealer_push(device=seats.device, staff=staff, now=self.now),
        )
        assert result is not None
        seats.seq = result.seq
        seats.view = result.view
        seats.behind = False
        self.reload_device(seats)
        self.reload_other_devices(seats, staff)

    def reload_other_devices(self, seats: SimulatedTable, staff: Staff) -> None:
        """Load the rows of the other tablets where the dealer was signed in, because the push signed them out there."""
        for other in self.tables.values():
            if other is not seats and other.device.dealer_id == staff.pk:
                self.reload_device(other)

    def reload_device(self, seats: SimulatedTable) -> None:
        """Load the row of the table's tablet again."""
        seats.device = Device.objects.select_related("dealer__user", "table__room").get(
            pk=seats.device.pk
        )

    def supervisor(self, seats: SimulatedTable) -> StaffMember:
        """Return the supervisor whose section a table is in."""
        order = sorted(self.tables, key=natural_order)
        those = self.house.supervisors
        return those[order.index(seats.table.name) * len(those) // len(order)]

    def desk(self) -> StaffMember:
        return self.house.desks[self.book.sums["commands"] % len(self.house.desks)]

    def player(self, person: SimulatedPlayer) -> Player:
        """Return the player's registry row."""
        return Player.objects.get(pk=int(person.key[1:]))

    def temper(self, key: str) -> PlayerStyle:
        """Return the playing style of a player at a table."""
        player = self.people.get(key)
        return player.temper if player else random_style(self.rng(key))

    def open_seats(self, seats: SimulatedTable) -> list[int]:
        """Return empty seats that are not promised to anyone. The seat of a player who folded and left has cards until
        the hand ends.
        """
        waitlists = self.lists.lists
        name = seats.table.name
        reserved = {
            entry.seat
            for waitlist in waitlists
            for entry in waitlist.entries
            if entry.table == name
        }
        free = set(seats.empty(self.clock.milliseconds)) - reserved
        dealt = seats.look().seats
        return [entry.seat for entry in dealt if entry.seat in free and entry.state == "empty"]

    def changed(self, name: str) -> None:
        """Record that a table was changed, but not by its tablet."""
        self.tables[name].behind = True

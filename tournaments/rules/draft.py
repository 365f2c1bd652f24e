"""The tournament while a command is decided, with the checks that several commands share."""

from collections.abc import Sequence

from poker.logs import outcome as logs
from poker.refusal import Refusal
from tournaments.rules import events as e
from tournaments.rules.clock import Reading, read
from tournaments.rules.evolve import evolve
from tournaments.rules.seating import in_drawn_order, open_seats
from tournaments.rules.state import Entry, Move, SeatPosition, Tournament, TournamentTable


class Draft(logs.Draft[Tournament, e.TournamentEvent]):
    """Events of one command and the tournament after them."""

    def __init__(self, event: Tournament, now: int) -> None:
        super().__init__(event, evolve)
        self.now = now

    @property
    def reading(self) -> Reading:
        """Return what the clock shows now."""
        return read(self.state.plan, self.state.clock, self.now)

    def check_open(self) -> None:
        """Raise `Refusal`: `event_not_scheduled`, `event_closed`, `event_canceled`."""
        if self.state.status == "":
            raise Refusal("event_not_scheduled")
        if self.state.status == "closed":
            raise Refusal("event_closed")
        if self.state.status == "canceled":
            raise Refusal("event_canceled", "", event=self.state.plan.name)

    def check_running(self) -> None:
        """Raise `Refusal`: `event_not_running`, or as `check_open` does."""
        self.check_open()
        if self.state.status != "running":
            raise Refusal("event_not_running")

    def find(self, number: int) -> Entry:
        """Return an entry. Raises `Refusal`: `no_such_entry`."""
        entry = self.state.find(number)
        if entry is None:
            raise Refusal("no_such_entry", "", entry=number)
        return entry

    def seated(self, number: int) -> Entry:
        """Return an entry that has a seat. Raises `Refusal`: `entry_not_seated`."""
        entry = self.find(number)
        if entry.status != "seated":
            raise Refusal("entry_not_seated", "", entry=number, name=entry.name)
        return entry

    def table(self, name: str) -> TournamentTable:
        """Return a table of the tournament. Raises `Refusal`: `not_a_tournament_table`."""
        table = self.state.table(name)
        if table is None:
            raise Refusal("not_a_tournament_table", "", table=name)
        return table

    def move(self, number: int) -> Move:
        """Return the ordered move of an entry. Raises `Refusal`: `no_move`."""
        move = self.state.move_of(number)
        if move is None:
            raise Refusal("no_move", "", entry=number)
        return move

    def pool(self, order: Sequence[tuple[str, int]]) -> tuple[SeatPosition, ...]:
        """Return the open seats in the order drawn. Raises `Refusal`: `seats_not_drawn` if the draw lacks one."""
        able = open_seats(self.state)
        pool = in_drawn_order(order, able)
        if len(pool) < len(able):
            raise Refusal("seats_not_drawn")
        return pool

    @property
    def is_late_entry_open(self) -> bool:
        """Return whether entries are sold: through the last level of late entry and the break after it."""
        event = self.state
        if event.late_closed or event.pool is not None:
            return False
        if event.status == "scheduled":
            return True
        return event.status == "running" and self.reading.level <= event.plan.late_level

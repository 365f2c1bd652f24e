"""Seated players who move: seat and table changes, must-move chains and declined moves."""

from tools.simulation.desk import UNWELCOME, Desk
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.player_arrivals import SimulatedPlayer
from waitlist.rules import commands as c
from waitlist.rules.seat_priority import SeatClaim
from waitlist.rules.state import CHANGES, Answer
from waitlist.seat_changes import seat_change_list
from waitlist.seat_priority import SeatPriority

ASKS = 0.07  # share of hands after which a player requests another seat or table
DECLINES = 0.12  # share of players due to move who decline
AT_ONCE = 3  # moves from a table between two hands
WHY_NOT = ("Waiting for friends.", "Leaving soon.", "Wants this seat.")


class Moves:
    """Seats for seated players: requested, and granted between hands at the table that they leave."""

    def __init__(self, night: Night, desk: Desk, *, on: bool) -> None:
        self.night = night
        self.desk = desk
        self.rng = night.rng("moves")
        titles = [t.plaque for t in night.tables.values()]
        several = [title for title in dict.fromkeys(titles) if titles.count(title) > 1]
        self.chained = frozenset(several[::2])  # all other games have table changes by request
        self.on = on

    def claimed(self, title: str) -> bool:
        """Return whether a seated player may have a claim on a seat of the game."""
        waitlists = self.night.lists
        key = self.desk.keys[title]
        named = {t.table.name for t in self.tables(title)} | {key}
        asked = (
            waitlist
            for waitlist in waitlists.lists
            if waitlist.kind in CHANGES and waitlist.of in named
        )
        return waitlists.chain(key) is not None or any(waitlist.entries for waitlist in asked)

    def first(self, seats: SimulatedTable, seat: int) -> SeatClaim | None:
        """Return the claim with first priority on an open seat."""
        offers = SeatPriority(self.night.house.room.pk, self.night.lists)
        claims = offers.at(seats.table.name, seat, self.desk.keys[seats.plaque])
        return claims[0] if claims else None

    def tables(self, title: str) -> list[SimulatedTable]:
        """Return the open tables of a game."""
        tables = (table for table in self.night.tables.values() if table.plaque == title)
        return [table for table in tables if table.open and not table.opening]

    def chain(self, title: str) -> None:
        """Set the must-move chain after a table was opened or closed."""
        if title not in self.chained or not self.on:
            return
        night = self.night
        key = self.desk.keys[title]
        opened = [table.table.name for table in self.tables(title)]
        before = night.lists.chain(key)
        main = [name for name in (before.main if before else ()) if name in opened] or opened[:1]
        feeders = [name for name in opened if name not in main]
        if not feeders:
            main = []
        now = (tuple(main), tuple(feeders))
        if now == ((before.main, before.feeders) if before else ((), ())):
            return
        member = night.supervisor(self.tables(title)[0]) if opened else night.house.supervisors[0]
        night.ask(c.SetChain(key, *now, by=member.staff.key), member)
        night.book.sums["must-move chains set"] += 1

    def after_hand(self, seats: SimulatedTable) -> None:
        """Between hands, request a change, and move players who may move."""
        if not seats.open or seats.look().paused:
            return
        if self.rng.random() < ASKS:
            self._asks(seats)
        for _ in range(AT_ONCE):
            if not self.claimed(seats.plaque) or not self._one_moves(seats):
                return

    def _asks(self, seats: SimulatedTable) -> None:
        """Request another seat, or another table of a game without a must-move chain."""
        seated = {seat.player for seat in seats.look().seats}
        people = [
            person
            for person in seats.sitters.values()
            if person.key in seated and not person.unwelcome and not person.asked
        ]
        if not people:
            return
        night = self.night
        person = self.rng.choice(people)
        tables = [table for table in self.tables(seats.plaque) if table is not seats]
        far = tables and seats.plaque not in self.chained and self.rng.random() < 0.5
        kind = "table_change" if far else "seat_change"
        key = self.desk.keys[seats.plaque]
        line = seat_change_list(
            night.house.room.pk, night.lists, key, kind, person.key, person.alias
        )
        by = night.desk()
        if night.lists.waitlist(line.key) is None:
            night.ask(line, by)
        wish: tuple[str, ...] = ()
        if not far and self.rng.random() < 0.3:
            free = [str(table.seat) for table in seats.look().seats if table.seat != person.seat]
            wish = tuple(self.rng.sample(free, 3))
        result = night.ask(
            c.AddPlayer(line.key, person.key, person.alias, wish=wish), by, may=UNWELCOME
        )
        if result is not None:
            person.asked = True
            night.book.sums[f"{kind.replace('_', ' ')}s asked for"] += 1

    def _one_moves(self, seats: SimulatedTable) -> bool:
        """Move the first player here with first priority on a seat; return whether one moved."""
        for table in self.tables(seats.plaque):
            for seat in self.night.open_seats(table):
                claim = self.first(table, seat)
                if claim is not None and claim.table == seats.table.name:
                    return self._goes(claim, seats, table, seat)
        return False

    def _goes(
        self, claim: SeatClaim, seats: SimulatedTable, table: SimulatedTable, seat: int
    ) -> bool:
        """Move a player with a claim to the seat, between hands, unless they decline."""
        person = self.night.people.get(claim.player)
        if person is None or person.unwelcome or seats.sitters.get(claim.seat) is not person:
            return False
        stack = seats.look().seats[claim.seat - 1].stack
        if stack == 0:
            return False  # the player buys chips or leaves first
        if claim.source == "must_move":
            return self._must_move(person, seats, table, seat, stack)
        stake = self._stake(table, stack) if claim.source == "table_change" else None
        command = c.ConfirmSeated(claim.number, table.table.name, seat, stake=stake)
        if self.night.ask(command, self.night.desk(), may=UNWELCOME) is None:
            return False
        person.asked = False
        self._sits(person, seats, table, seat)
        self.night.book.sums[f"{claim.source.replace('_', ' ')}s"] += 1
        return True

    def _must_move(
        self,
        person: SimulatedPlayer,
        seats: SimulatedTable,
        table: SimulatedTable,
        seat: int,
        stack: int | None,
    ) -> bool:
        """Move a player to the main game with all chips. A player who declines stays or goes behind the others."""
        night = self.night
        key = self.desk.keys[seats.plaque]
        member = self.night.supervisor(seats)
        if not person.stayed and self.rng.random() < DECLINES:
            person.stayed = True
            what: Answer = "stays" if self.rng.random() < 0.5 else "last"
            night.ask(c.Decline(key, person.key, what, self.rng.choice(WHY_NOT)), member)
            night.book.sums["must-moves declined"] += 1
            return True
        stake = None if stack is not None else self._stake(table, None)
        command = c.MustMove(key, person.key, table.table.name, seat, stake=stake)
        if night.ask(command, member, may=UNWELCOME) is None:
            return False
        self._sits(person, seats, table, seat)
        night.book.sums["must-moves"] += 1
        return True

    def _stake(self, table: SimulatedTable, stack: int | None) -> int:
        """Return the chips that a player brings to a chosen table, within the plaque; a plausible amount if not
        counted.
        """
        plaque = table.table.plaque
        assert plaque is not None
        least = plaque.buy_in_min
        most = plaque.buy_in_max
        if stack is None:
            stack = least * self.rng.choice((1, 2, 3)) // 500 * 500
        return max(least, min(most, stack))

    def _sits(
        self, person: SimulatedPlayer, seats: SimulatedTable, table: SimulatedTable, seat: int
    ) -> None:
        seats.sitters.pop(person.seat)
        person.table = table.table.name
        person.seat = seat
        table.sitters[seat] = person
        seats.behind = table.behind = True

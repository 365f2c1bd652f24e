"""A tournament as an immutable value: entries, seats, moves, clock, busts, prize pool.

Money is in the smallest unit of the house's currency; times are Unix milliseconds. Tables are identified by name,
entries by the number on their seat card.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from tournaments.rules.clock import Clock
from tournaments.rules.plan import Plan, Price

Status = Literal["", "scheduled", "running", "day_over", "closed", "canceled"]
Kind = Literal["first", "reentry", "qualifier"]
# winner: the last player, once the event is closed
EntryStatus = Literal["alternate", "seated", "out", "void", "bagged", "winner"]
Method = Literal["cash", "card", "chips", "ticket", "voucher"]
PenaltyUnit = Literal["hands", "rounds", "disqualified"]
DealMethod = Literal["icm", "chips", "even", "agreed"]


class SeatPosition(NamedTuple):
    """A seat of the tournament: table and seat number."""

    table: str
    seat: int


class Purchase(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was paid for at the desk, and how."""

    what: Literal["entry", "rebuy", "add_on"]
    price: Price
    method: Method = "cash"
    at: int = 0


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry. A player who re-enters has a second one. `player` is "" for an entry by number only."""

    number: int
    player: str = ""
    name: str = ""
    kind: Kind = "first"
    bought: tuple[Purchase, ...] = ()
    status: EntryStatus = "alternate"
    table: str = ""
    seat: int = 0
    coming: bool = False  # has the seat, but is still on the way to it
    stack: int | None = None  # chips at the last count
    since: int = 0  # in line as an alternate since
    token: str = ""  # of the player's own page

    @property
    def is_alive(self) -> bool:
        return self.status in ("alternate", "seated", "bagged")

    @property
    def place(self) -> SeatPosition:
        return SeatPosition(self.table, self.seat)

    @property
    def paid(self) -> int:
        return sum(purchase.price.paid for purchase in self.bought)

    @property
    def chips(self) -> int:
        return sum(purchase.price.chips for purchase in self.bought)


class TournamentTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the tournament. reserved: seats kept for special needs, which no draw uses."""

    name: str
    seats: int
    reserved: tuple[int, ...] = ()
    gave_at: int = 0  # when it last gave a player, 0 for never
    waived: bool = False  # the director lets it go on although it is short


class BrokenTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that was broken today, with the entries that drew other seats."""

    table: TournamentTable
    players: tuple[int, ...]


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ordered move. Both seats are the player's until `left`; then only the new one."""

    entry: int
    table: str
    seat: int
    to_table: str
    to_seat: int
    at: int
    why: Literal["balance", "break", "redraw", "director"] = "balance"
    reason: str = ""
    left: bool = False


class Bust(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player went out. stack: chips before the hand, None if no one counted them; round: hand-for-hand hand, or 0."""

    entry: int
    at: int
    table: str
    seat: int
    hand: int = 0
    stack: int | None = None
    round: int = 0


class HandForHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every table deals the same number of hands: the hand that is played, and the tables that have finished it."""

    round: int = 1
    finished: tuple[str, ...] = ()


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the last players agreed on: shares by entry, and what is left for first place."""

    method: DealMethod
    shares: tuple[tuple[int, int], ...]
    left: int
    at: int = 0


class Payout(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount paid to an entry, or held with a reason until a person decides."""

    entry: int
    amount: int
    at: int
    held: str = ""


class Bag(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chips of a bagged stack: the first count, and the second one once it is made."""

    entry: int
    first: int
    second: int | None = None
    number: str = ""

    @property
    def is_verified(self) -> bool:
        return self.first == self.second


class Penalty(msgspec.Struct, frozen=True, omit_defaults=True):
    """A penalty in hands or rounds; `disqualified` takes the entry out.

    hands: what it comes to, a round being as many hands as the rulebook has it (H-85); left: hands not served yet.
    """

    entry: int
    unit: PenaltyUnit
    count: int
    reason: str
    left: int
    hands: int = 0
    ended: bool = False  # early, by the director


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flight whose stacks came in. event: its log; pool: what its entries paid into the prize pool."""

    event: int
    name: str
    entries: int
    pool: int
    stacks: int


class FixedPool(msgspec.Struct, frozen=True, omit_defaults=True):
    """The prize pool once no entry can be sold: what is paid by place, and what the house adds to a guarantee."""

    pool: int
    overlay: int
    entries: int
    payouts: tuple[int, ...]
    seats: int = 0  # of a satellite: the first payouts are seats in the target event


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event from its plan to its result."""

    plan: Plan = Plan()
    status: Status = ""
    starts_at: int = 0
    day: int = 1
    entries: tuple[Entry, ...] = ()
    tables: tuple[TournamentTable, ...] = ()
    broken: tuple[BrokenTable, ...] = ()  # today
    moves: tuple[Move, ...] = ()
    busts: tuple[Bust, ...] = ()
    clock: Clock = Clock()
    begun: int | None = None  # the last level or break whose begin is in the log, counted from 0
    late_closed: bool = False  # the director closed registration early
    hand_for_hand: HandForHand | None = None
    rounds: int = 0  # hand-for-hand hands so far
    colored: int = 0  # chips that color-ups added; negative for chips they took
    raced: tuple[int, ...] = ()  # denominations that were raced off
    pool: FixedPool | None = None
    deal: Deal | None = None
    paid: tuple[Payout, ...] = ()
    bags: tuple[Bag, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    flights: tuple[Flight, ...] = ()

    def find(self, number: int) -> Entry | None:
        """Return an entry by its number. Numbers count from 1 without gaps."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def table(self, name: str) -> TournamentTable | None:
        return next((table for table in self.tables if table.name == name), None)

    def move_of(self, number: int) -> Move | None:
        return next((move for move in self.moves if move.entry == number), None)

    def penalty_of(self, number: int) -> Penalty | None:
        """Return the penalty that an entry serves, None without one."""
        running = (row for row in self.penalties if row.entry == number and row.left > 0)
        return next(running, None)

    def last_penalty_of(self, number: int) -> Penalty | None:
        """Return the penalty that an entry got last, served or not."""
        return next((row for row in self.penalties[::-1] if row.entry == number), None)

    def alive(self) -> Iterator[Entry]:
        return (entry for entry in self.entries if entry.is_alive)

    def seated(self) -> Iterator[Entry]:
        return (entry for entry in self.entries if entry.status == "seated")

    def alternates(self) -> list[Entry]:
        """Return the alternates in the order of their numbers, which is the order of buying."""
        return [entry for entry in self.entries if entry.status == "alternate"]

    def at_table(self, name: str) -> list[Entry]:
        """Return the entries whose seat is at a table, in the order of seats."""
        there = (entry for entry in self.seated() if entry.table == name)
        return sorted(there, key=lambda entry: entry.seat)

    def entry_at(self, position: SeatPosition) -> Entry | None:
        return next((entry for entry in self.seated() if entry.place == position), None)

    def entries_of(self, player: str) -> list[Entry]:
        """Return the entries of a player that were not voided."""
        return [
            entry
            for entry in self.entries
            if player and entry.player == player and entry.status != "void"
        ]

    @property
    def sold(self) -> int:
        """Return the number of entries that count."""
        return sum(entry.status != "void" for entry in self.entries)

    @property
    def field(self) -> int:
        """Return the entries by which the pool is paid out: those of the flights, and those sold here."""
        if not self.flights:
            return self.sold
        own = sum(entry.status != "void" and entry.kind != "qualifier" for entry in self.entries)
        return own + sum(flight.entries for flight in self.flights)

    @property
    def pool_collected(self) -> int:
        """Return what entries paid into the pool, with the flights; 0 for a flight whose pool went on."""
        if self.has_sent_stacks:
            return 0
        return self.collected.pool + sum(flight.pool for flight in self.flights)

    @property
    def has_sent_stacks(self) -> bool:
        """Return whether this is a flight whose stacks and pool went to another event."""
        return self.status == "closed" and bool(self.plan.day_target) and self.pool is None

    @property
    def chips(self) -> int:
        """Return the chips that must be on the tables: sold, and changed by color-ups."""
        return sum(entry.chips for entry in self.entries if entry.status != "void") + self.colored

    @property
    def collected(self) -> Price:
        """Return all that was paid for, by parts."""
        prices = [
            purchase.price
            for entry in self.entries
            if entry.status != "void"
            for purchase in entry.bought
        ]
        return Price(
            pool=sum(price.pool for price in prices),
            house=sum(price.house for price in prices),
            staff=sum(price.staff for price in prices),
            chips=sum(price.chips for price in prices),
        )

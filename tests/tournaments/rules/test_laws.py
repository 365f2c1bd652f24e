"""Laws of random tournaments: seats, chips, money, places, and a log that gives the same state again."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from poker.refusal import Refusal
from tests.support.law_examples import example_count
from tests.tournaments.plans import DAILY, MINUTE, START
from tournaments.rules import codec
from tournaments.rules import commands as c
from tournaments.rules.decide import run
from tournaments.rules.evolve import evolve
from tournaments.rules.payouts import amounts_by_entry
from tournaments.rules.places import places
from tournaments.rules.plan import UNLIMITED, AddOn, Plan, Price, Rebuys
from tournaments.rules.seating import TableFacts, players_after_moves, suggest_moves, used_seats
from tournaments.rules.state import Tournament


class RandomTournament:
    """A tournament that is played by random commands to its result; each command is checked against the laws."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now = START
        self.event = Tournament()
        self.rebuilt = Tournament()
        self.plan = self.random_plan()
        self.send(c.ScheduleEvent(self.plan, START))
        for number in range(self.random.randint(1, 4)):
            self.send(c.AddTable(f"T{number}", self.plan.seats, self.reserved()))

    def random_plan(self) -> Plan:
        is_satellite = self.random.random() < 0.2
        return replace(
            DAILY,
            seats=self.random.randint(2, 9),
            reentries=self.random.choice([0, 1, UNLIMITED]),
            guarantee=self.random.choice([0, 250_000]),
            seat_value=45_000 if is_satellite else 0,
            rebuys=self.random.choice([None, Rebuys(Price(pool=9_001, house=99, chips=10_000))]),
            add_on=self.random.choice([None, AddOn(Price(pool=5_000, chips=15_000), 1)]),
        )

    def reserved(self) -> tuple[int, ...]:
        return (1,) if self.random.random() < 0.2 else ()

    def send(self, command: c.TournamentCommand) -> bool:
        """Execute a command and check the laws; return whether it was not refused."""
        try:
            outcome = run(self.event, command, now=self.now)
        except Refusal:
            return False
        for event in outcome.events:
            name, version, data = codec.TOURNAMENT.encode_event(event)
            self.rebuilt = evolve(self.rebuilt, codec.TOURNAMENT.decode_event(name, version, data))
        assert self.rebuilt == outcome.state
        self.event = outcome.state
        self.check_seats()
        self.check_money()
        self.check_penalties()
        return True

    def check_penalties(self) -> None:
        """A penalty has at most its hands left, and a player serves one at a time."""
        event = self.event
        assert all(0 <= row.left <= row.hands for row in event.penalties)
        running = [row.entry for row in event.penalties if row.left]
        assert len(set(running)) == len(running)

    def check_seats(self) -> None:
        """Each player with a seat has one of their own at a table of the tournament."""
        event = self.event
        if event.status in ("day_over", "closed"):
            return
        sitting = [entry.place for entry in event.seated()]
        coming = [(move.to_table, move.to_seat) for move in event.moves if not move.left]
        assert len({*sitting, *coming}) == len(sitting) + len(coming)
        tables = {table.name: table for table in event.tables}
        for name, seat in used_seats(event):
            assert 1 <= seat <= tables[name].seats

    def check_money(self) -> None:
        event = self.event
        collected = event.collected
        paid = sum(entry.paid for entry in event.entries if entry.status != "void")
        assert collected.pool + collected.house + collected.staff == paid
        bought = [purchase for entry in event.entries for purchase in entry.bought]
        void = [
            purchase
            for entry in event.entries
            if entry.status == "void"
            for purchase in entry.bought
        ]
        chips = sum(purchase.price.chips for purchase in bought)
        assert event.chips == chips - sum(purchase.price.chips for purchase in void) + event.colored
        if event.pool is not None:
            assert sum(event.pool.payouts) == event.pool.pool == collected.pool + event.pool.overlay

    def drawn(self) -> tuple[tuple[str, int], ...]:
        seats = [
            (table.name, seat) for table in self.event.tables for seat in range(1, table.seats + 1)
        ]
        self.random.shuffle(seats)
        return tuple(seats)

    def numbers(self) -> tuple[int, ...]:
        return tuple(self.random.sample(range(11), 11))

    def some_entry(self) -> int:
        return self.random.randint(1, max(1, len(self.event.entries)))

    def act(self) -> None:
        """Send one random command."""
        entry = self.some_entry()
        player = f"p{self.random.randint(1, 30)}"
        commands = [
            c.Enter(player, player, seats=self.drawn()),
            c.Enter(player, player, seats=self.drawn()),
            c.BustPlayer(entry, self.random.randint(0, 3), self.random.choice([None, 100, 200])),
            c.UndoBust(entry, self.drawn()),
            c.VoidEntry(entry, "mistake", by_director=True),
            c.SeatAlternates(self.drawn(), most=3),
            c.Buy(entry, self.random.choice(["rebuy", "add_on"])),
            c.StartClock(),
            c.PauseClock(),
            c.ShiftClock(self.random.randint(-5, 5) * MINUTE),
            c.AddTable(f"N{len(self.event.entries)}", self.plan.seats),
            c.Penalize(entry, "hands", "late", 2),
            c.Penalize(entry, "disqualified", "chips on the floor"),
            c.Penalize(entry, "rounds", "late", 1),
            c.ServePenalty(entry),
            c.ReopenPenaltyHand(entry),
            c.EndPenalty(entry),
            c.UndoPenalty(entry),
            c.FinishMove(entry),
            c.ReleaseMove(entry),
            c.CancelMove(entry, "stays"),
            c.ColorUp(100, 5_000, 5_500),
            c.BeginHandForHand(),
            c.EndHandForHand(),
        ]
        commands += [c.FinishHand(table.name) for table in self.event.tables]
        commands += [
            c.BreakTable(table.name, self.drawn(), self.numbers())
            for table in self.event.tables[-1:]
        ]
        commands += [c.UndoBreak(row.table.name) for row in self.event.broken[-1:]]
        self.send(self.random.choice(commands))
        self.now += self.random.randint(0, 3) * MINUTE

    def facts(self) -> list[TableFacts]:
        return [
            TableFacts(
                table.name, self.random.randint(0, table.seats), self.random.randint(0, table.seats)
            )
            for table in self.event.tables
        ]

    def balance(self) -> None:
        """Do all suggested moves; after them no table is two players short, unless reserved seats are in the way."""
        for entry in self.event.seated():
            self.send(c.FinishMove(entry.number))
        moves = suggest_moves(self.event, self.facts())
        for move in moves:
            assert self.send(
                c.OrderMoves(
                    (c.MoveOrder(move.entry, move.table, move.seat, move.to_table, move.to_seat),)
                )
            )
            assert self.send(c.ReleaseMove(move.entry))
            assert self.send(c.FinishMove(move.entry))
        players = players_after_moves(self.event)
        seats = {table.name: table.seats - len(table.reserved) for table in self.event.tables}
        short = min(players, key=lambda name: players[name], default="")
        if short and players[short] < seats[short]:
            assert max(players.values()) - players[short] <= 1

    def play_out(self) -> None:
        """Bust everyone but one, pay, and close."""
        self.send(c.EndHandForHand())
        self.send(c.StartClock())
        self.now += 600 * MINUTE
        while self.event.alternates() and self.send(c.SeatAlternates(self.drawn(), most=100)):
            pass
        self.send(c.CloseRegistration())
        self.send(c.FixPool())
        for number in [entry.number for entry in self.event.seated()][1:]:
            self.send(
                c.BustPlayer(number, self.random.randint(0, 2), self.random.choice([None, 100]))
            )
            self.send(c.SeatAlternates(self.drawn(), most=100))
        while len(list(self.event.alive())) > 1:
            seated = [entry.number for entry in self.event.seated()]
            assert self.send(c.BustPlayer(seated[0]))
            self.send(c.SeatAlternates(self.drawn()))

    def check_result(self) -> None:
        event = self.event
        ranked = places(event)
        counted = [entry.number for entry in event.entries if entry.status != "void"]
        assert sorted(ranked) == counted
        taken: list[int] = []
        for place in set(ranked.values()):
            sharing = [number for number, other in ranked.items() if other == place]
            assert len(sharing) == place.last - place.first + 1
            taken += range(place.first, place.last + 1)
        assert sorted(taken) == list(range(1, len(counted) + 1))
        due = amounts_by_entry(event)
        assert event.pool is not None
        assert sum(row.amount for row in due.values()) == event.pool.pool
        for number in due:
            assert self.send(c.Pay(number))
        assert self.send(c.CloseEvent())
        assert places(self.event) == ranked


@settings(max_examples=example_count(10_000), deadline=None)
@given(seed=st.integers(0, 2**63), acts=st.integers(5, 60))
def test_random_tournament_keeps_the_laws(seed: int, acts: int) -> None:
    tournament = RandomTournament(seed)
    tournament.send(c.StartClock())
    for _ in range(acts):
        tournament.act()
    if not list(tournament.event.alive()):
        return
    tournament.balance()
    tournament.play_out()
    tournament.check_result()

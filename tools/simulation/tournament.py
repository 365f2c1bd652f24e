"""One day of a tournament through the real actions: entries, re-entries, busts, moves, breaks, payouts."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from uuid import uuid4

import msgspec

from poker.refusal import Refusal
from staff.models import Room
from tables.lifecycle import table_create
from tournaments.actions import load_tournament, tournament_create, tournament_execute
from tournaments.models import ScheduledEvent
from tournaments.presets import DAILY
from tournaments.rules import commands as c
from tournaments.rules.clock import read
from tournaments.rules.payouts import amounts_by_entry, to_the_money
from tournaments.rules.plan import Plan
from tournaments.rules.seating import (
    break_next,
    open_seats,
    players_after_moves,
    suggest_moves,
)
from tournaments.rules.state import Tournament
from tournaments.table_facts import table_facts

ACTOR = "system.simulation"
BEFORE_START = 0.7  # of the entries are sold before the clock starts
REENTERS = 0.35  # of the players who bust during late entry
HAND_MINUTES = 3
FIELD_LIMIT = 1.25  # entries for each seat: the rest waits as alternates


@dataclass
class Figures:
    """What the day came to. Money is in the smallest unit."""

    entries: int = 0
    reentries: int = 0
    voided: int = 0
    alternates: int = 0
    tables_broken: int = 0
    moves: int = 0
    largest_imbalance: int = 0  # after balancing
    places: int = 0
    paid: int = 0
    pool: int = 0
    color_ups: int = 0
    chips_sold: int = 0
    chips_counted: int = 0
    refused: dict[str, int] = field(default_factory=dict)


class TournamentDay:
    """A day of one event. Each command goes through `tournament_execute`, as those of every screen."""

    def __init__(self, room: Room, entries: int, seed: str, start: datetime) -> None:
        self.room = room
        self.entries = entries
        self.random = Random(seed)
        self.now = start
        self.figures = Figures()
        self.plan: Plan = msgspec.structs.replace(DAILY, name=f"Simulated {entries}", reentries=2)
        self.row = self._event()
        self.players = 0
        self.late: list[str] = []

    def _event(self) -> ScheduledEvent:
        seats = self.plan.seats
        tables = max(2, -(-int(self.entries / FIELD_LIMIT) // seats))
        for number in range(1, tables + 1):
            table_create(
                room=self.room,
                name=f"T{number}",
                seats=seats,
                plaque=None,
                actor=ACTOR,
                now=self.now,
            )
        row = tournament_create(
            room=self.room, plan=self.plan, starts_at=self.now, actor=ACTOR, now=self.now
        )
        for number in range(1, tables + 1):
            self._execute(c.AddTable(f"T{number}", seats), row.pk)
        return row

    def play(self) -> Figures:
        """Play the day from the first entry to the result, and return its figures."""
        self._sell(int(self.entries * BEFORE_START))
        self._send(c.StartClock())
        while self._late_entry():
            self._pass_hand()
        self._send(c.CloseRegistration())
        self._seat_all_alternates()
        self._send(c.FixPool())
        while sum(1 for _ in self.event.alive()) > 1:
            self._pass_hand()
        self._pay()
        return self._finish()

    @property
    def event(self) -> Tournament:
        return load_tournament(self.row.pk)[1]

    def _execute(self, command: c.TournamentCommand, event_id: int) -> bool:
        self.now += timedelta(seconds=1)
        try:
            tournament_execute(
                event_id=event_id,
                command_id=str(uuid4()),
                command=command,
                actor=ACTOR,
                now=self.now,
            )
        except Refusal as refusal:
            self.figures.refused[refusal.code] = self.figures.refused.get(refusal.code, 0) + 1
            return False
        return True

    def _send(self, command: c.TournamentCommand) -> bool:
        return self._execute(command, self.row.pk)

    def _sell(self, count: int) -> None:
        """Sell entries to new players; one in sixty is voided and sold again."""
        for _ in range(count):
            self.players += 1
            name = f"Entrant {self.players}"
            if not self._send(c.Enter(name, name, self.random.choice(["cash", "card"]))):
                continue
            if self.random.random() < 1 / 60:
                number = len(self.event.entries)
                if self._send(c.VoidEntry(number, "Wrong event")):
                    self.figures.voided += 1
                    self._send(c.Enter(name, name))

    def _late_entry(self) -> bool:
        """Sell the entries of the next minutes; return whether registration is still open."""
        missing = self.entries - self.players
        if missing > 0:
            self._sell(min(missing, self.random.randint(1, 12)))
        again = [player for player in self.late if self.random.random() < REENTERS]
        self.late = []
        for player in again:
            self._send(c.Enter(player, player))
        minutes = sum(level.minutes for level in self.plan.levels[: self.plan.late_level])
        minutes += sum(
            pause.minutes for pause in self.plan.breaks if pause.after < self.plan.late_level
        )
        since = self.now.timestamp() * 1000 - self.event.starts_at
        return since < minutes * 60_000 and not self.event.late_closed

    def _pass_hand(self) -> None:
        """Let the tables play for a few minutes: players bust, alternates sit down, tables balance and break."""
        self.now += timedelta(minutes=HAND_MINUTES)
        event = self.event
        self._arrive(event)
        self._begin_or_end_hand_for_hand(event)
        self._bust(event)
        self._color_up()
        self._seat_all_alternates()
        self._break()
        self._balance()

    def _arrive(self, event: Tournament) -> None:
        for entry in event.seated():
            if entry.coming:
                self._send(c.FinishMove(entry.number))

    def _bust(self, event: Tournament) -> None:
        """Bust a twentieth of the players, at least one; the last player stays."""
        seated = [entry for entry in event.seated() if not entry.coming]
        alive = sum(1 for _ in event.alive())
        count = min(max(1, len(seated) // 20), alive - 1, len(seated))
        if event.hand_for_hand is not None:
            count = min(count, self.random.randint(0, 2))
        hand = int(self.now.timestamp() // 60)
        for entry in self.random.sample(seated, count):
            stack = self.random.choice([None, self.random.randint(1, 200) * 100])
            if self._send(c.BustPlayer(entry.number, hand, stack)):
                self.late.append(entry.name)
                if self.random.random() < 1 / 100:
                    self._send(c.UndoBust(entry.number))
        if event.hand_for_hand is not None:
            for table in self.event.tables:
                if self.event.hand_for_hand is not None:
                    self._send(c.FinishHand(table.name))

    def _color_up(self) -> None:
        """Take in the chips of the breaks that have begun: some of each player, and bigger ones for them."""
        event = self.event
        level = read(event.plan, event.clock, int(self.now.timestamp() * 1000)).level
        due = [
            chip for pause in event.plan.breaks if pause.after < level for chip in pause.color_up
        ]
        for chip in due:
            if chip in event.raced:
                continue
            bigger = min(value for value in event.plan.chips if value > chip)
            taken = sum(self.random.randint(1, 5) * chip for _ in event.alive())
            if self._send(c.ColorUp(chip, taken, -(-taken // bigger) * bigger)):
                self.figures.color_ups += 1

    def _begin_or_end_hand_for_hand(self, event: Tournament) -> None:
        if event.hand_for_hand is None and to_the_money(event) == 1 and len(event.tables) > 1:
            self._send(c.BeginHandForHand())

    def _seat_all_alternates(self) -> None:
        event = self.event
        waiting = len(event.alternates())
        self.figures.alternates = max(self.figures.alternates, waiting)
        if waiting and open_seats(event):
            self._send(c.SeatAlternates(most=waiting))

    def _break(self) -> None:
        event = self.event
        if event.alternates() or event.hand_for_hand is not None:
            return
        while (name := break_next(event)) is not None:
            if not self._send(c.BreakTable(name)):
                return
            self.figures.tables_broken += 1
            event = self.event
            self._arrive(event)

    def _balance(self) -> None:
        event = self.event
        names = [table.name for table in event.tables]
        moves = suggest_moves(event, table_facts(self.room.pk, names))
        if moves and event.hand_for_hand is None:
            orders = tuple(
                c.MoveOrder(move.entry, move.table, move.seat, move.to_table, move.to_seat)
                for move in moves
            )
            self._send(c.OrderMoves(orders))
            for move in moves:
                self._send(c.ReleaseMove(move.entry))
                self._send(c.FinishMove(move.entry))
            self.figures.moves += len(moves)
        counts = players_after_moves(self.event).values()
        if counts and event.hand_for_hand is None:
            imbalance = max(counts) - min(counts)
            self.figures.largest_imbalance = max(self.figures.largest_imbalance, imbalance)

    def _pay(self) -> None:
        for number in amounts_by_entry(self.event):
            self._send(c.Pay(number))

    def _finish(self) -> Figures:
        event = self.event
        winner = next(event.alive())
        self._send(c.CountStacks(((winner.number, event.chips),)))
        self._send(c.CloseEvent())
        event = self.event
        figures = self.figures
        figures.entries = event.sold
        figures.reentries = sum(
            entry.kind == "reentry" and entry.status != "void" for entry in event.entries
        )
        figures.places = len(event.pool.payouts) if event.pool else 0
        figures.pool = event.pool.pool if event.pool else 0
        figures.paid = sum(payout.amount for payout in event.paid if not payout.held)
        figures.chips_sold = event.chips
        figures.chips_counted = sum(entry.stack or 0 for entry in event.entries)
        return figures

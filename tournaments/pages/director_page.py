"""The director's screen: clock, tables by imbalance, suggested moves, busts, alternates, break order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

import msgspec

from journal.unix_time import from_milliseconds, milliseconds
from poker.rules import HouseRules
from staff.hooks import hooks
from staff.models import Staff
from staff.permissions import may
from tournaments.actions import load_tournament
from tournaments.messages import display_name, level_text, seat_text
from tournaments.models import ScheduledEvent
from tournaments.rules.clock import Reading, read
from tournaments.rules.payouts import in_the_money, to_the_money
from tournaments.rules.plan import Level, segments
from tournaments.rules.seating import (
    SuggestedMove,
    break_next,
    break_order,
    open_seats,
    players_after_moves,
    suggest_moves,
)
from tournaments.rules.state import Bust, Entry, Move, Penalty
from tournaments.table_facts import table_facts
from tournaments.table_rows import TableRow, table_rows

ROUNDS = {
    "players": "A round is a hand for each player at the table.",
    "seats": "A round is a hand for each seat at the table.",
}
ODD_CHIPS = {
    "race": "Odd chips are raced from seat 1: one bigger chip each at most, and no player is raced out.",
    "round_up": "Every player with odd chips gets one bigger chip for them.",
}
HAND_FOR_HAND = {
    "two_minutes": "Each hand of all tables takes 2 minutes off the level.",
    "none": "The level keeps its time.",
}
MOST_BUSTS = 12
MOST_FULL_ROWS = 2  # suggested moves with the whole rule in each row
MANY_TABLES = 48  # from here on tables are drawn as small rows
BREAKS_SHOWN = 3
LATE_MINUTES = 3  # a move that takes longer is marked


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A suggested or ordered move as the page shows it."""

    entry: Entry
    name: str
    source: str
    target: str
    value: str  # of the form field
    who: str  # the half of the rule that chose the player
    where: str  # the half of the rule that chose the seat
    why: str  # why this table gives
    is_exception: bool = False  # the player is not the next big blind
    others: tuple[tuple[str, str], ...] = ()  # form value and text of the next players by the rule


@dataclass(frozen=True, slots=True)
class OrderedMove:
    """A move under way, and for how many minutes."""

    move: Move
    name: str
    source: str
    target: str
    minutes: int

    @property
    def is_late(self) -> bool:
        return self.minutes >= LATE_MINUTES


class EventPage:
    """What every page of an event shows on top, and the data behind it."""

    def __init__(self, event: ScheduledEvent, staff: Staff, now: datetime) -> None:
        self.row = event
        self.seq, self.event = load_tournament(event.pk)
        self.now = milliseconds(now)
        self.may_direct = may(staff, "tournaments.direct_event")
        self.may_sell = may(staff, "tournaments.sell_entry")
        self.may_report = may(staff, "reports.read_shift")

    @property
    def plan_name(self) -> str:
        return self.event.plan.name

    @cached_property
    def reading(self) -> Reading:
        return read(self.event.plan, self.event.clock, self.now)

    @property
    def level(self) -> Level:
        return self.event.plan.levels[self.reading.level - 1]

    @property
    def next_level(self) -> Level | None:
        levels = self.event.plan.levels
        return levels[self.reading.level] if self.reading.level < len(levels) else None

    @property
    def levels(self) -> int:
        return len(self.event.plan.levels)

    @property
    def clock_data(self) -> str:
        """Return the plan of the clock as JSON, from which the page computes every second."""
        plan = self.event.plan
        parts = [
            {"level": part.level, "length": part.length, "pause": part.pause is not None}
            for part in segments(plan)
        ]
        data = {"segments": parts, "clock": self.event.clock, "now": self.now}
        return msgspec.json.encode(data).decode()

    @cached_property
    def alive(self) -> int:
        return sum(1 for _ in self.event.alive())

    @property
    def average(self) -> int:
        return self.event.chips // self.alive if self.alive else 0

    @property
    def average_blinds(self) -> int:
        return self.average // self.level.big

    @property
    def late_until(self) -> int | None:
        """Return the last level of late entry while registration is open, None after it."""
        event = self.event
        is_open = not event.late_closed and event.pool is None
        if event.status == "running":
            is_open = is_open and self.reading.level <= event.plan.late_level
        return event.plan.late_level if is_open else None

    @property
    def has_begun(self) -> bool:
        return self.event.status not in ("", "scheduled", "canceled")

    @property
    def to_the_money(self) -> int | None:
        return to_the_money(self.event)

    @property
    def is_in_the_money(self) -> bool:
        return in_the_money(self.event)

    def name(self, number: int) -> str:
        """Return the name of an entry."""
        entry = self.event.find(number)
        return display_name(entry) if entry else f"#{number}"


class DirectorPage(EventPage):
    """The director's screen of an event."""

    @cached_property
    def table_rows(self) -> list[TableRow]:
        return table_rows(self.event)

    @property
    def off_tables(self) -> list[TableRow]:
        return [row for row in self.table_rows if row.state in ("stopped", "short")]

    @property
    def coming_tables(self) -> list[TableRow]:
        return [row for row in self.table_rows if row.state == "coming"]

    @property
    def even_tables(self) -> list[TableRow]:
        names = [table.name for table in self.event.tables]
        rows = [row for row in self.table_rows if row.state == "even"]
        return sorted(rows, key=lambda row: names.index(row.name))

    @property
    def has_many_tables(self) -> bool:
        return len(self.event.tables) > MANY_TABLES

    @property
    def open_seat_count(self) -> int:
        return len(open_seats(self.event))

    @property
    def seat_count(self) -> int:
        return sum(table.seats for table in self.event.tables)

    @cached_property
    def suggestions(self) -> list[MoveRow]:
        """Return the moves that balance the tables; none before the first hand and during hand for hand."""
        event = self.event
        if event.status != "running" or event.hand_for_hand is not None:
            return []
        facts = table_facts(self.row.room_id, [table.name for table in event.tables])
        return [self._suggestion(move) for move in suggest_moves(event, facts)]

    def _suggestion(self, move: SuggestedMove) -> MoveRow:
        event = self.event
        entry = event.entries[move.entry - 1]
        who = f"Next for the big blind at {move.table}"
        is_exception = move.by_position or bool(move.skipped)
        if move.by_position:
            who = f"Position of seat {move.to_seat} at {move.table}"
        elif move.skipped:
            passed = ", ".join(f"S{event.entries[number - 1].seat}" for number in move.skipped)
            who = f"{passed} is all-in, so the next one for the big blind"
        why = f"{move.table} is first in the giving order." if move.giver_is_even else ""
        return MoveRow(
            entry=entry,
            name=display_name(entry),
            source=seat_text(move.table, move.seat),
            target=seat_text(move.to_table, move.to_seat),
            value=_move_value(move.entry, move),
            who=who,
            where=f"Worst seat at {move.to_table} that is not the small blind (TDA 10)",
            why=why,
            is_exception=is_exception,
            others=tuple(self._candidate(number, move) for number in move.others),
        )

    def _candidate(self, number: int, move: SuggestedMove) -> tuple[str, str]:
        entry = self.event.entries[number - 1]
        value = _move_value(number, msgspec.structs.replace(move, seat=entry.seat))
        return value, f"S{entry.seat} {display_name(entry)}"

    @property
    def are_suggestions_short(self) -> bool:
        """Return whether the rows are short: the rule is shown once, and in a row only an exception."""
        return len(self.suggestions) > MOST_FULL_ROWS

    @property
    def balanced_text(self) -> str:
        """Return how many players the tables have once the suggested moves are done."""
        players = players_after_moves(self.event)
        for row in self.suggestions:
            players[row.entry.table] -= 1
            players[row.value.split("\t")[3]] += 1
        counts = sorted(set(players.values()))
        return " or ".join(map(str, counts)) if len(counts) <= 2 else f"{counts[0]} to {counts[-1]}"

    @property
    def ordered(self) -> list[OrderedMove]:
        return [
            OrderedMove(
                move,
                self.name(move.entry),
                seat_text(move.table, move.seat),
                seat_text(move.to_table, move.to_seat),
                minutes=max(0, self.now - move.at) // 60_000,
            )
            for move in self.event.moves
        ]

    @property
    def busts(self) -> list[tuple[Bust, str, str]]:
        """Return the latest busts, newest first, with name and seat."""
        latest = self.event.busts[::-1][:MOST_BUSTS]
        return [(bust, self.name(bust.entry), seat_text(bust.table, bust.seat)) for bust in latest]

    @property
    def penalties(self) -> list[tuple[Penalty, str, str]]:
        """Return the penalties that are served now, with name and seat."""
        return [
            (row, self.name(row.entry), self._seat_of(row.entry))
            for row in self.event.penalties
            if row.left > 0
        ]

    def _seat_of(self, number: int) -> str:
        entry = self.event.entries[number - 1]
        return seat_text(entry.table, entry.seat)

    @cached_property
    def rules(self) -> HouseRules:
        """Return the house rules of the room's tournaments."""
        return hooks().event_rules(room_id=self.row.room_id, now=from_milliseconds(self.now))

    @property
    def clock_stops(self) -> list[tuple[int, str]]:
        """Return the levels and breaks of the plan with their numbers on the clock, counted from 0."""
        levels = self.event.plan.levels
        return [
            (
                index,
                f"Break after level {part.level}"
                if part.pause
                else f"Level {part.level}: {level_text(levels[part.level - 1])}",
            )
            for index, part in enumerate(segments(self.event.plan))
        ]

    @property
    def gives_rounds(self) -> bool:
        """Return whether the house gives penalties in rounds (H-84)."""
        return self.rules.penalty_units == "hands_rounds"

    @property
    def round_text(self) -> str:
        """Return how many hands a penalty round is (H-85)."""
        return ROUNDS[self.rules.penalty_round]

    @property
    def odd_chips_text(self) -> str:
        """Return what happens with the odd chips of a color-up (H-86)."""
        return ODD_CHIPS[self.rules.odd_chips]

    @property
    def hand_for_hand_text(self) -> str:
        """Return what a hand of hand for hand takes off the clock (H-87)."""
        return HAND_FOR_HAND[self.rules.hand_for_hand_time]

    @property
    def reentry_count(self) -> int:
        return sum(
            entry.kind == "reentry" and entry.status != "void" for entry in self.event.entries
        )

    @property
    def alternates(self) -> list[tuple[Entry, str, int]]:
        """Return the alternates with their names and the minutes they have waited."""
        return [
            (entry, display_name(entry), max(0, self.now - entry.since) // 60_000)
            for entry in self.event.alternates()
        ]

    @property
    def arriving(self) -> list[tuple[Entry, str, str]]:
        """Return the players who have a seat and are on the way to it."""
        if not self.has_begun:
            return []
        return [
            (entry, display_name(entry), seat_text(entry.table, entry.seat))
            for entry in self.event.seated()
            if entry.coming
        ]

    @property
    def break_order(self) -> list[str]:
        return [table.name for table in break_order(self.event)][:BREAKS_SHOWN]

    @property
    def may_break(self) -> str | None:
        """Return the table that can break now, None if its players need more seats."""
        return break_next(self.event) if self.event.status == "running" else None

    @property
    def round_tables(self) -> list[tuple[str, bool]]:
        """Return the tables during hand for hand, and whether each has finished its hand."""
        current = self.event.hand_for_hand
        finished = set(current.finished) if current else set()
        return [(table.name, table.name in finished) for table in self.event.tables]


def _move_value(number: int, move: SuggestedMove) -> str:
    parts: Sequence[object] = (number, move.table, move.seat, move.to_table, move.to_seat)
    return "\t".join(map(str, parts))

"""Seats of a tournament: the pool, the draw of a broken table, and moves that balance tables (TDA 7 to 11).

Chance comes from outside: `order` is every seat in random order. Nothing here knows a screen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tournaments.rules.plan import Plan
from tournaments.rules.state import Entry, SeatPosition, Tournament, TournamentTable


class TableFacts(msgspec.Struct, frozen=True):
    """What a table's own log knows before its next hand, for a move.

    small, big: the seats of the next hand's blinds, 0 if unknown, and of a blind without a player; all_in: seats that
    may be out after this hand.
    """

    name: str
    small: int = 0
    big: int = 0
    in_hand: bool = False
    all_in: tuple[int, ...] = ()
    is_stud: bool = False  # the next hand is stud: players move by position


class SuggestedMove(msgspec.Struct, frozen=True):
    """A move that balances two tables. others: the entries that come next by the rule; skipped: those passed over."""

    entry: int
    table: str
    seat: int
    to_table: str
    to_seat: int
    others: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    by_position: bool = False
    giver_is_even: bool = False  # other tables have as many players; this one gave longest ago


class Balance(NamedTuple):
    """The players of a table once its ordered moves are done, and how many it is short of the fullest."""

    name: str
    players: int
    short: int


def used_seats(event: Tournament) -> set[SeatPosition]:
    """Return the seats that players have, or that wait for one."""
    used = {entry.place for entry in event.seated()}
    used.update(SeatPosition(move.to_table, move.to_seat) for move in event.moves if not move.left)
    return used


def open_seats(event: Tournament, without: Iterable[str] = ()) -> list[SeatPosition]:
    """Return the open seats in order, except reserved ones and those of the tables `without`."""
    used = used_seats(event)
    excluded = set(without)
    return [
        SeatPosition(table.name, seat)
        for table in event.tables
        if table.name not in excluded
        for seat in range(1, table.seats + 1)
        if seat not in table.reserved and SeatPosition(table.name, seat) not in used
    ]


def in_drawn_order(
    order: Sequence[tuple[str, int]], seats: Iterable[SeatPosition]
) -> tuple[SeatPosition, ...]:
    """Return the open seats in the order in which all seats were drawn. A seat that was not drawn is not used."""
    able = set(seats)
    drawn = (SeatPosition(*position) for position in order)
    return tuple(position for position in dict.fromkeys(drawn) if position in able)


def players_after_moves(event: Tournament) -> Counter[str]:
    """Return the players of each table once the ordered moves are done."""
    players: Counter[str] = Counter({table.name: 0 for table in event.tables})
    players.update(entry.table for entry in event.seated())
    for move in event.moves:
        if not move.left:
            players[move.table] -= 1
            players[move.to_table] += 1
    return players


def balances(event: Tournament) -> tuple[Balance, ...]:
    """Return the tables, those that are shortest of players first, then in their order."""
    players = players_after_moves(event)
    most = max(players.values(), default=0)
    rows = [
        Balance(table.name, players[table.name], most - players[table.name])
        for table in event.tables
    ]
    return tuple(sorted(rows, key=lambda row: -row.short))


def stopped_tables(event: Tournament) -> tuple[str, ...]:
    """Return the tables that stop because they are too short, unless the director waived it."""
    waived = {table.name for table in event.tables if table.waived}
    return tuple(
        row.name
        for row in balances(event)
        if row.short >= event.plan.stop_at and row.name not in waived
    )


def suggest_moves(
    event: Tournament, facts: Sequence[TableFacts], *, most: int = 60
) -> tuple[SuggestedMove, ...]:
    """Return the moves after which no table is `balance_at` players short of another, in order.

    The fullest table gives, of several the one that gave longest ago, then the first by name. The player who is next
    for the big blind moves to the worst seat, which is never the small blind. In stud players move by position.
    """
    by_name = {fact.name: fact for fact in facts}
    players = players_after_moves(event)
    seats = _Seats(event)
    gave_at = {table.name: (table.gave_at, index) for index, table in enumerate(event.tables)}
    moves: list[SuggestedMove] = []
    stuck: set[str] = set()
    while len(moves) < most:
        givers = [name for name in players if name not in stuck]
        if not givers:
            break
        fullest = max(givers, key=lambda name: (players[name], [-rank for rank in gave_at[name]]))
        emptiest = min(players, key=lambda name: (players[name], gave_at[name][1]))
        if players[fullest] - players[emptiest] < max(2, event.plan.balance_at):
            break
        same = [name for name in givers if players[name] == players[fullest]]
        move = _move(event, seats, by_name, fullest, emptiest, giver_is_even=len(same) > 1)
        if move is None:
            stuck.add(fullest)
            continue
        moves.append(move)
        seats.order(move)
        players[fullest] -= 1
        players[emptiest] += 1
        gave_at[fullest] = (max(rank for rank, _ in gave_at.values()) + 1, gave_at[fullest][1])
    return tuple(moves)


def candidates(
    there: Sequence[Entry], facts: TableFacts, seats: int
) -> tuple[list[Entry], list[Entry]]:
    """Return the players of a table in the order in which they will have the big blind, and those passed over.

    A player who is all-in may be out after the hand, so the next one moves. Who is still on the way to the seat moves
    last.
    """
    start = facts.big or 1
    order = sorted(there, key=lambda entry: (entry.coming, (entry.seat - start) % seats))
    able = [entry for entry in order if entry.seat not in facts.all_in]
    skipped = [entry for entry in order if entry.seat in facts.all_in]
    return able, skipped


def worst_seat(open_numbers: Sequence[int], facts: TableFacts, seats: int) -> int | None:
    """Return the seat that has the big blind soonest without being the small blind, None without an open seat.

    That is the first open seat after the small blind, even if the player then has the big blind twice.
    """
    start = facts.small or facts.big or 1
    able = sorted(open_numbers, key=lambda seat: (seat - start - 1) % seats)
    return able[0] if able else None


def break_next(event: Tournament) -> str | None:
    """Return the table that breaks next in the published order, if its players fit in the open seats elsewhere."""
    if len(event.tables) < 2:
        return None
    table = break_order(event)[0]
    players = players_after_moves(event)[table.name]
    return table.name if players <= len(open_seats(event, without=[table.name])) else None


def break_order(event: Tournament) -> list[TournamentTable]:
    """Return the tables in the order in which they break."""
    tables = list(event.tables)
    return tables[::-1] if event.plan.break_order == "highest" else tables


def seats_at(plan: Plan, tables: int) -> int:
    """Return how many seats a table has when this many are left."""
    return plan.last_seats if tables <= 2 and plan.last_seats else plan.seats


class _Seats:
    """The open seats and the players who may move, while moves are suggested."""

    def __init__(self, event: Tournament) -> None:
        self.open: dict[str, list[int]] = {table.name: [] for table in event.tables}
        for table, seat in open_seats(event):
            self.open[table].append(seat)
        self.size = {table.name: table.seats for table in event.tables}
        moving = {move.entry for move in event.moves}
        self.players: dict[str, list[Entry]] = {table.name: [] for table in event.tables}
        for entry in event.seated():
            if entry.number not in moving:
                self.players[entry.table].append(entry)

    def order(self, move: SuggestedMove) -> None:
        self.open[move.to_table].remove(move.to_seat)
        self.players[move.table] = [
            entry for entry in self.players[move.table] if entry.number != move.entry
        ]


def _move(
    event: Tournament,
    seats: _Seats,
    facts: dict[str, TableFacts],
    table: str,
    to_table: str,
    *,
    giver_is_even: bool,
) -> SuggestedMove | None:
    of_giver = facts.get(table, TableFacts(table))
    of_taker = facts.get(to_table, TableFacts(to_table))
    able, skipped = candidates(seats.players[table], of_giver, seats.size[table])
    to_seat = worst_seat(seats.open[to_table], of_taker, seats.size[to_table])
    if not able or to_seat is None:
        return None
    if of_giver.is_stud and of_taker.is_stud:
        able = sorted(able, key=lambda entry: (entry.seat - to_seat) % seats.size[table])
    first = able[0]
    return SuggestedMove(
        entry=first.number,
        table=table,
        seat=first.seat,
        to_table=to_table,
        to_seat=to_seat,
        others=tuple(entry.number for entry in able[1:]),
        skipped=tuple(entry.number for entry in skipped),
        by_position=of_giver.is_stud and of_taker.is_stud,
        giver_is_even=giver_is_even,
    )

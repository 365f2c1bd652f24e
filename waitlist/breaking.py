"""Breaking a table: a recorded random draw assigns new seats, and all players move or none (S-003)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from secrets import SystemRandom
from typing import Any

from players.roster import player_known
from players.separation import separations_of
from poker.codec import decode_state
from poker.games import GAMES
from poker.refusal import Refusal
from poker.stakes import legs
from tables.game_keys import waitlist_key_of
from tables.models import Table
from waitlist.actions import WAITLIST, WaitlistResult, load_waitlists
from waitlist.resolve import free_seats, seated_players, table_named
from waitlist.rules.commands import BreakTable
from waitlist.rules.seat_draw import (
    SeatAssignment,
    SeatPosition,
    Sitter,
    assign_seats,
    first_conflict,
)
from waitlist.rules.state import Waitlists
from waitlist.seatings import waitlist_execute

MAX_ATTEMPTS = 3  # maximum attempts, if players sat down or left since the draw
MAX_DRAWS = 200  # maximum draws to find one that seats no separated players together
Shuffle = Callable[[list[Any]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakRequest:
    table: str  # name
    to: tuple[str, ...]  # names of the tables that take the players
    reason: str
    # Chips by player, where no tablet counted them.
    stakes: dict[str, int] = field(default_factory=dict)
    together: bool = False  # separated players may share a table (S-016)


def table_break(
    *,
    room_id: int,
    breaking: BreakRequest,
    command_id: str,
    actor: str,
    now: datetime,
    shuffle: Shuffle | None = None,
) -> WaitlistResult:
    """Draw seats and move the players in one transaction. The actor is a supervisor.

    Raises `Refusal`: `table_not_open`, `other_game`, `apart_no_draw`, `move_after_hand`, and the refusals of seating.
    """
    if (result := WAITLIST.find_result(WAITLIST.id_of_room(room_id), command_id)) is not None:
        return result
    for attempts_left in reversed(range(MAX_ATTEMPTS)):
        waitlists = load_waitlists(room_id)
        command = _draw_command(
            room_id, waitlists, breaking, now, shuffle or SystemRandom().shuffle
        )
        try:
            return waitlist_execute(
                room_id=room_id, command_id=command_id, command=command, actor=actor, now=now
            )
        except Refusal as refusal:
            if refusal.code != "draw_stale" or not attempts_left:
                raise
    raise AssertionError("unreachable")


def _draw_command(
    room_id: int, waitlists: Waitlists, breaking: BreakRequest, now: datetime, shuffle: Shuffle
) -> BreakTable:
    broken = table_named(room_id, breaking.table)
    takers = [table_named(room_id, name) for name in breaking.to]
    for table in (broken, *takers):
        if not table.is_open:
            raise Refusal("table_not_open", "S-005", table=table.name)
    for table in takers:
        if waitlist_key_of(table) != waitlist_key_of(broken) or table == broken:
            raise Refusal("other_game", "S-003", table=table.name)
    assignments, seats, draws = _draw_with_separations(
        broken, takers, waitlists, now, shuffle, breaking.together
    )
    return BreakTable(
        table=broken.name,
        key=waitlist_key_of(broken),
        title=str(broken.plaque.name)[:60] if broken.plaque else broken.name,
        reason=breaking.reason,
        drawn=assignments,
        chairs=tuple(seats),
        draws=draws,
        stakes=tuple(breaking.stakes.items()),
    )


def _draw_with_separations(
    broken: Table,
    takers: Sequence[Table],
    waitlists: Waitlists,
    now: datetime,
    shuffle: Shuffle,
    together: bool,
) -> tuple[tuple[SeatAssignment, ...], list[SeatPosition], int]:
    """Return a draw that seats no separated players together, with the seats in drawn order and the number of draws.

    Raises `Refusal`: `apart_no_draw`.
    """
    separations = SeparationCheck(broken, takers)
    names = ("", "")
    for draws in range(1, MAX_DRAWS + 1):
        sitters = seated_players(broken)
        shuffle(sitters)
        seats = _seats_in_drawn_order(takers, waitlists, now, shuffle)
        assignments = assign_seats(sitters, seats)
        conflict = None if together else separations.clash(assignments)
        if conflict is None:
            return assignments, seats, draws
        names = conflict
    raise Refusal("apart_no_draw", "S-017", name=names[0], other=names[1])


def _seats_in_drawn_order(
    takers: Sequence[Table], waitlists: Waitlists, now: datetime, shuffle: Shuffle
) -> list[SeatPosition]:
    """Return the open seats in drawn order, at each table at most as many as its game allows."""
    seats = [(table.name, seat) for table in takers for seat in free_seats(table, waitlists, now)]
    shuffle(seats)
    capacity = {table.name: _max_players(table) - len(seated_players(table)) for table in takers}
    counts: Counter[str] = Counter()
    usable = []
    for table, seat in seats:
        counts[table] += 1
        if counts[table] <= capacity[table]:
            usable.append((table, seat))
    return usable


def _max_players(table: Table) -> int:
    state = decode_state(bytes(table.stream.state))
    return min(GAMES[stakes.game].seats for stakes in legs(state.stakes)) if state.stakes else 0


class SeparationCheck:
    """Separations among the players of some tables (S-016, S-017)."""

    def __init__(self, broken: Table, takers: Sequence[Table]) -> None:
        """Load the separations, by the players' keys at the tables."""
        self.broken = seated_players(broken)
        self.at: dict[str, list[Sitter]] = {table.name: seated_players(table) for table in takers}
        players = [*self.broken, *chain.from_iterable(self.at.values())]
        self._names = {key: name for key, name, _ in players}
        roots = {key: player.pk for key in self._names if (player := player_known(key))}
        self._from = {
            key: {other for other, root in roots.items() if root in separated}
            for key, *_ in self.broken
            if (player := player_known(key)) and (separated := separations_of(player))
        }

    def clash(self, assignments: Sequence[SeatAssignment]) -> tuple[str, str] | None:
        """Return the names of two separated players who would share a table; None if no such pair exists."""
        keys = first_conflict(
            assignments, lambda table: [sitter[0] for sitter in self.at[table]], self._apart
        )
        return (self._names[keys[0]], self._names[keys[1]]) if keys else None

    def _apart(self, key: str, other: str) -> bool:
        return other in self._from.get(key, ()) or key in self._from.get(other, ())

    def pairs(self) -> list[tuple[str, str, str]]:
        """Return both names of each separation, and the table of the second player, "" at the broken table."""
        where = {sitter[0]: name for name, sitters in self.at.items() for sitter in sitters}
        return sorted(
            {
                (self._names[key], self._names[other], where.get(other, ""))
                for key, others in self._from.items()
                for other in others
            }
        )

"""Breaking a table: a random draw for the new chairs, recorded as it fell, and everybody moves or nobody (S-003)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from secrets import SystemRandom
from typing import Any

from players.apart import kept_from
from players.roster import player_known
from poker.codec import decode_state
from poker.games import GAMES
from poker.refusal import Refusal
from poker.stakes import legs
from poker.waiting.commands import BreakTable
from poker.waiting.drawing import Chair, Drawn, Sitter, clash, placed
from poker.waiting.state import Lists
from tables.lists.asking import Asked, answered_before, lists_ask, lists_now
from tables.lists.doors import free_chairs, game_of, sitters_of, table_named
from tables.models import Table

TRIES = 3  # draws anew when somebody sat down or left meanwhile
DRAWS = 200  # until nobody sits with somebody kept apart from him
Shuffle = Callable[[list[Any]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaking:
    """What a supervisor asks for. table: the name; to: those that take the players; stakes: chips by player where no
    tablet counted them; together: players may share a table although the house keeps them apart (S-016).
    """

    table: str
    to: tuple[str, ...]
    reason: str
    stakes: dict[str, int] = field(default_factory=dict)
    together: bool = False


def table_break(
    *,
    room_id: int,
    breaking: Breaking,
    command_id: str,
    actor: str,
    now: datetime,
    shuffle: Shuffle | None = None,
) -> Asked:
    """Draw and carry out in one transaction; the actor is a supervisor.

    Refuses `table_not_open`, `other_game`, `apart_no_draw`, `move_after_hand` and whatever seating refuses.
    """
    if (answered := answered_before(room_id=room_id, command_id=command_id)) is not None:
        return answered
    for left in reversed(range(TRIES)):
        lists = lists_now(room_id).lists
        command = _drawn(room_id, lists, breaking, now, shuffle or SystemRandom().shuffle)
        try:
            return lists_ask(
                room_id=room_id, command_id=command_id, command=command, actor=actor, now=now
            )
        except Refusal as refusal:
            if refusal.code != "draw_stale" or not left:
                raise
    raise AssertionError("unreachable")


def _drawn(
    room_id: int, lists: Lists, breaking: Breaking, now: datetime, shuffle: Shuffle
) -> BreakTable:
    broken = table_named(room_id, breaking.table)
    takers = [table_named(room_id, name) for name in breaking.to]
    for table in (broken, *takers):
        if not table.is_open:
            raise Refusal("table_not_open", "S-005", table=table.name)
    for table in takers:
        if game_of(table) != game_of(broken) or table == broken:
            raise Refusal("other_game", "S-003", table=table.name)
    drawn, chairs, draws = _fair(broken, takers, lists, now, shuffle, breaking.together)
    return BreakTable(
        table=broken.name,
        key=game_of(broken),
        title=str(broken.plaque.name)[:60] if broken.plaque else broken.name,
        reason=breaking.reason,
        drawn=drawn,
        chairs=tuple(chairs),
        draws=draws,
        stakes=tuple(breaking.stakes.items()),
    )


def _fair(
    broken: Table,
    takers: Sequence[Table],
    lists: Lists,
    now: datetime,
    shuffle: Shuffle,
    together: bool,
) -> tuple[tuple[Drawn, ...], list[Chair], int]:
    """A draw, drawn again while two would share a table who may not; with the chairs in order, and how often."""
    apart = Apart(broken, takers)
    found = ("", "")
    for draws in range(1, DRAWS + 1):
        sitters = sitters_of(broken)
        shuffle(sitters)
        chairs = _chairs(takers, lists, now, shuffle)
        drawn = placed(sitters, chairs)
        two = None if together else apart.clash(drawn)
        if two is None:
            return drawn, chairs, draws
        found = two
    raise Refusal("apart_no_draw", "S-017", name=found[0], other=found[1])


def _chairs(takers: Sequence[Table], lists: Lists, now: datetime, shuffle: Shuffle) -> list[Chair]:
    """The open chairs in drawn order, at each table no more than its game serves."""
    chairs = [(table.name, seat) for table in takers for seat in free_chairs(table, lists, now)]
    shuffle(chairs)
    room = {table.name: _serves(table) - len(sitters_of(table)) for table in takers}
    given: Counter[str] = Counter()
    kept = []
    for table, seat in chairs:
        given[table] += 1
        if given[table] <= room[table]:
            kept.append((table, seat))
    return kept


def _serves(table: Table) -> int:
    state = decode_state(bytes(table.stream.state))
    return min(GAMES[one.game].seats for one in legs(state.stakes)) if state.stakes else 0


class Apart:
    """Whom the house keeps from sharing a game, among those at some tables (S-016, S-017)."""

    def __init__(self, broken: Table, takers: Sequence[Table]) -> None:
        """By keys as the tables have them."""
        self.broken = sitters_of(broken)
        self.at: dict[str, list[Sitter]] = {table.name: sitters_of(table) for table in takers}
        everybody = [*self.broken, *chain.from_iterable(self.at.values())]
        self._names = {key: name for key, name, _ in everybody}
        roots = {key: found.pk for key in self._names if (found := player_known(key))}
        self._from = {
            key: {other for other, root in roots.items() if root in apart}
            for key, *_ in self.broken
            if (found := player_known(key)) and (apart := kept_from(found))
        }

    def clash(self, drawn: Sequence[Drawn]) -> tuple[str, str] | None:
        """The names of two who would share a table and may not."""
        keys = clash(drawn, lambda table: [one[0] for one in self.at[table]], self._apart)
        return (self._names[keys[0]], self._names[keys[1]]) if keys else None

    def _apart(self, one: str, other: str) -> bool:
        return other in self._from.get(one, ()) or one in self._from.get(other, ())

    def told(self) -> list[tuple[str, str, str]]:
        """Who may not share a table with whom, and where the other one sits, "" at the broken table."""
        where = {one[0]: name for name, sitters in self.at.items() for one in sitters}
        return sorted(
            {
                (self._names[key], self._names[other], where.get(other, ""))
                for key, others in self._from.items()
                for other in others
            }
        )

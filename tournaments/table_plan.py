"""What the tables of an event should know and who should sit at them, as values of the poker engine."""

from functools import cached_property, lru_cache

from poker.stakes import AnteBy
from poker.table_event import Hold, PlannedLevel, SeatMove, SeatPenalty, TableEvent
from tournaments.messages import display_name
from tournaments.rules.plan import Plan, segments, stakes_of
from tournaments.rules.seating import stopped_tables
from tournaments.rules.state import Entry, Tournament

Players = dict[int, tuple[str, str]]  # key and name by seat


class TablePlans:
    """What each table of an event should have. key: of the event's log."""

    def __init__(self, key: str, event: Tournament) -> None:
        self.key = key
        self.event = event

    def wanted(self, name: str) -> tuple[TableEvent, Players] | None:
        """Return what a table should know and who should sit at it; None if it is not in play in the event."""
        if self.event.status != "running" or self.event.table(name) is None:
            return None
        return self.table_event(name), self.players.get(name, {})

    def table_event(self, name: str) -> TableEvent:
        """Return what a table should know of its event."""
        event = self.event
        hold = self._hold(name)
        return TableEvent(
            event=self.key,
            name=event.plan.name,
            levels=planned_levels(event.plan),
            payers=ante_payers(event.plan),
            segment=event.clock.segment,
            elapsed=event.clock.elapsed,
            since=event.clock.since,
            hold=hold,
            # They change with each bust anywhere, so a table has them only while it waits and shows them.
            left=self._alive if hold else 0,
            tables=len(event.tables) if hold else 0,
            average=event.chips // self._alive if hold and self._alive else 0,
            round=event.hand_for_hand.round if event.hand_for_hand else 0,
            penalties=self._penalties(name),
        )

    @cached_property
    def players(self) -> dict[str, Players]:
        """Return key and name of the players who should sit at each table, by seat."""
        tables: dict[str, Players] = {}
        for entry in self.event.seated():
            player = (player_key(entry), display_name(entry))
            tables.setdefault(entry.table, {})[entry.seat] = player
        return tables

    @cached_property
    def _alive(self) -> int:
        return sum(1 for _ in self.event.alive())

    @cached_property
    def _stopped(self) -> tuple[str, ...]:
        return stopped_tables(self.event)

    def _penalties(self, name: str) -> tuple[SeatPenalty, ...]:
        """Return the seats of a table whose players serve a penalty; it moves with the player."""
        served = ((entry.seat, self.event.penalty_of(entry.number)) for entry in self._at(name))
        return tuple(SeatPenalty(seat, row.left) for seat, row in served if row is not None)

    def _at(self, name: str) -> list[Entry]:
        return self.event.at_table(name) if self.event.penalties else []

    def _hold(self, name: str) -> Hold | None:
        """Return why a table waits after its hand, None if it deals on."""
        event = self.event
        moves = tuple(
            SeatMove(move.seat, move.to_table, move.to_seat)
            for move in event.moves
            if move.table == name and not move.left
        )
        if moves:
            return Hold("balance", moves)
        current = event.hand_for_hand
        if current is not None:
            waiting = tuple(
                table.name for table in event.tables if table.name not in current.finished
            )
            return Hold("hand_for_hand", waiting=waiting) if name in current.finished else None
        if name in self._stopped:
            return Hold("short")
        return None if event.clock.runs else Hold("paused")


@lru_cache(maxsize=64)
def planned_levels(plan: Plan) -> tuple[PlannedLevel, ...]:
    """Return levels and breaks with the stakes of their hands."""
    return tuple(
        _planned(plan, part.level, part.length, pause=part.pause is not None)
        for part in segments(plan)
    )


@lru_cache(maxsize=64)
def ante_payers(plan: Plan) -> tuple[AnteBy, ...]:
    """Return who pays the ante on each level and break: in stud everyone, in other games as planned."""
    return tuple(stakes_of(plan, part.level).ante_by for part in segments(plan))


def player_key(entry: Entry) -> str:
    """Return the key of an entry's player at the table; an entry by number only has one of its own."""
    return entry.player or f"entry{entry.number}"


def _planned(plan: Plan, number: int, length: int, *, pause: bool) -> PlannedLevel:
    stakes = stakes_of(plan, number)
    return PlannedLevel(
        number=number,
        length=length,
        pause=pause,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        blinds=stakes.blinds,
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        game=stakes.game,
        limit=stakes.limit,
        chips=stakes.chips,
    )

"""The tables of an event as director's screen and map show them: players, who comes, what is wrong."""

from collections import Counter
from dataclasses import dataclass

from tournaments.rules.seating import balances, stopped_tables
from tournaments.rules.state import Tournament


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with its players, and what is wrong with it."""

    name: str
    seats: int
    players: int
    coming: int
    short: int
    is_stopped: bool
    is_waived: bool

    @property
    def state(self) -> str:
        """Return "stopped", "short", "coming" or "even"."""
        if self.is_stopped:
            return "stopped"
        if self.short >= 2:
            return "short"
        return "coming" if self.coming else "even"


def table_rows(event: Tournament) -> list[TableRow]:
    """Return all tables, the shortest first, then in the order of the event."""
    stopped = set(stopped_tables(event))
    tables = {table.name: table for table in event.tables}
    coming = Counter(entry.table for entry in event.seated() if entry.coming)
    coming.update(move.to_table for move in event.moves if not move.left)
    return [
        TableRow(
            name=balance.name,
            seats=tables[balance.name].seats,
            players=balance.players - coming[balance.name],
            coming=coming[balance.name],
            short=balance.short,
            is_stopped=balance.name in stopped,
            is_waived=tables[balance.name].waived,
        )
        for balance in balances(event)
    ]

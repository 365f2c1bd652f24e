"""The wall of an event: clock, counts, payouts, recent moves. Readable at ten metres, without sign-in."""

from dataclasses import dataclass

from journal.unix_time import milliseconds
from poker.formatting import listed
from tournaments.messages import display_name
from tournaments.pages.public_event import PublicEvent
from tournaments.recent_moves import SHOWN, recent_moves
from waitlist.messages import format_public_time, table
from waitlist.models.board import board_settings_of

LONG_NAMES = (
    (19, "longest"),
    (15, "long"),
)  # letters above which a name is set smaller, and its class
TABLES_NAMED = 2


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A moved player with the new seat."""

    name: str
    seat: str
    at: str
    until: int  # Unix milliseconds until which it is shown

    @property
    def size(self) -> str:
        return next((size for letters, size in LONG_NAMES if len(self.name) > letters), "")


class WallPage(PublicEvent):
    """The wall of an event at one moment."""

    @property
    def moves(self) -> list[MoveLine]:
        """Return the moves of the last five minutes, newest first; by entry number if the house shows no names."""
        has_names = board_settings_of(self.row.room).tournament_names
        lines = []
        for move in recent_moves(self.row.pk, self.seq, self.event, self.at):
            entry = self.event.entries[move.entry - 1]
            name = display_name(entry) if has_names else f"Entry {entry.number}"
            until = milliseconds(move.at + SHOWN)
            seat = f"{table(move.place.table)}, seat {move.place.seat}"
            lines.append(MoveLine(name, seat, format_public_time(move.at), until))
        return lines

    @property
    def round(self) -> int:
        return self.event.hand_for_hand.round if self.event.hand_for_hand else 0

    @property
    def still_playing(self) -> str:
        """Return the tables that have not finished their hand: T2 and T4 still playing."""
        return f"{_named(self._tables(finished=False))} still playing"

    @property
    def waiting(self) -> str:
        """Return the tables that wait for the others, and how many of all have finished."""
        finished = self._tables(finished=True)
        count = f"{len(finished)} of {len(self.event.tables)} done"
        verb = "waits" if len(finished) == 1 else "wait"
        return f"{_named(finished)} {verb}, {count}" if finished else count

    def _tables(self, *, finished: bool) -> list[str]:
        current = self.event.hand_for_hand
        done = set(current.finished) if current else set()
        return [row.name for row in self.event.tables if (row.name in done) == finished]

    @property
    def money_text(self) -> str:
        """Return what the next bust means during hand for hand."""
        missing = self.to_the_money
        if missing is None:
            return "The prize pool is not fixed yet"
        if missing == 0:
            return "Everyone left is paid"
        return "Next out gets no payout" if missing == 1 else f"{missing} go out before the money"


def _named(names: list[str]) -> str:
    if len(names) > TABLES_NAMED:
        return f"{len(names)} tables"
    return listed(names, "and")

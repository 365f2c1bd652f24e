"""A player's own page of an entry: seat, clock, payouts, a move or a called seat. Anyone with its address sees it.

It has no account and no other names, and never says who will be moved next: players would slow down.
"""

from datetime import datetime
from functools import cached_property

from poker.formatting import money
from tournaments.messages import display_name
from tournaments.models import ScheduledEvent
from tournaments.pages.public_event import PublicEvent, ordinal
from tournaments.rules.alternates import alternate_wait
from tournaments.rules.payouts import Due, amounts_by_entry
from tournaments.rules.places import Place, places
from tournaments.rules.state import Entry, Move, Payout, Penalty
from waitlist.messages import player_wait_text, table

TABS = (("seat", "My seat"), ("clock", "Clock"), ("payouts", "Payouts"))
WHY = {
    "balance": "Tables are kept even: yours gives a player to one that is short (TDA 10).",
    "break": "Your table breaks, and you drew this seat (TDA 9).",
    "redraw": "Everyone at these tables draws a new seat.",
    "director": "The floor moves you.",
}


class EntryPage(PublicEvent):
    """The page of one entry at one moment."""

    def __init__(self, row: ScheduledEvent, number: int, now: datetime) -> None:
        super().__init__(row, now)
        self.entry: Entry = self.event.entries[number - 1]
        self.name = display_name(self.entry)

    @cached_property
    def move(self) -> Move | None:
        return self.event.move_of(self.entry.number)

    @property
    def kind(self) -> str:
        """Return what the page is about: "moving", "called", or the status of the entry."""
        if self.entry.status == "seated" and self.move is not None:
            return "moving"
        if self.entry.status == "seated" and self.entry.coming:
            return "called"
        return self.entry.status

    @property
    def penalty(self) -> Penalty | None:
        """Return the penalty that the player serves, None without one."""
        return self.event.penalty_of(self.entry.number)

    @property
    def takes_whole_page(self) -> bool:
        return self.kind in ("moving", "called")

    @property
    def page_state(self) -> str:
        """Return what tells one page from another, so that the phone notices a move, a seat or a penalty."""
        penalty = f" penalty {self.penalty.left}" if self.penalty else ""
        return f"{self.kind} {self.target}{penalty}"

    @property
    def target(self) -> str:
        """Return the seat to go to, as Table 7, seat 6; "" without a seat."""
        if self.move is not None:
            return f"{table(self.move.to_table)}, seat {self.move.to_seat}"
        return f"{table(self.entry.table)}, seat {self.entry.seat}" if self.entry.seat else ""

    @property
    def table(self) -> str:
        """Return the table's number of the seat to go to, or of the player's own."""
        name = self.move.to_table if self.move else self.entry.table
        return table(name).removeprefix("Table ")

    @property
    def seat(self) -> int:
        return self.move.to_seat if self.move else self.entry.seat

    @property
    def why(self) -> str:
        return WHY[self.move.why] if self.move else ""

    @property
    def place_in_line(self) -> int:
        """Return the place of an alternate, counted from 1; 0 for others."""
        numbers = [entry.number for entry in self.event.alternates()]
        return numbers.index(self.entry.number) + 1 if self.entry.number in numbers else 0

    @property
    def alternates(self) -> int:
        return len(self.event.alternates())

    @property
    def wait(self) -> str:
        wait = alternate_wait(self.event, self.place_in_line, self.now)
        if wait is None:
            return "no estimate yet: too few players are out"
        return player_wait_text(wait) if wait.minutes or wait.more else "a seat is open"

    @cached_property
    def place(self) -> Place | None:
        return places(self.event).get(self.entry.number)

    @property
    def place_text(self) -> str:
        """Return the finishing place: "You finished 12th", or the places that are shared."""
        if self.place is None:
            return ""
        if self.place.is_shared:
            return f"You share places {self.place.first} to {self.place.last}"
        return f"You finished {ordinal(self.place.first)}"

    @cached_property
    def due(self) -> Due | None:
        return amounts_by_entry(self.event).get(self.entry.number)

    @property
    def won(self) -> str:
        return money(self.due.amount) if self.due else ""

    @property
    def payout(self) -> Payout | None:
        return next((row for row in self.event.paid if row.entry == self.entry.number), None)

    @property
    def later_entry(self) -> int:
        """Return the number of the player's entry after this one; 0 if there is none."""
        later = [
            entry.number
            for entry in self.event.entries_of(self.entry.player)
            if entry.number > self.entry.number
        ]
        return later[-1] if later else 0

    @property
    def may_reenter(self) -> bool:
        most = self.plan.reentries
        before = len(self.event.entries_of(self.entry.player))
        return self.is_late_entry_open and (most < 0 or before <= most)

    @property
    def guarantee(self) -> str:
        return money(self.plan.guarantee) if self.plan.guarantee else ""

    @property
    def is_guarantee_met(self) -> bool:
        return self.event.pool_collected >= self.plan.guarantee

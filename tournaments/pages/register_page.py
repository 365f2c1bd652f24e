"""The desk's page: sell entries, re-entries, rebuys and add-ons, void them, see the alternates."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from staff.models import Staff
from tournaments.messages import display_name, seat_text
from tournaments.models import ScheduledEvent
from tournaments.pages.director_page import EventPage
from tournaments.rules.plan import UNLIMITED, Price
from tournaments.rules.seating import open_seats
from tournaments.rules.state import Entry

LATEST = 12
MOST_MATCHES = 24
METHODS = (
    ("cash", "Cash"),
    ("card", "Card"),
    ("chips", "Chips"),
    ("ticket", "Ticket"),
    ("voucher", "Voucher"),
)
VOID_REASONS = ("Wrong event", "Player left before the deal", "Paid twice", "Not eligible")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry in the list of the latest ones."""

    entry: Entry
    name: str
    place: str
    can_void: bool
    can_rebuy: bool
    can_add_on: bool


class RegisterPage(EventPage):
    """The desk's page of one event.

    done: the number of the entry that was just sold, 0 for none; search: an entry's number or a part of a name.
    """

    def __init__(
        self, event: ScheduledEvent, staff: Staff, now: datetime, done: int = 0, search: str = ""
    ) -> None:
        super().__init__(event, staff, now)
        self.done = self._line(self.event.entries[done - 1]) if self.event.find(done) else None
        self.search = search.strip()

    @property
    def price(self) -> Price:
        return self.event.plan.entry

    @property
    def rebuy(self) -> Price | None:
        """Return the price of a rebuy while it is sold."""
        rebuys = self.event.plan.rebuys
        is_sold = rebuys is not None and self.reading.level <= rebuys.last_level
        return rebuys.price if rebuys and is_sold and self._sells_chips else None

    @property
    def add_on(self) -> Price | None:
        """Return the price of the add-on while it is sold."""
        add_on = self.event.plan.add_on
        is_sold = add_on is not None and self.reading.level == add_on.level
        return add_on.price if add_on and is_sold and self._sells_chips else None

    @property
    def _sells_chips(self) -> bool:
        return self.event.status == "running" and self.event.pool is None

    @property
    def is_open(self) -> bool:
        """Return whether entries are sold."""
        return self.late_until is not None and self.event.status in ("scheduled", "running")

    @cached_property
    def open_seats(self) -> int:
        return len(open_seats(self.event))

    @property
    def becomes_alternate(self) -> bool:
        """Return whether the next entry waits for a seat."""
        return not self.open_seats or bool(self.event.alternates())

    @property
    def reentries(self) -> str:
        most = self.event.plan.reentries
        if most == UNLIMITED:
            return "any number of re-entries"
        return f"{most} re-entr{'y' if most == 1 else 'ies'} a player" if most else "no re-entry"

    @property
    def methods(self) -> tuple[tuple[str, str], ...]:
        return METHODS

    @property
    def void_reasons(self) -> tuple[str, ...]:
        return VOID_REASONS

    @property
    def latest(self) -> list[EntryLine]:
        """Return the entries that match the search, or the latest ones; newest first."""
        entries = [entry for entry in self.event.entries[::-1] if self._matches(entry)]
        return [self._line(entry) for entry in entries[: MOST_MATCHES if self.search else LATEST]]

    @property
    def alternates(self) -> list[EntryLine]:
        return [self._line(entry) for entry in self.event.alternates()]

    @property
    def _voidable(self) -> tuple[str, ...]:
        """Return the states of entries that this person voids: only a director voids one that is out."""
        return ("seated", "alternate", "out") if self.may_direct else ("seated", "alternate")

    def _matches(self, entry: Entry) -> bool:
        number = self.search.removeprefix("#")
        return self.search.casefold() in entry.name.casefold() or number == str(entry.number)

    def _line(self, entry: Entry) -> EntryLine:
        is_seated = entry.status == "seated"
        return EntryLine(
            entry=entry,
            name=display_name(entry),
            place=seat_text(entry.table, entry.seat) if is_seated else entry.status,
            can_void=entry.status in self._voidable and self.event.pool is None,
            can_rebuy=self.rebuy is not None and entry.status in ("seated", "out"),
            can_add_on=self.add_on is not None
            and is_seated
            and not any(purchase.what == "add_on" for purchase in entry.bought),
        )

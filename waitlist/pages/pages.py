"""Data for the desk page: games, one waitlist or a search in it, the picked seat, clocks, recent changes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from players.models import Player
from staff.aliases import canonical_alias
from staff.keys import actor_names
from waitlist import messages
from waitlist.departures import MAX_MINUTES
from waitlist.models import WaitlistChange
from waitlist.pages.geometry import WaitBar, scale, wait_bar
from waitlist.pages.policy_form import OWES, POLICY_FIELDS, SOURCES
from waitlist.pages.room_snapshot import GameSummary, OpenSeat, RoomSnapshot
from waitlist.pages.seat_priority import SeatPriorityPanel, seating_warnings
from waitlist.paging import CallKey
from waitlist.quoted_waits import quote_accuracy
from waitlist.rules.state import Waitlist, WaitlistEntry
from waitlist.rules.wait_estimate import WaitEstimate
from waitlist.seat_availability import TableSeats
from web.posted import PolicyNumber

MAX_CHANGES = 20
PAGE_SIZE = 150  # entries of a waitlist per page; others are found by search or paging
# Entries offered for seating out of order; further ones have the action on their own card.
MAX_OTHERS = 40
REMOVAL_REASONS = ("No-show", "Left", "Wrong game", "Double")
CLOSING_REASONS = ("Game broke", "Room closing", "Wrong game", "Double")
MAX_ELSEWHERE = 10  # maximum matches on other waitlists
MINUTE = 60_000
COMMAND_PLACEHOLDER = (
    "{command}"  # replaced by each form's command id (`waitlist.pages.page_fragments`)
)


@dataclass(frozen=True, slots=True)
class DeskQuery:
    key: str = ""  # key of the waitlist
    at: str = ""  # `at` of the picked seat
    number: str = ""  # number of the picked entry
    find: str = ""  # search text
    start: str = ""  # first position shown


@dataclass(frozen=True, kw_only=True)
class WaitlistRow:
    """A waitlist entry as a row."""

    entry: WaitlistEntry
    position: int
    joined: str
    wait: WaitEstimate | None  # None if unknown
    wait_bar: WaitBar | None
    limit: int  # length of its clock in milliseconds
    note: tuple[str, ...]
    places: str  # where else the player is: "in T3·S9, also on NL 1/3 and Stud", "" for nowhere
    is_next: bool
    is_unpaged: bool  # whether the page about the call has failed
    opens_after_hand: bool  # whether the seat of the call is still in the hand in progress

    @property
    def seat_label(self) -> str:
        """Return the seat of the call or hold, such as T14·S3; "" if there is none."""
        return f"{self.entry.table}·S{self.entry.seat}" if self.entry.table else ""


class DeskPage:
    """One waitlist of a room at one moment, for the desk."""

    command_id = COMMAND_PLACEHOLDER

    def __init__(
        self, snapshot: RoomSnapshot, query: DeskQuery, unpaged: frozenset[CallKey]
    ) -> None:
        self.snapshot = snapshot
        self.lists = snapshot.lists
        self._unpaged = unpaged
        games = snapshot.games
        self.game: GameSummary | None = next(
            (game for game in games if game.key == query.key), next(iter(games), None)
        )
        self.waitlist = self.lists.waitlist(self.game.key) if self.game else None
        self.entries = self.waitlist.entries if self.waitlist else ()
        self.find = " ".join(query.find.replace("\0", " ").split())[:60]
        self.seats = snapshot.seats(self.game.key) if self.game else []
        self.picked_seat = next(
            (item for item in self.seats if item.seat_id == query.at and not item.reserved_for),
            None,
        )
        self.seat_priority = SeatPriorityPanel(snapshot, self.game, self.seats)
        self.first_claim = (
            self.seat_priority.first_claims.get(self.picked_seat.seat_id)
            if self.picked_seat
            else None
        )
        self._next = next((o.number for o in self.entries if o.here and o.state == "waiting"), 0)
        shown = self._search_numbers() if self.find else self._page_numbers(query.start)
        picked = [item.number for item in self.entries if str(item.number) == query.number]
        rows = self._rows({*shown, *picked, *self._first_waiting_numbers})
        self.rows = [rows[number] for number in shown]
        self.picked_row = rows[picked[0]] if picked else None
        self.next_row = rows.get(self._next)
        self.other_rows = [
            row for row in map(rows.get, self._first_waiting_numbers) if row and not row.is_next
        ]

    @property
    def removal_reasons(self) -> tuple[str, ...]:
        """Return the usual reasons for moving or removing an entry, or canceling its call."""
        return REMOVAL_REASONS

    @property
    def closing_reasons(self) -> tuple[str, ...]:
        """Return the usual reasons for closing a list."""
        return CLOSING_REASONS

    @property
    def tables(self) -> list[TableSeats]:
        """Return the open tables of the game. Their pages record departures."""
        return self.snapshot.tables_of(self.game.key) if self.game else []

    @property
    def policy(self) -> list[tuple[PolicyNumber, int]]:
        """Return the waitlist policy as fields with their current values."""
        return [(field, getattr(self.lists.policy, field.name)) for field in POLICY_FIELDS]

    @property
    def priority_order(self) -> list[tuple[int, str]]:
        """Return the order of seat priority, with positions."""
        return list(enumerate(self.lists.policy.order, 1))

    @property
    def sources(self) -> list[tuple[str, str]]:
        """Return the sources of seat claims with their labels."""
        return list(SOURCES.items())

    @property
    def seat_change_costs(self) -> list[tuple[str, str]]:
        """Return the options for the cost of a seat change."""
        return list(OWES.items())

    @property
    def seat_to_fill(self) -> OpenSeat | None:
        """Return the seat to fill next from the waitlist: the picked one, else the first without a prior claim."""
        firsts = self.seat_priority.first_claims
        if self.picked_seat:
            return None if self.first_claim else self.picked_seat
        fillable = [
            open_seat
            for open_seat in self.seats
            if not open_seat.reserved_for and open_seat.seat_id not in firsts
        ]
        return min(fillable, key=lambda open_seat: open_seat.opens_after_hand, default=None)

    @property
    def warnings(self) -> list[str]:
        """Return the warnings before the next player is seated in the picked seat."""
        item = (
            self.first_claim.claim
            if self.first_claim
            else self.next_row.entry
            if self.next_row
            else None
        )
        if item is None or (self.first_claim and self.first_claim.claim.source == "seat_change"):
            return []
        return seating_warnings(
            self.snapshot, self.picked_seat, item.player, item.name, leaves=bool(self.first_claim)
        )

    @property
    def previous_start(self) -> int:
        """Return the first position of the previous page, 0 if there is none."""
        first = self.rows[0].position if self.rows and not self.find else 1
        return max(first - PAGE_SIZE, 1) if first > 1 else 0

    @property
    def next_start(self) -> int:
        """Return the first position of the next page, 0 if there is none."""
        last = self.rows[-1].position if self.rows and not self.find else len(self.entries)
        return last + 1 if last < len(self.entries) else 0

    @property
    def rows_left(self) -> int:
        """Return how many entries follow the last one shown."""
        return len(self.entries) - self.next_start + 1 if self.next_start else 0

    @property
    def other_matches(self) -> list[tuple[Waitlist, str, int, WaitlistEntry]]:
        """Return the search matches on other waitlists, each with the list's short title and the position."""
        if not self.find:
            return []
        fits = _matcher(self.find)
        entries = [
            (waitlist, self.snapshot.short_titles[waitlist.key], position, entry)
            for waitlist in self.lists.lists
            if waitlist is not self.waitlist
            for position, entry in enumerate(waitlist.entries, 1)
            if fits(entry)
        ]
        return entries[:MAX_ELSEWHERE]

    @property
    def scale_end(self) -> int:
        """Return the end of the wait bars, in minutes."""
        times = [row.wait for row in self.rows if row.wait]
        return scale(max((time.minutes + time.error for time in times), default=0))

    @property
    def scale_middle(self) -> int:
        """Return the middle of the wait bars, in minutes."""
        return self.scale_end // 2

    @property
    def turnover(self) -> str:
        """Return the turnover of the waitlist as text, or when the game of an interest list opens."""
        if self.game is None:
            return messages.turnover_text(0)
        if self.game.names_needed is not None:
            return messages.opens_at_the_desk(self.game.names_needed)
        key = self.game.key
        return messages.turnover_text(
            self.snapshot.departures.get(key, 0),
            self.snapshot.observed_minutes.get(key, MAX_MINUTES),
        )

    @property
    def quote_accuracy(self) -> str:
        """Return the quote accuracy of this waitlist as text."""
        return (
            messages.accuracy_text(quote_accuracy(self.snapshot.room_id, self.game.key))
            if self.game
            else ""
        )

    @property
    def clocks(self) -> list[tuple[Waitlist, str, WaitlistRow]]:
        """Return the called and held entries of all waitlists, the first to expire at the top, with short titles."""
        called_rows = [
            (
                waitlist,
                self.snapshot.short_titles[waitlist.key],
                self._row(position, entry, None, None, ()),
            )
            for waitlist in self.lists.lists
            for position, entry in enumerate(waitlist.entries, 1)
            if entry.state != "waiting"
        ]
        return sorted(called_rows, key=lambda row: row[2].entry.until)

    @property
    def changes(self) -> list[tuple[WaitlistChange, str, str, str, str]]:
        """Return the last changes of this waitlist: change, alias, time, what, who."""
        if self.waitlist is None:
            return []
        rows = WaitlistChange.objects.filter(
            lists__room=self.snapshot.room_id, key=self.waitlist.key
        )
        list_changes = list(rows.exclude(event="name.added", reason="")[:MAX_CHANGES])
        names = actor_names(row.by for row in list_changes)
        return [
            (
                row,
                self.snapshot.name_of(row.number, row.name),
                messages.format_time(row.at),
                messages.staff_change_text(
                    row.event, row.before, row.to, row.table, row.seat, row.ahead
                ),
                names.get(row.by, messages.AUTO),
            )
            for row in list_changes
        ]

    @cached_property
    def _first_waiting_numbers(self) -> list[int]:
        """Return the numbers of the first entries without a seat."""
        return [entry.number for entry in self.entries if not entry.table][: MAX_OTHERS + 1]

    def _page_numbers(self, start: str) -> list[int]:
        at = int(start) - 1 if start.isascii() and start.isdecimal() and len(start) < 6 else 0
        at = at if 0 <= at < len(self.entries) else 0
        return [entry.number for entry in self.entries[at : at + PAGE_SIZE]]

    def _search_numbers(self) -> list[int]:
        """Return the numbers of the entries that match by alias, position or card."""
        fits = _matcher(self.find)
        position = self.find.removeprefix("#")
        number = [
            entry.number
            for at, entry in enumerate(self.entries, 1)
            if str(at) == position or fits(entry)
        ]
        return number[:PAGE_SIZE]

    def _rows(self, numbers: set[int]) -> dict[int, WaitlistRow]:
        """Return the rows of these entries by number."""
        if self.waitlist is None:
            return {}
        free = sum(not seat.reserved_for for seat in self.seats)
        moved = self._last_moves(numbers)
        rank = 0
        results = []
        for position, entry in enumerate(self.entries, 1):
            rank += entry.state == "waiting"
            if entry.number in numbers:
                time = self.snapshot.wait(self.waitlist.key, rank, free)
                results.append(
                    (position, entry, time if entry.state == "waiting" else WaitEstimate(0, 0))
                )
        most = max((time.minutes + time.error for _, _, time in results if time), default=0)
        return {
            entry.number: self._row(position, entry, time, most, moved.get(entry.number, ()))
            for position, entry, time in results
        }

    def _row(
        self,
        position: int,
        entry: WaitlistEntry,
        time: WaitEstimate | None,
        most: int | None,
        note: tuple[str, ...],
    ) -> WaitlistRow:
        policy = self.lists.policy
        minutes = policy.call_minutes if entry.state == "called" else policy.hold_minutes
        return WaitlistRow(
            entry=entry,
            position=position,
            joined=messages.format_time(entry.since),
            wait=time,
            wait_bar=wait_bar(time, most)
            if time and time.minutes and most and not time.more
            else None,
            limit=minutes * MINUTE,
            note=note,
            places=self.snapshot.other_places(entry.player, self.waitlist),
            is_next=entry.number == self._next,
            is_unpaged=CallKey(entry.number, entry.until) in self._unpaged,
            opens_after_hand=self.snapshot.opens_after_hand(entry.table, entry.seat),
        )

    def _last_moves(self, numbers: set[int]) -> dict[int, tuple[str, ...]]:
        """Return the last move of each entry by number."""
        rows = WaitlistChange.objects.filter(lists__room=self.snapshot.room_id, event="name.moved")
        list_changes = rows.filter(number__in=numbers).order_by("seq")
        return {
            row.number: (f"{row.before} to {row.to} at {messages.format_time(row.at)}", row.reason)
            for row in list_changes
        }


def _matcher(find: str) -> Callable[[WaitlistEntry], bool]:
    """Return a predicate for a search: part of the alias, or a whole card number."""
    wanted = canonical_alias(find)
    cards = Player.objects.filter(card_number__iexact=find).values_list("pk", flat=True)
    keys = {f"p{pk}" for pk in cards}
    return lambda entry: (
        entry.player in keys or (bool(wanted) and wanted in canonical_alias(entry.name))
    )

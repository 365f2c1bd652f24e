"""The pages of payouts, of the deal, and of the bags at the end of a day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from poker.amounts import parse_amount, typed_amount
from poker.refusal import Refusal
from staff.models import Staff
from tournaments.flights import open_flights
from tournaments.messages import display_name, seat_text
from tournaments.models import ScheduledEvent
from tournaments.pages.director_page import EventPage
from tournaments.rules.deals import propose_deal, remaining_payouts
from tournaments.rules.payouts import amounts_by_entry, fixed_pool
from tournaments.rules.places import is_decided, places
from tournaments.rules.state import Bag, DealMethod, Entry
from web.messages.refusals import refusal_message

METHODS: tuple[tuple[DealMethod, str], ...] = (
    ("icm", "ICM"),
    ("chips", "Chip chop"),
    ("even", "Even"),
)


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What an entry won, and whether it was paid."""

    entry: Entry
    name: str
    place: str
    amount: int
    is_seat: bool
    paid: bool
    held: str
    has_note: bool  # the amount needs the house's tax note


class PayoutsPage(EventPage):
    """Payouts by place, what each entry is due, and slips."""

    @property
    def table(self) -> list[tuple[int, int]]:
        """Return the payouts by place: fixed, or as they would be if registration closed now."""
        event = self.event
        pool = event.pool or (fixed_pool(event) if event.sold else None)
        return list(enumerate(pool.payouts if pool else (), start=1))

    @property
    def overlay(self) -> int:
        event = self.event
        if event.pool is not None:
            return event.pool.overlay
        return max(0, event.plan.guarantee - event.pool_collected)

    @cached_property
    def due(self) -> list[PayoutRow]:
        """Return what each entry in the money is due, the best place first."""
        event = self.event
        payouts = {payout.entry: payout for payout in event.paid}
        rows = sorted(amounts_by_entry(event).values(), key=lambda row: row.place)
        return [
            PayoutRow(
                entry=event.entries[row.entry - 1],
                name=self.name(row.entry),
                place=place_text(row.place.first, row.place.last),
                amount=row.amount,
                is_seat=row.seat,
                paid=row.entry in payouts and not payouts[row.entry].held,
                held=payouts[row.entry].held if row.entry in payouts else "",
                has_note=0 < event.plan.slip_from <= row.amount,
            )
            for row in rows
        ]

    @property
    def is_finished(self) -> bool:
        """Return whether nothing is left to play for and everything is paid."""
        is_over = is_decided(self.event) and self.event.pool is not None
        return is_over and all(row.paid for row in self.due)


class DealPage(EventPage):
    """The methods of a deal side by side. left: what is still played for, as typed; "" for the house's minimum."""

    def __init__(self, event: ScheduledEvent, staff: Staff, now: datetime, left: str = "") -> None:
        super().__init__(event, staff, now)
        self.left = self.event.plan.deal_minimum
        self.left_text = left.strip() or typed_amount(self.left)
        self.left_refused = ""
        try:
            self.left = parse_amount(self.left_text, least=0)
        except Refusal as refusal:
            self.left_refused = refusal_message(refusal)

    @cached_property
    def players(self) -> list[Entry]:
        """Return the players who are left, by stack."""
        return sorted(self.event.alive(), key=lambda entry: -(entry.stack or 0))

    @property
    def total(self) -> int:
        return sum(remaining_payouts(self.event))

    @cached_property
    def proposals(self) -> list[tuple[str, str, Mapping[int, int], str]]:
        """Return each method with its name, the shares by entry, and why it is not possible."""
        return [(method, name, *self._proposal(method)) for method, name in METHODS]

    def _proposal(self, method: DealMethod) -> tuple[Mapping[int, int], str]:
        stacks = {entry.number: entry.stack or 0 for entry in self.players}
        unit = max(1, self.event.plan.payouts.unit)
        try:
            return dict(propose_deal(self.event, method, stacks, self.left, unit)), ""
        except Refusal as refusal:
            return {}, refusal_message(refusal)

    @property
    def rows(self) -> list[tuple[Entry, str, list[int | None]]]:
        """Return each player with the amount of each method."""
        return [
            (
                entry,
                display_name(entry),
                [shares.get(entry.number) for _, _, shares, _ in self.proposals],
            )
            for entry in self.players
        ]


@dataclass(frozen=True, slots=True)
class BagRow:
    """A stack at the end of a day with its two counts."""

    entry: Entry
    name: str
    place: str
    bag: Bag | None

    @property
    def state(self) -> str:
        """Return "open", "once", "differs" or "done"."""
        if self.entry.status == "bagged":
            return "done"
        if self.bag is None:
            return "open"
        if self.bag.second is None:
            return "once"
        return "done" if self.bag.is_verified else "differs"


@dataclass(frozen=True, slots=True)
class FlightRow:
    """A flight of the event. event: its key; stacks: bagged, or still in play."""

    event: int
    name: str
    stacks: int
    state: str  # "plays", "over" or "brought"


class BagsPage(EventPage):
    """Bag and tag: the stacks of the day with two counts, and what they must add up to."""

    @cached_property
    def flights(self) -> list[FlightRow]:
        """Return the flights that meet here: those brought, and those that play or are over."""
        brought = [
            FlightRow(flight.event, flight.name, flight.stacks, "brought")
            for flight in self.event.flights
        ]
        if self.event.pool is not None:
            return brought
        others = [
            FlightRow(
                key,
                flight.plan.name,
                sum(1 for _ in flight.alive()),
                "over" if flight.status == "day_over" else "plays",
            )
            for key, flight in open_flights(self.row, self.event.plan.name)
        ]
        return [*brought, *others]

    @cached_property
    def rows(self) -> list[BagRow]:
        """Return the stacks by seat; once the day is over by size, as they are posted."""
        bags = {bag.entry: bag for bag in self.event.bags}
        seated = sorted(self.event.seated(), key=lambda entry: (entry.table, entry.seat))
        bagged = [entry for entry in self.event.entries if entry.status == "bagged"]
        bagged.sort(key=lambda entry: -(entry.stack or 0))
        return [
            BagRow(
                entry,
                display_name(entry),
                seat_text(entry.table, entry.seat),
                bags.get(entry.number),
            )
            for entry in (*seated, *bagged)
        ]

    @property
    def counted(self) -> int:
        return sum(row.bag.first for row in self.rows if row.bag and row.state == "done")

    @property
    def done(self) -> int:
        return sum(row.state == "done" for row in self.rows)

    @property
    def expected(self) -> int:
        """Return what the open bags must still hold."""
        return self.event.chips - self.counted


def place_text(first: int, last: int) -> str:
    """Return a place, or the places that are shared: 4, 4 to 5."""
    return str(first) if first == last else f"{first} to {last}"


def all_places(page: EventPage) -> list[tuple[str, str, Entry]]:
    """Return everyone who has a place, the best first: place, name, entry."""
    ranked = sorted(places(page.event).items(), key=lambda row: row[1])
    return [
        (place_text(*place), page.name(number), page.event.entries[number - 1])
        for number, place in ranked
    ]

"""The lineup page: boxes by due push, available dealers, dealers on break and recent events."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from journal.unix_time import milliseconds
from lineup import messages
from lineup.actions import load_lineup, recent_lineup_events
from lineup.eligible_staff import eligible_dealers
from lineup.next_dealer import pushes_of
from lineup.pages.command_forms import POLICY_FIELDS
from lineup.rules.plan import Push, dealers_needed, owed
from lineup.rules.state import MINUTE, OnDutyDealer
from lineup.sign_offs import room_sign_offs
from staff.hooks import hooks
from staff.models import Room, Staff
from staff.permissions import may
from tables.natural_order import natural_order
from tournaments.expectations import EventStart, next_start
from web.posted import PolicyNumber

MAX_EVENTS = 14
EVENT_AHEAD = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class DealerBoxRow:
    push: Push
    minutes_late: int  # minutes since the push was due, negative before that
    owed: bool  # whether the dealer is owed a break
    note: str
    warning: str  # the games that the next dealer is not signed off for, as a text; "" if none
    dealer_key: str  # key of the dealer in the box, "" if none
    assigned_key: str  # key of the assigned dealer, "" if none
    choices: tuple[tuple[str, str], ...]

    @property
    def state(self) -> str:
        """Return "empty", "due" or "later"."""
        return "empty" if self.push.out is None else "due" if self.minutes_late >= 0 else "later"

    @property
    def minutes(self) -> int:
        """Return how long the dealer has been in the box when the push is possible, in minutes."""
        return (self.push.at - self.push.out.at) // MINUTE if self.push.out else 0


@dataclass(frozen=True, slots=True)
class AvailableDealer:
    """A dealer on duty who is not dealing."""

    dealer: OnDutyDealer
    minutes: int
    owed: bool
    is_overdue: bool  # whether the break has ended
    next_table: str  # the dealer's next table, "" if none

    @property
    def history(self) -> str:
        """Return the dealer's last table and downs as text."""
        return (
            f"last {self.dealer.last}, {messages.downs(self.dealer.downs)}"
            if self.dealer.last
            else "no down yet"
        )


# The usual reasons for a change. Other reasons are entered as text.
ASSIGN_REASONS = ("Knows the game", "Requested", "Break due", "Training")
ASIDE_REASONS = ("Drop count", "Training", "Meeting", "Sick")


class LineupPage:
    """The dealers of a room at one moment."""

    def __init__(
        self, room: Room, staff: Staff, now: datetime, data: Mapping[str, str] | None = None
    ) -> None:
        """Load the lineup and plan the pushes. `data` is a refused form whose values are kept."""
        self.room = room
        self.now = now
        self.form_data = data or {}
        self.ms = milliseconds(now)
        self.dealers = load_lineup(room.pk)
        self.pushes = pushes_of(room.pk, self.dealers, self.ms)
        self.may_act = may(staff, "tables.supervise")
        self.sign_offs = room_sign_offs(room.pk)

    @property
    def assign_reasons(self) -> tuple[str, ...]:
        return ASSIGN_REASONS

    @property
    def aside_reasons(self) -> tuple[str, ...]:
        return ASIDE_REASONS

    @cached_property
    def next_hour(self) -> Any:
        """Return who comes and who goes in the next hour, by the published plan."""
        return hooks().next_hour(self.room.pk, self.now)

    @cached_property
    def rows(self) -> list[DealerBoxRow]:
        """Return every box, ordered by due time and then by table."""
        order = sorted(self.pushes.values(), key=lambda push: (push.due, natural_order(push.table)))
        return [self._row(push) for push in order]

    def _row(self, push: Push) -> DealerBoxRow:
        assignment = self.dealers.assignment_at(push.table)
        out = push.out.key if push.out else ""
        return DealerBoxRow(
            push=push,
            minutes_late=(self.ms - push.due) // MINUTE,
            owed=bool(push.out and owed(push.out, self.dealers, self.ms)),
            note=messages.suggestion_note(push),
            warning=self.sign_offs.warning(push.inward.key, push.table) if push.inward else "",
            dealer_key=out,
            assigned_key=assignment.key if assignment else "",
            choices=tuple(self._choices_at(push.table, out)),
        )

    def _choices_at(self, table: str, out: str) -> Iterator[tuple[str, str]]:
        """Yield the dealers who can be assigned to a table, with a warning after the name."""
        for key, label in self.choices:
            if key != out:
                warning = self.sign_offs.warning(key, table)
                yield key, f"{label}, {warning}" if warning else label

    @cached_property
    def choices(self) -> list[tuple[str, str]]:
        """Return the dealers who can be assigned to a box, available dealers first."""
        dealers = [dealer for dealer in self.dealers.duty if dealer.rotates and not dealer.aside]
        dealers.sort(key=lambda dealer: (bool(dealer.table), bool(dealer.until), dealer.name))
        return [(dealer.key, self._choice_label(dealer)) for dealer in dealers]

    def _choice_label(self, dealer: OnDutyDealer) -> str:
        if dealer.table:
            return f"{dealer.name}, dealing {dealer.table}"
        return f"{dealer.name}, on break" if dealer.until else f"{dealer.name}, available"

    @cached_property
    def due(self) -> list[DealerBoxRow]:
        """Return the boxes whose push is due, including empty boxes."""
        return [row for row in self.rows if row.minutes_late >= 0]

    @cached_property
    def owed_breaks(self) -> list[str]:
        """Return the names of the dealers who are owed a break."""
        return [dealer.name for dealer in self.dealers.duty if owed(dealer, self.dealers, self.ms)]

    @cached_property
    def available(self) -> list[AvailableDealer]:
        """Return the available dealers, longest rested first."""
        return [dealer for dealer in self._away if dealer.dealer.is_free]

    @cached_property
    def on_break(self) -> list[AvailableDealer]:
        """Return the dealers on break, in the order of their return."""
        return sorted(
            (dealer for dealer in self._away if dealer.dealer.until),
            key=lambda dealer: dealer.dealer.until,
        )

    @cached_property
    def out_of_rotation(self) -> list[AvailableDealer]:
        return [dealer for dealer in self._away if dealer.dealer.aside]

    @cached_property
    def _away(self) -> list[AvailableDealer]:
        coming = {push.inward.key: push.table for push in self.pushes.values() if push.inward}
        people = [
            AvailableDealer(
                dealer=dealer,
                minutes=max(0, self.ms - dealer.at) // MINUTE,
                owed=owed(dealer, self.dealers, self.ms),
                is_overdue=bool(dealer.until and dealer.until <= self.ms),
                next_table=coming.get(dealer.key, ""),
            )
            for dealer in self.dealers.duty
            if not dealer.table
        ]
        return sorted(people, key=lambda dealer: (dealer.dealer.at, dealer.dealer.name))

    @cached_property
    def dealing(self) -> int:
        return sum(bool(box.dealer) for box in self.dealers.boxes)

    @property
    def in_rotation(self) -> int:
        """Return how many dealers on duty deal."""
        return sum(dealer.rotates and not dealer.aside for dealer in self.dealers.duty)

    @property
    def needed(self) -> int:
        """Return how many dealers the open tables need, with breaks."""
        return dealers_needed(len(self.dealers.boxes), self.dealers.policy)

    @cached_property
    def event_start(self) -> EventStart | None:
        """Return the next tournament to start within two hours."""
        return next_start(self.room, self.now, EVENT_AHEAD)

    @property
    def needed_at_start(self) -> int:
        """Return how many dealers are needed once that tournament runs beside the open tables."""
        tables = self.event_start.tables if self.event_start else 0
        return dealers_needed(len(self.dealers.boxes) + tables, self.dealers.policy)

    @cached_property
    def off_duty(self) -> list[Staff]:
        """Return the eligible dealers who are not on duty."""
        return [
            staff
            for staff in eligible_dealers(self.room.pk)
            if self.dealers.find(staff.key) is None
        ]

    @cached_property
    def events(self) -> list[tuple[datetime, str, str]]:
        """Return the recent events, newest first: time, text, and the person who requested it ("" if none)."""
        entries = list(recent_lineup_events(self.room.pk, MAX_EVENTS))
        names = {staff.key: staff.alias for staff in Staff.objects.all()}
        names |= {dealer.key: dealer.name for dealer in self.dealers.duty}
        return [
            (at, messages.event_text(event, names), names.get(by, "")) for at, by, event in entries
        ]

    @property
    def fields(self) -> list[tuple[PolicyNumber, str]]:
        """Return the policy fields with their values, or with the values of a refused form."""
        policy = self.dealers.policy
        return [
            (
                policy_field,
                self.form_data.get(policy_field.name, str(getattr(policy, policy_field.name))),
            )
            for policy_field in POLICY_FIELDS
        ]

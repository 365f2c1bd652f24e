"""The page of the plan editor: its form, the times of its levels, the versions of a template."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property

from django.utils import timezone

from poker.amounts import parse_amount, typed_amount
from poker.formatting import money
from poker.refusal import Refusal
from staff.models import Room
from tournaments.expectations import expected_entries
from tournaments.models import ScheduledEvent, TournamentTemplate
from tournaments.pages.plan_changes import PlanChange, plan_changes
from tournaments.pages.plan_form import LevelRow, PlanForm, split_text
from tournaments.rules.plan import Plan, Price
from tournaments.rules.plan_times import expected_minutes
from tournaments.templates_store import plan_of, versions_of

USUAL_START = time(17)


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a template, and what it changed."""

    row: TournamentTemplate
    changes: list[PlanChange]
    is_shown: bool

    @property
    def by(self) -> str:
        return self.row.published_by.alias if self.row.published_by else ""


class EditorPage:
    """The editor of a template's next version, of a new template, or of an event's plan.

    template: the version that is shown; start: when the first level begins, as far as it is known.
    """

    def __init__(
        self,
        form: PlanForm,
        room: Room,
        now: datetime,
        template: TournamentTemplate | None = None,
        start: datetime | None = None,
    ) -> None:
        self.form = form
        self.room = room
        self.now = now
        self.template = template
        self.start = start
        self._set_times()

    @cached_property
    def _events(self) -> list[ScheduledEvent]:
        if self.template is None:
            return []
        rows = ScheduledEvent.objects.filter(
            template__room=self.room, template__name=self.template.name
        )
        return list(rows.select_related("summary", "template").order_by("-summary__starts_at"))

    @property
    def event_count(self) -> int:
        return len(self._events)

    @property
    def open_events(self) -> list[ScheduledEvent]:
        """Return the events that keep the version they were made from: those not closed or canceled."""
        done = ("closed", "canceled")
        return [row for row in self._events if row.summary.status not in done]

    @cached_property
    def starts_at(self) -> time:
        """Return the time of day for the times of the levels: that of the event, or of the last one of the template."""
        if self.start is not None:
            return timezone.localtime(self.start).time()
        last = next(iter(self._events), None)
        return timezone.localtime(last.summary.starts_at).time() if last else USUAL_START

    @property
    def start_text(self) -> str:
        return f"{self.starts_at:%H:%M}"

    @cached_property
    def plan(self) -> Plan:
        """Return the plan that the page started from."""
        return self.form.base

    @cached_property
    def _typed_price(self) -> tuple[Price, int]:
        """Return the price as typed, and what the player pays; that of the plan if a part can't be read."""
        texts = [
            self.form.fields[name].value.strip() for name in ("pool", "house", "staff", "paid")
        ]
        try:
            pool, house, staff, paid = (parse_amount(text or "0", least=0) for text in texts)
        except Refusal:
            entry = self.plan.entry
            return entry, entry.paid
        return Price(pool, house, staff), paid

    @property
    def is_split(self) -> bool:
        """Return whether the parts come to what the player pays."""
        price, paid = self._typed_price
        return price.paid == paid

    @property
    def proof(self) -> str:
        """Return the sum of the parts, and what the player pays if that differs."""
        price, paid = self._typed_price
        return split_text(price) + ("" if self.is_split else f", the player pays {money(paid)}")

    @property
    def end_text(self) -> str:
        """Return about when the event ends, with the entries that are expected."""
        entries = expected_entries(self.room, self.plan, self.now)
        if not entries:
            return ""
        end = datetime.combine(self.now, self.starts_at) + timedelta(
            minutes=expected_minutes(self.plan, entries)
        )
        return f"about {end:%H:%M} with {entries} entries"

    @property
    def payout_text(self) -> str:
        """Return the payout table in a few words."""
        if self.plan.is_satellite:
            return f"Seats of {money(self.plan.seat_value)}, the rest in cash"
        table = self.plan.payouts
        if not table.columns:
            return "First place takes the pool"
        places = max(len(column.shares) for column in table.columns)
        columns = len(table.columns)
        return (
            f"{columns} column{'s' if columns > 1 else ''}, up to {places} places, rounded to"
            f" {money(table.unit)}"
        )

    @cached_property
    def versions(self) -> list[Version]:
        """Return the versions of the template, the newest first, with what each changed."""
        if self.template is None:
            return []
        rows = versions_of(self.template)
        plans = [plan_of(row) for row in rows]
        return [
            Version(
                row,
                plan_changes(plans[index + 1], plans[index]) if index + 1 < len(rows) else [],
                self.template.pk == row.pk,
            )
            for index, row in enumerate(rows)
        ]

    @property
    def newest(self) -> int:
        return self.versions[0].row.version if self.versions else 0

    @property
    def is_newest(self) -> bool:
        return self.template is None or self.template.version == self.newest

    @property
    def is_retired(self) -> bool:
        return bool(self.versions) and self.versions[0].row.retired_at is not None

    def _set_times(self) -> None:
        """Set the time at which each row begins, as far as its minutes can be read."""
        moment = datetime.combine(self.now, self.starts_at)
        for row in self.form.rows:
            row.at = f"{moment:%H:%M}"
            moment += timedelta(minutes=_minutes(row))

    @property
    def late_row(self) -> int:
        """Return the index of the last row in which entries are sold, -1 for none."""
        text = self.form.fields["late_level"].value.strip()
        late = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
        indexes = [
            index
            for index, row in enumerate(self.form.rows)
            if (row.number or row.after_level) <= late
        ]
        return indexes[-1] if late and indexes else -1

    @property
    def late_at(self) -> str:
        """Return when registration closes."""
        rows = self.form.rows[: self.late_row + 1]
        minutes = sum(map(_minutes, rows))
        return f"{datetime.combine(self.now, self.starts_at) + timedelta(minutes=minutes):%H:%M}"


def _minutes(row: LevelRow) -> int:
    text = row.row_minutes.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def entry_text(plan: Plan) -> str:
    """Return the price of an entry in its parts: $240: 200 prize pool, 30 house, 10 staff."""
    entry = plan.entry
    parts = [
        f"{typed_amount(amount)} {name}"
        for amount, name in (
            (entry.pool, "prize pool"),
            (entry.house, "house"),
            (entry.staff, "staff"),
        )
        if amount
    ]
    return f"{money(entry.paid)}: {', '.join(parts)}" if parts else money(0)

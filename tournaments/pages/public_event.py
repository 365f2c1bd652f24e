"""What the public screens of an event show: clock, counts, prize pool, payouts. It names no player."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from journal.unix_time import from_milliseconds, milliseconds
from poker.formatting import money
from tournaments.actions import load_tournament
from tournaments.models import ScheduledEvent
from tournaments.pages.clock_plan import ShownSegment, clock_json, shown_segments
from tournaments.rules.clock import Reading, read
from tournaments.rules.payouts import fixed_pool, to_the_money
from tournaments.rules.plan import segments
from tournaments.rules.state import FixedPool
from waitlist.messages import format_public_time

ROWS_SINGLE = 9  # places that have a row of their own


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """Places next to each other: "10 to 12", and what each pays."""

    places: str
    amount: str


def ordinal(place: int) -> str:
    """Return a place as 1st, 2nd, 3rd, 27th."""
    if place % 100 in (11, 12, 13):
        return f"{place}th"
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th') }"


class PublicEvent:
    """An event at one moment."""

    def __init__(self, row: ScheduledEvent, now: datetime) -> None:
        self.row = row
        self.at = now
        self.now = milliseconds(now)
        self.seq, self.event = load_tournament(row.pk)
        self.plan = self.event.plan

    @cached_property
    def reading(self) -> Reading:
        return read(self.plan, self.event.clock, self.now)

    @property
    def segment(self) -> ShownSegment:
        return shown_segments(self.plan)[self.reading.segment]

    @property
    def words(self) -> str:
        """Return what stands in place of the time, "" while the clock counts."""
        event = self.event
        if event.status == "scheduled":
            return format_public_time(event.starts_at)
        if event.status == "day_over":
            return f"Day {event.day} is over"
        if event.status == "canceled":
            return "Canceled"
        if event.status == "closed":
            return "Finished"
        return "Hand for hand" if event.hand_for_hand else ""

    @property
    def title(self) -> str:
        """Return what stands over the time: the level, the break, or that the event is to start."""
        if self.event.status == "scheduled":
            start = timezone.localtime(from_milliseconds(self.event.starts_at))
            is_today = start.date() == timezone.localdate(self.at)
            return "Starts" if is_today else f"Starts {start:%A, %b %-d}"
        return self.segment.title

    @property
    def state(self) -> str:
        """Return the state that the screens color: "break", "hand", "words" or "level"."""
        if self.event.hand_for_hand:
            return "hand"
        if self.words:
            return "words"
        return "break" if self.reading.is_break else "level"

    @property
    def clock_data(self) -> str:
        return clock_json(self.event, self.now, is_static=bool(self.words))

    @cached_property
    def left(self) -> int:
        return sum(1 for _ in self.event.alive())

    @property
    def average(self) -> int:
        return self.event.chips // self.left if self.left else 0

    @cached_property
    def is_late_entry_open(self) -> bool:
        event = self.event
        if event.late_closed or event.pool is not None:
            return False
        if event.status == "scheduled":
            return True
        return event.status == "running" and self.reading.level <= event.plan.late_level

    @property
    def late_entry_end(self) -> str:
        """Return until when entries are sold: "9:30 pm" by the running clock, else the level; "" once closed."""
        if not self.is_late_entry_open:
            return ""
        if self.event.status == "scheduled":
            return f"the end of level {self.plan.late_level}" if self.plan.late_level else "start"
        if not self.event.clock.runs:
            return f"the end of level {self.plan.late_level}"
        parts = segments(self.plan)
        last = max(at for at, part in enumerate(parts) if part.level == self.plan.late_level)
        if last == len(parts) - 1:
            return "the end"
        rest = sum(part.length for part in parts[self.reading.segment + 1 : last + 1])
        return format_public_time(self.now + self.reading.left + rest)

    @cached_property
    def prizes(self) -> FixedPool | None:
        """Return the fixed pool, or what the pool would be if entries closed now; None without an entry."""
        if self.event.pool is not None:
            return self.event.pool
        return fixed_pool(self.event) if self.event.sold else None

    @property
    def pool(self) -> str:
        return money(self.prizes.pool) if self.prizes else money(self.plan.guarantee)

    @property
    def paid_count(self) -> int:
        return len(self.prizes.payouts) if self.prizes else 0

    @property
    def paid_text(self) -> str:
        """Return the line under the payouts of the wall."""
        if not self.prizes or not self.paid_count:
            return "Payouts follow the entries"
        if self.event.pool is None:
            return f"{self.paid_count} paid if closed now"
        if self.prizes.seats:
            return f"{self.prizes.seats} win a seat"
        last = self.prizes.payouts[-1]
        return f"{ordinal(self.paid_count)} pays {money(last)}"

    @property
    def top_payouts(self) -> list[tuple[int, str]]:
        """Return the first six places with their amounts."""
        amounts = self.prizes.payouts[:6] if self.prizes else ()
        return [(place, money(amount)) for place, amount in enumerate(amounts, start=1)]

    @property
    def payout_rows(self) -> list[PayoutRow]:
        """Return all payouts; after the first places, those that pay the same share a row."""
        amounts = self.prizes.payouts if self.prizes else ()
        rows: list[PayoutRow] = []
        place = 1
        while place <= len(amounts):
            last = place
            while (
                place > ROWS_SINGLE and last < len(amounts) and amounts[last] == amounts[place - 1]
            ):
                last += 1
            text = str(place) if last == place else f"{place} to {last}"
            rows.append(PayoutRow(text, money(amounts[place - 1])))
            place = last + 1
        return rows

    @property
    def to_the_money(self) -> int | None:
        return to_the_money(self.event)

    @property
    def has_begun(self) -> bool:
        return self.event.status not in ("", "scheduled", "canceled")

    @property
    def is_in_play(self) -> bool:
        """Return whether players are counted: after the start, and until the result."""
        return self.has_begun and self.event.status != "closed"

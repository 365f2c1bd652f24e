"""The report of an event: money, chips, time, moves with their draws, voids, result. Read from its log."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from statistics import median
from typing import Any

from journal.unix_time import from_milliseconds, milliseconds
from staff.keys import aliases
from tournaments.actions import load_tournament
from tournaments.dealer_downs import DealerDowns, dealer_downs
from tournaments.history import LoggedEvent, event_log
from tournaments.messages import display_name, seat_text
from tournaments.models import EventSummary, ScheduledEvent
from tournaments.rules import events as e
from tournaments.rules.clock import read
from tournaments.rules.payouts import amounts_by_entry
from tournaments.rules.places import Place, places
from tournaments.rules.plan_times import begins
from tournaments.rules.state import Entry, Move, Purchase, Tournament

KINDS = {"first": "First entries", "reentry": "Re-entries", "qualifier": "Stacks from flights"}
CHIPS_BOUGHT = {"rebuy": "Rebuys", "add_on": "Add-ons"}
METHODS = {
    "cash": "Cash",
    "card": "Card",
    "chips": "Chips",
    "ticket": "Ticket",
    "voucher": "Voucher",
}
TO = chr(0x2013)  # between the ends of a range


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """A line of money: what, how many, and the sum in the smallest unit."""

    title: str
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class Void:
    """A voided entry."""

    name: str
    paid: int
    reason: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class BreakDraw:
    """A broken table with its draw: each player's old seat, number and new seat; and the pool in the order drawn."""

    table: str
    at: datetime
    players: list[tuple[str, str, int, str]]  # name, old seat, number, new seat
    pool: list[str]


@dataclass(frozen=True, slots=True)
class BalancingMove:
    """A move that a director ordered. seconds: until the player sat, None if the move was canceled."""

    name: str
    source: str
    target: str
    at: datetime
    reason: str
    seconds: int | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """An entry in the result. place is None for an entry that is still in or was voided."""

    entry: Entry
    name: str
    place: Place | None
    won: int
    held: str

    @property
    def place_text(self) -> str:
        if self.place is None:
            return ""
        first, last = self.place
        return str(first) if first == last else f"{first}{TO}{last}"


@dataclass(slots=True)
class _LogFacts:
    """What the report needs of the log."""

    started_at: datetime | None = None
    closed_at: datetime | None = None
    closed_by: str = ""
    nights: timedelta = timedelta()
    voids: list[Void] = field(default_factory=list)
    breaks: list[BreakDraw] = field(default_factory=list)
    moves: list[BalancingMove] = field(default_factory=list)
    arrivals: list[int] = field(default_factory=list)  # seconds from a break to the new seat
    alternates: int = 0
    busts_undone: int = 0
    redraws: int = 0
    waived: int = 0
    colored: list[tuple[int, int, int]] = field(default_factory=list)  # chip, taken in, given out
    days: list[tuple[int, int, str]] = field(default_factory=list)  # day, difference, reason
    kept_out: list[e.StackKeptOut] = field(default_factory=list)


class EventReport:
    """The report of one event at `now`, also while it runs."""

    def __init__(self, row: ScheduledEvent, now: datetime) -> None:
        self.row = row
        self.now = now
        _, self.event = load_tournament(row.pk)
        self._log = list(event_log(row))
        self.facts = _log_facts(self._log, self.event)

    @property
    def counted(self) -> list[Entry]:
        """Return the entries that were not voided."""
        return [entry for entry in self.event.entries if entry.status != "void"]

    @cached_property
    def _purchases(self) -> list[tuple[Entry, Purchase]]:
        return [(entry, purchase) for entry in self.counted for purchase in entry.bought]

    @property
    def kinds(self) -> list[MoneyRow]:
        """Return entries by kind, rebuys and add-ons: those that were sold."""
        counts: Counter[str] = Counter()
        totals: Counter[str] = Counter()
        for entry, purchase in self._purchases:
            title = KINDS[entry.kind] if purchase.what == "entry" else CHIPS_BOUGHT[purchase.what]
            counts[title] += 1
            totals[title] += purchase.price.paid
        titles = (*KINDS.values(), *CHIPS_BOUGHT.values())
        return [MoneyRow(title, counts[title], totals[title]) for title in titles if counts[title]]

    @property
    def methods(self) -> list[MoneyRow]:
        """Return what was paid by method."""
        counts: Counter[str] = Counter()
        totals: Counter[str] = Counter()
        for _, purchase in self._purchases:
            counts[purchase.method] += 1
            totals[purchase.method] += purchase.price.paid
        return [
            MoneyRow(title, counts[method], totals[method])
            for method, title in METHODS.items()
            if counts[method]
        ]

    @property
    def paid(self) -> int:
        return self.event.collected.paid

    @property
    def split(self) -> list[MoneyRow]:
        """Return where what was paid went; the parts add up to `paid`."""
        collected = self.event.collected
        parts = (
            ("Prize pool", collected.pool),
            ("House", collected.house),
            ("Staff", collected.staff),
        )
        return [MoneyRow(title, 0, total) for title, total in parts]

    @property
    def pool(self) -> int:
        """Return the prize pool: fixed, or as it would be now."""
        if self.event.pool is not None:
            return self.event.pool.pool
        if self.event.has_sent_stacks:
            return 0
        return max(self.event.pool_collected, self.event.plan.guarantee)

    @property
    def overlay(self) -> int:
        """Return what the house adds to meet the guarantee."""
        return self.pool - self.event.pool_collected

    @property
    def paid_out(self) -> MoneyRow:
        payouts = [payout for payout in self.event.paid if not payout.held]
        return MoneyRow("Paid out", len(payouts), sum(payout.amount for payout in payouts))

    @property
    def held(self) -> MoneyRow:
        payouts = [payout for payout in self.event.paid if payout.held]
        return MoneyRow("Held", len(payouts), sum(payout.amount for payout in payouts))

    @property
    def unpaid(self) -> int:
        """Return what is still to pay, without held payouts."""
        return self.pool - self.paid_out.total - self.held.total if self.event.pool else 0

    @property
    def chip_difference(self) -> int | None:
        """Return chips counted minus chips expected at the last count of a day; None without one."""
        return self.facts.days[-1][1] if self.facts.days else None

    @property
    def duration(self) -> timedelta | None:
        """Return how long the event took, without the nights between days; None before its start."""
        start = self.facts.started_at
        if start is None:
            return None
        return (self.facts.closed_at or self.now) - start - self.facts.nights

    @property
    def clock_time(self) -> timedelta:
        """Return what the plan has up to where the clock stands: levels and breaks."""
        end = self.facts.closed_at or self.now
        reading = read(self.event.plan, self.event.clock, milliseconds(end))
        minutes = begins(self.event.plan)[reading.segment]
        return timedelta(minutes=minutes, milliseconds=reading.elapsed)

    @property
    def level(self) -> int:
        """Return the level that was reached."""
        end = self.facts.closed_at or self.now
        return read(self.event.plan, self.event.clock, milliseconds(end)).level

    @property
    def planned_start(self) -> datetime:
        return from_milliseconds(self.event.starts_at)

    @property
    def start_delay(self) -> int:
        """Return how many minutes after its time the event started; negative if it was early."""
        start = self.facts.started_at
        return 0 if start is None else round((start - self.planned_start).total_seconds() / 60)

    @property
    def median_move(self) -> int | None:
        """Return the median of seconds from a director's order until the player sat."""
        times = [move.seconds for move in self.facts.moves if move.seconds is not None]
        return round(median(times)) if times else None

    @property
    def median_break(self) -> int | None:
        """Return the median of seconds from the draw of a broken table until a player sat."""
        return round(median(self.facts.arrivals)) if self.facts.arrivals else None

    @cached_property
    def result(self) -> list[ResultRow]:
        """Return the entries by place; then those still in, by number; voided ones are left out."""
        event = self.event
        ranked = places(event)
        due = amounts_by_entry(event)
        payouts = {payout.entry: payout for payout in event.paid}
        rows = []
        for entry in self.counted:
            payout = payouts.get(entry.number)
            won = payout.amount if payout else 0
            if payout is None and entry.number in due:
                won = due[entry.number].amount
            rows.append(
                ResultRow(
                    entry,
                    display_name(entry),
                    ranked.get(entry.number),
                    won,
                    payout.held if payout else "",
                )
            )
        last = len(event.entries) + 1
        return sorted(
            rows,
            key=lambda row: (row.place or Place(last, last), row.entry.number),
        )

    @property
    def winners(self) -> list[ResultRow]:
        """Return the entries that won something."""
        return [row for row in self.result if row.won]

    @cached_property
    def dealers(self) -> list[DealerDowns]:
        """Return the dealers with their downs at the event's tables."""
        return dealer_downs(self.row, self._log, self.now)

    @cached_property
    def before(self) -> EventSummary | None:
        """Return the last closed event of the same name in the room before this one."""
        rows = EventSummary.objects.filter(
            event__room=self.row.room_id,
            name=self.event.plan.name,
            status="closed",
            starts_at__lt=self.planned_start,
        )
        return rows.order_by("-starts_at").first()


class _LogReader:
    """Collects the facts of a log, event by event."""

    def __init__(self, event: Tournament, names: Mapping[str, str]) -> None:
        self.event = event
        self.names = names  # aliases by the key of who did something
        self.facts = _LogFacts()
        self.seats: dict[
            int, str
        ] = {}  # where each entry sits, so that a draw can name the old seat
        self.ordered: dict[int, tuple[datetime, Move]] = {}
        self.broken: dict[int, datetime] = {}  # by entry: when its table was broken
        self.is_sale = False  # the event before sold an entry
        self.day_ended: datetime | None = None

    def read(self, row: LoggedEvent) -> None:
        step = _READERS.get(type(row.event))
        if step is not None:
            step(self, row, row.event)
        self.is_sale = isinstance(row.event, e.EntryBought | e.StackBrought)

    def name_of(self, row: LoggedEvent) -> str:
        return self.names.get(row.by, row.by)


def _log_facts(rows: Sequence[LoggedEvent], event: Tournament) -> _LogFacts:
    """Read the log once."""
    reader = _LogReader(event, aliases({row.by for row in rows}))
    for row in rows:
        reader.read(row)
    return reader.facts


def _clock_started(reader: _LogReader, row: LoggedEvent, happened: e.ClockStarted) -> None:
    if reader.facts.started_at is None:
        reader.facts.started_at = row.at


def _voided(reader: _LogReader, row: LoggedEvent, happened: e.EntryVoided) -> None:
    void = Void(
        name=_name(reader.event, happened.number),
        paid=happened.paid,
        reason=happened.reason,
        at=row.at,
        by=reader.name_of(row),
    )
    reader.facts.voids.append(void)


def _drawn(reader: _LogReader, row: LoggedEvent, happened: e.SeatDrawn) -> None:
    reader.facts.alternates += not reader.is_sale
    reader.seats[happened.number] = seat_text(*happened.pool[0])


def _ordered(reader: _LogReader, row: LoggedEvent, happened: e.MoveOrdered) -> None:
    move = happened.move
    reader.ordered[move.entry] = (row.at, move)


def _done(reader: _LogReader, row: LoggedEvent, happened: e.MoveDone) -> None:
    number = happened.number
    if number in reader.ordered:
        ordered_at, move = reader.ordered.pop(number)
        reader.seats[number] = seat_text(move.to_table, move.to_seat)
        reader.facts.moves.append(_move(reader.event, ordered_at, move, row.at))
    elif number in reader.broken:
        seconds = round((row.at - reader.broken.pop(number)).total_seconds())
        reader.facts.arrivals.append(seconds)


def _canceled(reader: _LogReader, row: LoggedEvent, happened: e.MoveCanceled) -> None:
    if happened.number in reader.ordered:
        ordered_at, move = reader.ordered.pop(happened.number)
        reader.facts.moves.append(_move(reader.event, ordered_at, move, None))


def _table_broken(reader: _LogReader, row: LoggedEvent, happened: e.TableBroken) -> None:
    reader.facts.breaks.append(_break(reader.event, row, happened, reader.seats))
    for number, at in happened.drawn:
        reader.broken[number] = row.at
        reader.seats[number] = seat_text(*happened.pool[at - 1])


def _break_undone(reader: _LogReader, row: LoggedEvent, happened: e.BreakUndone) -> None:
    reader.facts.breaks = [draw for draw in reader.facts.breaks if draw.table != happened.table]


def _bust_undone(reader: _LogReader, row: LoggedEvent, happened: e.BustUndone) -> None:
    reader.facts.busts_undone += 1
    reader.seats[happened.number] = seat_text(happened.table, happened.seat)


def _redrawn(reader: _LogReader, row: LoggedEvent, happened: e.SeatsRedrawn | e.DayBegan) -> None:
    for number, place in happened.drawn:
        reader.seats[number] = seat_text(*place)
    if isinstance(happened, e.SeatsRedrawn):
        reader.facts.redraws += 1
    else:
        reader.facts.nights += row.at - (reader.day_ended or row.at)


def _waived(reader: _LogReader, row: LoggedEvent, happened: e.StopWaived) -> None:
    reader.facts.waived += happened.waived


def _colored(reader: _LogReader, row: LoggedEvent, happened: e.ChipsColoredUp) -> None:
    reader.facts.colored.append((happened.chip, happened.taken, happened.given))


def _day_ended(reader: _LogReader, row: LoggedEvent, happened: e.DayEnded) -> None:
    reader.facts.days.append((happened.day, happened.difference, happened.reason))
    reader.day_ended = row.at


def _kept_out(reader: _LogReader, row: LoggedEvent, happened: e.StackKeptOut) -> None:
    reader.facts.kept_out.append(happened)


def _closed(reader: _LogReader, row: LoggedEvent, happened: e.ResultClosed) -> None:
    reader.facts.closed_at = row.at
    reader.facts.closed_by = reader.name_of(row)


_READERS: dict[type[e.TournamentEvent], Callable[[_LogReader, LoggedEvent, Any], None]] = {
    e.ClockStarted: _clock_started,
    e.EntryVoided: _voided,
    e.SeatDrawn: _drawn,
    e.MoveOrdered: _ordered,
    e.MoveDone: _done,
    e.MoveCanceled: _canceled,
    e.TableBroken: _table_broken,
    e.BreakUndone: _break_undone,
    e.BustUndone: _bust_undone,
    e.SeatsRedrawn: _redrawn,
    e.DayBegan: _redrawn,
    e.StopWaived: _waived,
    e.ChipsColoredUp: _colored,
    e.DayEnded: _day_ended,
    e.StackKeptOut: _kept_out,
    e.ResultClosed: _closed,
}


def _move(
    event: Tournament, ordered_at: datetime, move: Move, until: datetime | None
) -> BalancingMove:
    return BalancingMove(
        name=_name(event, move.entry),
        source=seat_text(move.table, move.seat),
        target=seat_text(move.to_table, move.to_seat),
        at=ordered_at,
        reason=move.reason,
        seconds=None if until is None else round((until - ordered_at).total_seconds()),
    )


def _break(
    event: Tournament, row: LoggedEvent, happened: e.TableBroken, seats: dict[int, str]
) -> BreakDraw:
    return BreakDraw(
        table=happened.table,
        at=row.at,
        players=[
            (
                _name(event, number),
                seats.get(number, happened.table),
                drawn,
                seat_text(*happened.pool[drawn - 1]),
            )
            for number, drawn in happened.drawn
        ],
        pool=[seat_text(*place) for place in happened.pool],
    )


def _name(event: Tournament, number: int) -> str:
    """Return how the report names an entry: Amber Spindle (#7), or #7."""
    entry = event.find(number)
    return f"{entry.name} (#{number})" if entry and entry.name else f"#{number}"


def reports_total(rows: Sequence[EventSummary]) -> dict[str, int]:
    """Return the sums of a list of events by field."""
    fields = ("entries", "reentries", "pool", "house", "staff", "overlay", "paid")
    return {name: sum(getattr(row, name) for row in rows) for name in fields}

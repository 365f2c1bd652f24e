"""Figures as tables of plain values: one value for HTML, CSV, XLSX, PDF and the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from poker.irregular.load import catalogue
from reports.figures.calls import Calls, OneCall
from reports.figures.dashboard import Dashboard
from reports.figures.dealt import LEAST_HANDS, Dealt
from reports.figures.intervals import FEW, Percentiles, Rate, wilson
from reports.figures.waits import Waits
from rulings.calls.reasons import REASONS
from rulings.incidents.categories import SEVERITIES, categories

# int, money (smallest unit), rate (a float), money_rate (a float of the smallest unit), share (0 to 1); intervals are
# pairs of low and high, None where there is none; time: seconds; moment: UTC; day; text. Any may be None.
Kind = Literal[
    "text",
    "int",
    "money",
    "rate",
    "money_rate",
    "share",
    "interval",
    "money_interval",
    "share_interval",
    "time",
    "moment",
    "day",
]
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name for machines, its title for people, and what its values are."""

    key: str
    title: str
    kind: Kind = "int"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of values. total: the last row, or None; note: how the figures are meant."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: Row | None = None
    note: str = ""


INTERVAL = "Intervals: 95 %, by dealer and hour, whose hands are alike."
NO_FEW = f"No percentile under {FEW} cases."

_PACE = (
    Column("hands", "Hands, n"),
    Column("table_hours", "Table-h", "rate"),
    Column("pace", "Hands/h", "rate"),
    Column("pace_give", "±", "rate"),
    Column("pace_interval", "Interval", "interval"),
    Column("partial", "Partial"),
    Column("partial_share", "Partial, share", "share"),
    Column("partial_interval", "Partial, interval", "share_interval"),
    Column("misdeals", "Misdeals"),
)
_TAKE = (
    Column("table_hours", "Table-h", "rate"),
    Column("drop", "Drop", "money"),
    Column("rake", "Rake", "money"),
    Column("jackpot", "Jackpot", "money"),
    Column("time", "Time", "money"),
    Column("take", "Drop/table-h", "money_rate"),
    Column("take_give", "±", "money_rate"),
    Column("take_interval", "Interval", "money_interval"),
    Column("rake_rate", "Rake/table-h", "money_rate"),
    Column("rake_give", "Rake, ±", "money_rate"),
    Column("rake_interval", "Rake, interval", "money_interval"),
    Column("share", "Share", "share"),
)
_SEATS = (
    Column("seat_hours", "Seat-h", "rate"),
    Column("seat_use", "Seats taken", "share"),
)
_WAITS = (
    Column("added", "Added"),
    Column("seated", "Seated"),
    Column("left", "Left"),
    Column("walk_away", "Left, share", "share"),
    Column("walk_away_interval", "Left, interval", "share_interval"),
    Column("passed", "Calls passed"),
    Column("p50", "p50", "time"),
    Column("p90", "p90", "time"),
)
_CALLS = (
    Column("n", "n"),
    Column("per_1000", "Per 1,000 hands", "rate"),
    Column("interval", "Interval", "interval"),
    Column("here_p50", "Here p50", "time"),
    Column("here_p90", "Here p90", "time"),
    Column("closed_p50", "Closed p50", "time"),
    Column("overridden", "Overridden"),
    Column("proposals", "Of proposals"),
    Column("override_share", "Overridden, share", "share"),
    Column("override_interval", "Overridden, interval", "share_interval"),
)

_WHICH = (
    Column("at", "At", "moment"),
    Column("table", "Table", "text"),
    Column("hand", "Hand"),
    Column("irregularity", "Irregularity", "text"),
    Column("ruling", "Ruling", "text"),
)
ENDED = {  # by decision, else by status
    "accepted": "As proposed",
    "overridden": "Overridden",
    "dealer": "Put right by the dealer",
    "open": "Still open",
    "ruled": "Ruled",
    "cancelled": "Cancelled",
}


def sheets(of: Dashboard) -> tuple[Sheet, ...]:
    """Every block of a dashboard as a sheet."""
    return tuple(made(of) for made in _SHEETS.values())


def sheet(of: Dashboard, key: str) -> Sheet | None:
    """One block by its key, and nothing else is asked; None where there is none."""
    made = _SHEETS.get(key)
    return made(of) if made else None


def pace(of: Dashboard) -> Sheet:
    """Hands per table-hour by game."""
    rows = tuple((_game(one.key), *_paced(one)) for one in of.games)
    total = ("All games", *_paced(of.total))
    columns = (Column("game", "Game", "text"), *_PACE)
    return Sheet("pace", "Pace by game", columns, rows, total, INTERVAL)


def take(of: Dashboard) -> Sheet:
    """The house's drop by game, as the log has it."""
    rows = tuple((_game(one.key), *_taken(one, of.total)) for one in of.games)
    total = ("All games", *_taken(of.total, of.total))
    note = f"{INTERVAL} As the log has it; what was taken back counts when it was taken back."
    columns = (Column("game", "Game", "text"), *_TAKE)
    return Sheet("drop", "Drop per table-hour", columns, rows, total, note)


def waits(of: Dashboard) -> Sheet:
    """Waits by list."""
    rows = tuple((one.key, *_waited(one)) for one in of.waits)
    total = ("All lists", *_waited(of.waits_total))
    columns = (Column("game", "List", "text"), *_WAITS)
    return Sheet("waits", "Waits", columns, rows, total, NO_FEW)


def calls(of: Dashboard) -> Sheet:
    """Floor calls by irregularity."""
    rows = tuple((irregularity(str(one.key)), *_called(one)) for one in of.calls)
    total = ("All calls", *_called(of.calls_total))
    columns = (Column("irregularity", "Irregularity", "text"), *_CALLS)
    note = f"Per 1,000 hands: exact Poisson interval, 95 %. {NO_FEW} {remedied(of)}".strip()
    return Sheet("calls", "Floor calls by irregularity", columns, rows, total, note)


def calls_by_kind(of: Dashboard, kinds: Sequence[tuple[str, Calls]]) -> Sheet:
    """Floor calls by kinds of trouble, each with its name."""
    rows = tuple((name, *_called(one)) for name, one in kinds)
    columns = (Column("kind", "Kind of trouble", "text"), *_CALLS)
    total = ("All calls", *_called(of.calls_total))
    note = f"Per 1,000 hands: exact Poisson interval, 95 %. {NO_FEW} {remedied(of)}".strip()
    return Sheet("kinds", "Floor calls by kind of trouble", columns, rows, total, note)


def overrides(of: Dashboard) -> Sheet:
    """Rulings that differ from the proposal."""
    columns = (
        *_WHICH,
        Column("reason", "Reason", "text"),
        Column("by", "Ruled by", "text"),
    )
    rows = tuple((*_which(one), one.reason, one.by) for one in of.overrides)
    more = of.calls_total.overridden - len(rows)
    note = (
        f"The newest {len(rows):,}; {more:,} more are not here: ask for fewer days."
        if more > 0
        else ""
    )
    return Sheet("overrides", "Overrides", columns, rows, None, note)


def each_call(of: Dashboard) -> Sheet:
    """Calls and what dealers put right themselves, one by one."""
    columns = (
        *_WHICH,
        Column("ended", "Ended", "text"),
        Column("reason", "Reason", "text"),
        Column("by", "By", "text"),
        Column("here", "Here", "time"),
        Column("closed", "Closed", "time"),
    )
    rows = tuple(
        (*_which(one), _ended(one), one.reason, one.by, one.here_s, one.closed_s)
        for one in of.each_call
    )
    more = of.calls_total.n + of.remedies - len(rows)
    note = (
        f"The newest {len(rows):,}; {more:,} more are not here: ask for fewer days."
        if more > 0
        else ""
    )
    return Sheet("each_call", "Calls, one by one", columns, rows, None, note)


def remedied(of: Dashboard) -> str:
    """What is not counted among the calls; "" where there is none."""
    if not of.remedies:
        return ""
    times = "once" if of.remedies == 1 else f"{of.remedies:,} times"
    return f"Beside these a dealer put something right himself, {times}: nobody was called."


def reasons(of: Dashboard) -> Sheet:
    """Overrides by the reason that was chosen on the floor."""
    columns = (
        Column("reason", "Reason", "text"),
        Column("n", "n"),
        Column("share", "Share", "share"),
        Column("interval", "Interval", "share_interval"),
    )
    words, total = dict(REASONS), sum(of.reasons.values())
    rates = [(words[key], n, wilson(n, total)) for key, n in of.reasons.items()]
    rows = tuple((name, n, rate.value, _interval(rate)) for name, n, rate in rates)
    note = "Of the rulings that differ from the proposal. Words that were only written are Other."
    all_ = ("All overrides", total, None, None) if rows else None
    return Sheet("reasons", "Overrides by reason", columns, rows, all_, note)


def tables(of: Dashboard) -> Sheet:
    """Pace, seats and drop by table."""
    columns = (Column("table", "Table", "text"), *_PACE, *_SEATS, *_TAKE[1:])
    rows = tuple(
        (one.key, *_paced(one), *_seats(one), *_taken(one, of.total)[1:]) for one in of.tables
    )
    total = (
        "All tables",
        *_paced(of.total),
        *_seats(of.total),
        *_taken(of.total, of.total)[1:],
    )
    return Sheet("tables", "Tables", columns, rows, total, INTERVAL)


def dealers(of: Dashboard) -> Sheet:
    """Pace by dealer, by alias."""
    columns = (Column("dealer", "Dealer", "text"), Column("downs", "Downs"), *_PACE)
    rows = tuple((one.key, one.downs, *_paced(one)) for one in of.dealers)
    note = f"{INTERVAL} Nobody under {LEAST_HANDS} hands; by name, for dealers are not ranked."
    return Sheet("dealers", "Dealers", columns, rows, None, note)


def shifts(of: Dashboard) -> Sheet:
    """Pace and drop by shift."""
    columns = (Column("shift", "Shift", "text"), *_PACE, *_TAKE[1:])
    rows = tuple((one.key, *_paced(one), *_taken(one, of.total)[1:]) for one in of.shifts)
    total = ("All shifts", *_paced(of.total), *_taken(of.total, of.total)[1:])
    return Sheet("shifts", "Shifts", columns, rows, total, INTERVAL)


def seats(of: Dashboard) -> Sheet:
    """Which part of the chairs of open tables was taken, by game."""
    columns = (
        Column("game", "Game", "text"),
        Column("table_hours", "Table-h", "rate"),
        *_SEATS,
    )
    rows = tuple((_game(one.key), one.table_hours, *_seats(one)) for one in of.games)
    total = ("All games", of.total.table_hours, *_seats(of.total))
    return Sheet("seats", "Seats", columns, rows, total)


def incidents(of: Dashboard) -> Sheet:
    """Incidents by category."""
    columns = (
        Column("category", "What happened", "text"),
        Column("severity", "Severity", "text"),
        Column("n", "n"),
    )
    known = categories()
    rows = tuple(
        (
            known[one.category].title if one.category in known else one.category,
            SEVERITIES.get(one.severity, str(one.severity)),
            one.n,
        )
        for one in of.incidents
    )
    total = ("All incidents", None, sum(one.n for one in of.incidents))
    return Sheet("incidents", "Incidents", columns, rows, total)


def silences(of: Dashboard) -> Sheet:
    """Tablets that were silent."""
    columns = (
        Column("table", "Table", "text"),
        Column("times", "Times"),
        Column("seconds", "Silent", "time"),
    )
    rows = tuple((one.table, one.times, one.seconds) for one in of.silences)
    times = sum(one.times for one in of.silences)
    seconds = sum(one.seconds for one in of.silences)
    note = "While the room was open to hear them; one that goes on counts up to when the logs were counted."
    return Sheet("silences", "Offline tablets", columns, rows, ("All tables", times, seconds), note)


def series(of: Dashboard) -> Sheet:
    """All games together through the range."""
    when = Column("hour", "Hour", "moment") if of.asked.hourly else Column("day", "Day", "day")
    columns = (when, *_PACE, *_TAKE[1:])
    rows = tuple(
        (one.at, *_paced(one.dealt), *_taken(one.dealt, of.total)[1:])
        for one in of.series
        if not one.game
    )
    return Sheet("series", "Through the range", columns, rows, None, INTERVAL)


def irregularity(key: str) -> str:
    """What the catalogue calls an irregularity."""
    row = catalogue().rows.get(key)
    return row.title if row else key.replace("_", " ") or "Not reported"


def _game(key: str) -> str:
    return key or "No game"


def _which(one: OneCall) -> Row:
    return one.at, one.table, one.hand or None, irregularity(one.key), one.number


def _ended(one: OneCall) -> str:
    if one.decision in ENDED:
        return ENDED[one.decision]
    return ENDED.get(one.status, one.status)


def _interval(rate: Rate) -> tuple[float, float] | None:
    return None if rate.low is None or rate.high is None else (rate.low, rate.high)


def _paced(one: Dealt) -> Row:
    pace = one.pace
    return (
        one.hands,
        one.table_hours,
        pace.value,
        pace.give,
        _interval(pace),
        one.partial,
        one.partial_share.value,
        _interval(one.partial_share),
        one.misdeals,
    )


def _taken(one: Dealt, total: Dealt) -> Row:
    take, rake = one.take, one.rake_rate
    return (
        one.table_hours,
        one.drop,
        one.rake,
        one.jackpot,
        one.time,
        take.value,
        take.give,
        _interval(take),
        rake.value,
        rake.give,
        _interval(rake),
        one.drop / total.drop if total.drop else None,
    )


def _seats(one: Dealt) -> Row:
    return one.seat_hours, one.seat_use


def _waited(one: Waits) -> Row:
    wait: Percentiles = one.wait_s
    away = one.walk_away
    there = one.added, one.seated, one.left, away.value, _interval(away)
    return *there, one.passed, wait.p50, wait.p90


def _called(one: Calls) -> Row:
    here, rate, share = one.here_s, one.per_1000, one.override_share
    return (
        one.n,
        rate.value,
        _interval(rate),
        here.p50,
        here.p90,
        one.closed_s.p50,
        one.against,
        one.proposals,
        share.value,
        _interval(share),
    )


_SHEETS: dict[str, Callable[[Dashboard], Sheet]] = {
    "pace": pace,
    "drop": take,
    "waits": waits,
    "calls": calls,
    "each_call": each_call,
    "overrides": overrides,
    "reasons": reasons,
    "tables": tables,
    "dealers": dealers,
    "shifts": shifts,
    "seats": seats,
    "incidents": incidents,
    "silences": silences,
    "series": series,
}

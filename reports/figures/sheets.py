"""Figures as tables of plain values: one source for HTML, CSV, XLSX, PDF and the API."""

from collections.abc import Callable, Sequence

from poker.irregularities.load import catalogue
from reports.figures.calls import CallRow, CallStats
from reports.figures.dashboard import Dashboard
from reports.figures.figure import Column, Row, Sheet
from reports.figures.hand_figures import (
    DEALERS,
    DROP_BY_GAME,
    PACE_BY_GAME,
    SEATS_BY_GAME,
    SHIFTS,
    TABLES,
    over_time,
)
from reports.figures.intervals import wilson
from reports.figures.seat_figures import LOST_BY_CAUSE, LOST_SEATS
from reports.figures.wait_figures import INCIDENTS, NO_FEW, OUTAGES, WAITS
from rulings.calls.override_reasons import REASONS

_CALLS = (
    Column("n", "n"),
    Column("per_1000", "Per 1,000 hands", "rate"),
    Column("interval", "Interval", "interval"),
    Column("here_p50", "Here p50", "time"),
    Column("here_p90", "Here p90", "time"),
    Column("closed_p50", "Closed p50", "time"),
    Column("overridden", "Overridden"),
    Column("proposals", "Proposals"),
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
    "dealer": "Fixed by the dealer",
    "open": "Still open",
    "ruled": "Ruled",
    "cancelled": "Canceled",
}


def sheets(dashboard: Dashboard) -> tuple[Sheet, ...]:
    """Return every block of a dashboard as a sheet."""
    return tuple(made(dashboard) for made in _SHEETS.values())


def sheet(dashboard: Dashboard, key: str) -> Sheet | None:
    """Return one block by its key without querying the others; None if there is none."""
    made = _SHEETS.get(key)
    return made(dashboard) if made else None


def calls(dashboard: Dashboard) -> Sheet:
    """Return floor calls by irregularity."""
    rows = tuple((irregularity(str(stats.key)), *_called(stats)) for stats in dashboard.calls)
    total = ("All calls", *_called(dashboard.calls_total))
    columns = (Column("irregularity", "Irregularity", "text"), *_CALLS)
    note = (
        f"Per 1,000 hands: exact 95% Poisson interval. {NO_FEW} {remedies_note(dashboard)}".strip()
    )
    return Sheet("calls", "Floor calls by irregularity", columns, rows, total, note)


def calls_by_kind(dashboard: Dashboard, kinds: Sequence[tuple[str, CallStats]]) -> Sheet:
    """Return floor calls by category of irregularity, each with its name."""
    rows = tuple((name, *_called(stats)) for name, stats in kinds)
    columns = (Column("kind", "Kind of trouble", "text"), *_CALLS)
    total = ("All calls", *_called(dashboard.calls_total))
    note = (
        f"Per 1,000 hands: exact 95% Poisson interval. {NO_FEW} {remedies_note(dashboard)}".strip()
    )
    return Sheet("kinds", "Floor calls by kind of trouble", columns, rows, total, note)


def overrides(dashboard: Dashboard) -> Sheet:
    """Return the rulings that differ from the proposal."""
    columns = (
        *_WHICH,
        Column("reason", "Reason", "text"),
        Column("by", "Ruled by", "text"),
    )
    rows = tuple(
        (*_which(call_row), call_row.reason, call_row.by) for call_row in dashboard.overrides
    )
    more = dashboard.calls_total.overridden - len(rows)
    note = f"Newest {len(rows):,}; {more:,} more not shown. Choose fewer days." if more > 0 else ""
    return Sheet("overrides", "Overrides", columns, rows, None, note)


def each_call(dashboard: Dashboard) -> Sheet:
    """Return calls and dealers' remedies, one by one."""
    columns = (
        *_WHICH,
        Column("ended", "Ended", "text"),
        Column("reason", "Reason", "text"),
        Column("by", "By", "text"),
        Column("here", "Here", "time"),
        Column("closed", "Closed", "time"),
    )
    rows = tuple(
        (
            *_which(call_row),
            _ended(call_row),
            call_row.reason,
            call_row.by,
            call_row.here_s,
            call_row.closed_s,
        )
        for call_row in dashboard.each_call
    )
    more = dashboard.calls_total.n + dashboard.remedies - len(rows)
    note = f"Newest {len(rows):,}; {more:,} more not shown. Choose fewer days." if more > 0 else ""
    return Sheet("each_call", "Calls, one by one", columns, rows, None, note)


def remedies_note(dashboard: Dashboard) -> str:
    """Return a note on the dealers' remedies, which the calls do not include; "" if there are none."""
    if not dashboard.remedies:
        return ""
    times = "once" if dashboard.remedies == 1 else f"{dashboard.remedies:,} times"
    return f"Also fixed by a dealer without a call, {times}."


def reasons(dashboard: Dashboard) -> Sheet:
    """Return overrides by the reason chosen on the floor."""
    columns = (
        Column("reason", "Reason", "text"),
        Column("n", "n"),
        Column("share", "Share", "share"),
        Column("interval", "Interval", "share_interval"),
    )
    words, total = dict(REASONS), sum(dashboard.reasons.values())
    rates = [(words[key], n, wilson(n, total)) for key, n in dashboard.reasons.items()]
    rows = tuple((name, n, rate.value, rate.interval) for name, n, rate in rates)
    note = "Rulings that differ from the proposal. A written-in reason counts as Other."
    all_ = ("All overrides", total, None, None) if rows else None
    return Sheet("reasons", "Overrides by reason", columns, rows, all_, note)


def irregularity(key: str) -> str:
    """Return the catalog's name of an irregularity."""
    row = catalogue().rows.get(key)
    return row.title if row else key.replace("_", " ") or "Not stated"


def _which(call_row: CallRow) -> Row:
    return (
        call_row.at,
        call_row.table,
        call_row.hand or None,
        irregularity(call_row.key),
        call_row.number,
    )


def _ended(call_row: CallRow) -> str:
    if call_row.decision in ENDED:
        return ENDED[call_row.decision]
    return ENDED.get(call_row.status, call_row.status)


def _called(stats: CallStats) -> Row:
    percentiles, rate, share = stats.here_s, stats.per_1000, stats.override_share
    return (
        stats.n,
        rate.value,
        rate.interval,
        percentiles.p50,
        percentiles.p90,
        stats.closed_s.p50,
        stats.against,
        stats.proposals,
        share.value,
        share.interval,
    )


_SHEETS: dict[str, Callable[[Dashboard], Sheet]] = {
    "pace": PACE_BY_GAME.sheet,
    "drop": DROP_BY_GAME.sheet,
    "waits": WAITS.sheet,
    "calls": calls,
    "each_call": each_call,
    "overrides": overrides,
    "reasons": reasons,
    "tables": TABLES.sheet,
    "dealers": DEALERS.sheet,
    "shifts": SHIFTS.sheet,
    "seats": SEATS_BY_GAME.sheet,
    "lost_seats": LOST_SEATS.sheet,
    "lost_causes": LOST_BY_CAUSE.sheet,
    "incidents": INCIDENTS.sheet,
    "silences": OUTAGES.sheet,
    "series": lambda dashboard: over_time(dashboard).sheet(dashboard),
}

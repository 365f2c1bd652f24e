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
from reports.figures.intervals import MIN_CASES, Percentiles, wilson
from reports.figures.seat_use import BASIS_DAYS, HourFill, LostSeats
from reports.figures.waits import WaitStats
from reports.forecast.lost_seats import Cause
from rulings.calls.override_reasons import REASONS
from rulings.incidents.categories import SEVERITIES, categories

NO_FEW = f"No percentiles under {MIN_CASES} cases."

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


def waits(dashboard: Dashboard) -> Sheet:
    """Return the waits by waitlist."""
    rows = tuple((waits.key, *_waited(waits)) for waits in dashboard.waits)
    total = ("All lists", *_waited(dashboard.waits_total))
    columns = (Column("game", "List", "text"), *_WAITS)
    return Sheet("waits", "Waits", columns, rows, total, NO_FEW)


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


_FILL = (
    Column("hour", "Hour", "text"),
    Column("seat_use", "Seats taken", "share"),
    Column("tables", "Tables", "rate"),
    Column("waiting", "Waiting", "rate"),
)


def lost(dashboard: Dashboard) -> Sheet:
    """Return lost seats by game, with the time of each cause."""
    columns = (
        Column("game", "Game", "text"),
        Column("lost", "Lost", "time"),
        Column("rake", "Rake lost", "money"),
        *(Column(str(cause), cause.label, "time") for cause in Cause),
    )
    rows = tuple(
        (_game(one.key), one.lost_s, one.rake_lost, *one.by_cause.values())
        for one in dashboard.lost_seats
    )
    seconds = [sum(one.by_cause[cause] for one in dashboard.lost_seats) for cause in Cause]
    known = [one.rake_lost for one in dashboard.lost_seats if one.rake_lost is not None]
    total = ("All games", sum(seconds), sum(known) if known else None, *seconds)
    return Sheet("lost_seats", "Lost seats", columns, rows, total, _rake_note(dashboard.lost_seats))


def lost_causes(dashboard: Dashboard) -> Sheet:
    """Return lost seats by cause, all games combined."""
    columns = (
        Column("cause", "Cause", "text"),
        Column("lost", "Lost", "time"),
        Column("share", "Share", "share"),
        Column("rake", "Rake lost", "money"),
        Column("means", "Means", "text"),
    )
    games = dashboard.lost_seats
    known = [one.rake for one in games if one.rake is not None]
    all_s = sum(one.lost_s for one in games)
    rows: list[Row] = []
    for cause in Cause if games else ():
        seconds = sum(one.by_cause[cause] for one in games)
        rake = sum(rake[cause] for rake in known) if known else None
        rows.append(
            (cause.label, seconds, seconds / all_s if all_s else None, rake, cause.sentence)
        )
    rows.sort(key=lambda row: -row[1])
    rake = sum(row[3] for row in rows) if known else None
    total = ("All causes", all_s, None, rake, None) if rows else None
    return Sheet(
        "lost_causes", "Lost seats by cause", columns, tuple(rows), total, _rake_note(games)
    )


def fill(dashboard: Dashboard) -> Sheet:
    """Return table fill by hour of the day, all games combined."""
    rows = tuple(_filled(one) for one in dashboard.fill_by_hour)
    return Sheet("fill", "Table fill by hour", _FILL, rows, None, _FILL_NOTE)


def fill_games(dashboard: Dashboard) -> Sheet:
    """Return table fill by game and hour of the day."""
    rows = tuple((_game(one.game), *_filled(one)) for one in dashboard.fill_by_game)
    columns = (Column("game", "Game", "text"), *_FILL)
    return Sheet("fill_games", "Table fill by game and hour", columns, rows, None, _FILL_NOTE)


_FILL_NOTE = "Tables and waiting: the average of the time when a table was open or a player waited."


def _filled(one: HourFill) -> Row:
    return f"{one.hour:02d}:00", one.fill, one.tables, one.waiting


def _rake_note(games: Sequence[LostSeats]) -> str:
    """Return how rake lost is computed, and for which games it is not known."""
    unknown = [one.key for one in games if one.rake_lost is None]
    note = (
        "Rake lost: the lost time at the rake and time charge that each game had per taken seat,"
        f" in the range or in the {BASIS_DAYS} days before."
    )
    if not unknown:
        return note
    return f"{note} Not known for {', '.join(unknown)}: nothing was charged there."


def incidents(dashboard: Dashboard) -> Sheet:
    """Return incidents by category."""
    columns = (
        Column("category", "Incident", "text"),
        Column("severity", "Severity", "text"),
        Column("n", "n"),
    )
    known = categories()
    rows = tuple(
        (
            known[incident_stats.category].title
            if incident_stats.category in known
            else incident_stats.category,
            SEVERITIES.get(incident_stats.severity, str(incident_stats.severity)),
            incident_stats.n,
        )
        for incident_stats in dashboard.incidents
    )
    total = ("All incidents", None, sum(incident_stats.n for incident_stats in dashboard.incidents))
    return Sheet("incidents", "Incidents", columns, rows, total)


def silences(dashboard: Dashboard) -> Sheet:
    """Return tablet outages by table."""
    columns = (
        Column("table", "Table", "text"),
        Column("times", "Times"),
        Column("seconds", "Offline", "time"),
    )
    rows = tuple(
        (outage_stats.table, outage_stats.times, outage_stats.seconds)
        for outage_stats in dashboard.silences
    )
    times = sum(outage_stats.times for outage_stats in dashboard.silences)
    seconds = sum(outage_stats.seconds for outage_stats in dashboard.silences)
    note = "While the room was open; an outage still going counts up to the last log count."
    return Sheet("silences", "Offline tablets", columns, rows, ("All tables", times, seconds), note)


def irregularity(key: str) -> str:
    """Return the catalog's name of an irregularity."""
    row = catalogue().rows.get(key)
    return row.title if row else key.replace("_", " ") or "Not stated"


def _game(key: str) -> str:
    return key or "No game"


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


def _waited(waits: WaitStats) -> Row:
    wait: Percentiles = waits.wait_s
    away = waits.walk_away
    there = waits.added, waits.seated, waits.left, away.value, away.interval
    return *there, waits.passed, wait.p50, wait.p90


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
    "waits": waits,
    "calls": calls,
    "each_call": each_call,
    "overrides": overrides,
    "reasons": reasons,
    "tables": TABLES.sheet,
    "dealers": DEALERS.sheet,
    "shifts": SHIFTS.sheet,
    "seats": SEATS_BY_GAME.sheet,
    "lost_seats": lost,
    "lost_causes": lost_causes,
    "incidents": incidents,
    "silences": silences,
    "series": lambda dashboard: over_time(dashboard).sheet(dashboard),
}

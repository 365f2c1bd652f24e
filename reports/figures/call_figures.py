"""Figures of floor calls and overridden proposals, in sums and call by call."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from poker.irregularities.load import catalogue, group_of
from reports.figures.calls import TARGET_SECONDS, CallRow, CallStats, calls_all
from reports.figures.dashboard import Dashboard
from reports.figures.figure import Definition, Figure, SheetLayout
from reports.figures.intervals import MIN_CASES, Rate, wilson
from reports.figures.wait_figures import NO_FEW
from rulings.calls.override_reasons import REASONS

KINDS = {  # the catalog's categories in floor terms
    "early": "Premature burn or card",
    "exposed": "Card exposed",
    "bet": "Bet or raise dispute",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "deck": "Deck, stub or muck",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "draw": "Draw error",
    "conduct": "Conduct",
    "": "Not stated",
}
ENDED = {  # by decision, or by status without a decision
    "accepted": "As proposed",
    "overridden": "Overridden",
    "dealer": "Fixed by the dealer",
    "open": "Still open",
    "ruled": "Ruled",
    "cancelled": "Canceled",
}


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """Overrides with one reason, or all. share: of all overrides."""

    name: str
    n: int
    share: Rate


def irregularity(key: str) -> str:
    """Return the catalog's name of an irregularity."""
    row = catalogue().rows.get(key)
    return row.title if row else key.replace("_", " ") or "Not stated"


def kind_of(key: object) -> str:
    """Return the name of an irregularity's category."""
    return KINDS[group_of(str(key))]


def kinds(calls: Sequence[CallStats]) -> dict[str, list[CallStats]]:
    """Return the calls of irregularities by category name."""
    calls_by_kind: dict[str, list[CallStats]] = {}
    for stats in calls:
        calls_by_kind.setdefault(kind_of(stats.key), []).append(stats)
    return calls_by_kind


def by_kind(dashboard: Dashboard) -> list[tuple[str, CallStats]]:
    """Return calls by category name, the most frequent first."""
    hands = dashboard.total.hands
    rows = [(name, calls_all(calls, hands)) for name, calls in kinds(dashboard.calls).items()]
    return sorted(rows, key=lambda row: (-row[1].n, row[0]))


def remedies_note(dashboard: Dashboard) -> str:
    """Return a note on the dealers' remedies, which are not counted as calls; "" if there are none."""
    if not dashboard.remedies:
        return ""
    times = "once" if dashboard.remedies == 1 else f"{dashboard.remedies:,} times"
    return f"Also fixed by a dealer without a call, {times}."


def _ended(call: CallRow) -> str:
    if call.decision in ENDED:
        return ENDED[call.decision]
    return ENDED.get(call.status, call.status)


CallFigure = Figure[CallStats]
CallLayout = SheetLayout[Dashboard, CallStats]
CallRowFigure = Figure[CallRow]
CallRowLayout = SheetLayout[Dashboard, CallRow]
ReasonFigure = Figure[ReasonRow]

HERE_DEFINITION = Definition(
    name="Supervisor at the table",
    meaning=(
        "From the call until a supervisor marked being there. Median and 90th percentile"
        f" are actual values (nearest rank), shown from {MIN_CASES} cases up."
    ),
    source="floor calls",
    interval="none",
    n="calls a supervisor came to",
)
WITHIN_A_MINUTE = Definition(
    name="Here within a minute",
    meaning=(
        f"The share with a supervisor there within {TARGET_SECONDS} seconds. The house's"
        " own measure."
    ),
    source="floor calls",
    interval="95%, Wilson",
    n="calls a supervisor came to",
)
OVERRIDES_DEFINITION = Definition(
    name="Proposals overridden",
    meaning="Rulings that differ from the house rule's proposal, out of all rulings with one.",
    source="rulings",
    interval="95%, Wilson",
    n="rulings with a proposal",
)
IRREGULARITY = CallFigure(
    "irregularity", "Irregularity", "text", lambda stats: irregularity(str(stats.key))
)
KIND = CallFigure("kind", "Kind of trouble", "text", lambda stats: stats.key)
CALLS = CallFigure("n", "n", "int", lambda stats: stats.n, is_bold=True)
CALL_RATE = CallFigure(
    "per_1000",
    "Per 1,000 hands",
    "rate",
    lambda stats: stats.per_1000.value,
    page_title="Per 1,000",
    definition=Definition(
        name="Floor calls per 1,000 hands",
        meaning=(
            "Floor calls by dealers, canceled ones included, per thousand hands. What a"
            " dealer fixed alone under house rules isn't a call; it's shown separately."
        ),
        source="floor calls",
        interval="95%, exact for a count (Poisson)",
        n="calls",
    ),
)
CALL_RATE_INTERVAL = CallFigure(
    "interval", "Interval", "interval", lambda stats: stats.per_1000.interval
)
HERE_MEDIAN = CallFigure(
    "here_p50",
    "Here p50",
    "time",
    lambda stats: stats.here_s.p50,
    is_bold=True,
    definition=HERE_DEFINITION,
)
HERE_P90 = CallFigure(
    "here_p90",
    "Here p90",
    "time",
    lambda stats: stats.here_s.p90,
    page_title="p90",
    definition=HERE_DEFINITION,
)
CLOSED_MEDIAN = CallFigure("closed_p50", "Closed p50", "time", lambda stats: stats.closed_s.p50)
OVERRIDDEN = CallFigure(
    "overridden",
    "Overridden",
    "int",
    lambda stats: stats.against,
    definition=OVERRIDES_DEFINITION,
)
PROPOSALS = CallFigure(
    "proposals",
    "Proposals",
    "int",
    lambda stats: stats.proposals,
    definition=OVERRIDES_DEFINITION,
)
OVERRIDE_SHARE = CallFigure(
    "override_share",
    "Overridden, share",
    "share",
    lambda stats: stats.override_share.value,
    definition=OVERRIDES_DEFINITION,
)
OVERRIDE_INTERVAL = CallFigure(
    "override_interval",
    "Overridden, interval",
    "share_interval",
    lambda stats: stats.override_share.interval,
)
CALL_FIGURES = (CALLS, CALL_RATE, CALL_RATE_INTERVAL, HERE_MEDIAN, HERE_P90, CLOSED_MEDIAN)
OVERRIDE_FIGURES = (OVERRIDDEN, PROPOSALS, OVERRIDE_SHARE, OVERRIDE_INTERVAL)

CALL_AT = CallRowFigure("at", "At", "moment", lambda call: call.at)
CALL_TABLE = CallRowFigure("table", "Table", "text", lambda call: call.table)
CALL_HAND = CallRowFigure("hand", "Hand", "int", lambda call: call.hand or None)
CALL_IRREGULARITY = CallRowFigure(
    "irregularity", "Irregularity", "text", lambda call: irregularity(call.key)
)
CALL_RULING = CallRowFigure("ruling", "Ruling", "text", lambda call: call.number)
CALL_ENDED = CallRowFigure("ended", "Ended", "text", _ended)
CALL_REASON = CallRowFigure("reason", "Reason", "text", lambda call: call.reason)
CALL_BY = CallRowFigure("by", "By", "text", lambda call: call.by)
RULED_BY = replace(CALL_BY, title="Ruled by")
CALL_HERE = CallRowFigure("here", "Here", "time", lambda call: call.here_s)
CALL_CLOSED = CallRowFigure("closed", "Closed", "time", lambda call: call.closed_s)
CALL_ROW_FIGURES = (
    CALL_AT,
    CALL_TABLE,
    CALL_HAND,
    CALL_IRREGULARITY,
    CALL_RULING,
    CALL_ENDED,
    CALL_REASON,
    CALL_BY,
    CALL_HERE,
    CALL_CLOSED,
)

REASON = ReasonFigure("reason", "Reason", "text", lambda row: row.name)
REASON_COUNT = ReasonFigure(
    "n",
    "n",
    "int",
    lambda row: row.n,
    is_bold=True,
    definition=Definition(
        name="Overrides by reason",
        meaning=(
            "Rulings that differ from the proposal, by the supervisor's reason. A written-in"
            " reason counts as Other."
        ),
        source="rulings",
        interval="95%, Wilson",
        n="rulings that differ",
    ),
)
REASON_SHARE = ReasonFigure("share", "Share", "share", lambda row: row.share.value)
REASON_INTERVAL = ReasonFigure(
    "interval", "Interval", "share_interval", lambda row: row.share.interval
)


def _calls_note(dashboard: Dashboard) -> str:
    note = f"Per 1,000 hands: exact 95% Poisson interval. {NO_FEW} {remedies_note(dashboard)}"
    return note.strip()


def _newest_note(rows: int, total: int) -> str:
    """Return a note on how many rows the table leaves out; "" if it has all."""
    if total <= rows:
        return ""
    return f"Newest {rows:,}; {total - rows:,} more not shown. Choose fewer days."


def _reasons(dashboard: Dashboard) -> list[ReasonRow]:
    names = dict(REASONS)
    total = sum(dashboard.reasons.values())
    return [ReasonRow(names[key], n, wilson(n, total)) for key, n in dashboard.reasons.items()]


def _all_reasons(dashboard: Dashboard) -> ReasonRow | None:
    if not dashboard.reasons:
        return None
    return ReasonRow("", sum(dashboard.reasons.values()), Rate(None, None, None, 0))


CALLS_BY_IRREGULARITY = CallLayout(
    key="calls",
    title="Floor calls by irregularity",
    figures=(IRREGULARITY, *CALL_FIGURES, *OVERRIDE_FIGURES),
    rows=lambda dashboard: dashboard.calls,
    total=lambda dashboard: dashboard.calls_total,
    total_name="All calls",
    note=_calls_note,
    page=(*CALL_FIGURES, OVERRIDDEN),
)
CALLS_BY_KIND = replace(
    CALLS_BY_IRREGULARITY,
    key="kinds",
    title="Floor calls by kind of trouble",
    figures=(KIND, *CALL_FIGURES, *OVERRIDE_FIGURES),
    rows=lambda dashboard: [replace(stats, key=name) for name, stats in by_kind(dashboard)],
)
EACH_CALL = CallRowLayout(
    key="each_call",
    title="Calls, one by one",
    figures=CALL_ROW_FIGURES,
    rows=lambda dashboard: dashboard.each_call,
    note=lambda dashboard: _newest_note(
        len(dashboard.each_call), dashboard.calls_total.n + dashboard.remedies
    ),
    page=CALL_ROW_FIGURES,
)
OVERRIDES = CallRowLayout(
    key="overrides",
    title="Overrides",
    figures=(
        CALL_AT,
        CALL_TABLE,
        CALL_HAND,
        CALL_IRREGULARITY,
        CALL_RULING,
        CALL_REASON,
        RULED_BY,
    ),
    rows=lambda dashboard: dashboard.overrides,
    note=lambda dashboard: _newest_note(len(dashboard.overrides), dashboard.calls_total.overridden),
    page=(CALL_AT, CALL_TABLE, CALL_IRREGULARITY, CALL_RULING, CALL_REASON, RULED_BY),
)
OVERRIDES_BY_REASON = SheetLayout[Dashboard, ReasonRow](
    key="reasons",
    title="Overrides by reason",
    figures=(REASON, REASON_COUNT, REASON_SHARE, REASON_INTERVAL),
    rows=_reasons,
    total=_all_reasons,
    total_name="All overrides",
    note=lambda _: "Rulings that differ from the proposal. A written-in reason counts as Other.",
    page=(REASON, REASON_COUNT, REASON_SHARE, REASON_INTERVAL),
)


def page_of_day(layout: CallRowLayout, dashboard: Dashboard) -> tuple[CallRowFigure, ...]:
    """Return the figures shown on a page of a layout; times have no day if the range is one day."""
    if dashboard.report_range.days != 1:
        return layout.page
    return (replace(CALL_AT, page_kind="clock"), *layout.page[1:])

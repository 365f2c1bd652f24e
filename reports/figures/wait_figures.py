"""Figures of waits, incidents and offline tablets."""

from reports.figures.dashboard import Dashboard
from reports.figures.figure import Definition, Figure, SheetLayout
from reports.figures.intervals import MIN_CASES
from reports.figures.waits import IncidentStats, OutageStats, WaitStats
from rulings.incidents.categories import SEVERITIES, categories

NO_FEW = f"No percentiles under {MIN_CASES} cases."

WaitFigure = Figure[WaitStats]
IncidentFigure = Figure[IncidentStats]
OutageFigure = Figure[OutageStats]

WAIT_DEFINITION = Definition(
    name="Wait",
    meaning=(
        "From joining the list to the seat, for players seated. Median and 90th"
        f" percentile by nearest rank, from {MIN_CASES} seated up."
    ),
    source="the waitlist log",
    interval="none",
    n="players seated",
)
LEFT_DEFINITION = Definition(
    name="Left, calls passed",
    meaning=(
        "Names that came off a list without a seat, and their share of all names off;"
        " plus calls passed."
    ),
    source="the waitlist log",
    interval="95%, Wilson, of the part",
    n="names off the list",
)
LIST = WaitFigure("game", "List", "text", lambda waits: waits.key, page_kind="game")
ADDED = WaitFigure("added", "Added", "int", lambda waits: waits.added)
SEATED = WaitFigure(
    "seated",
    "Seated",
    "int",
    lambda waits: waits.seated,
    definition=WAIT_DEFINITION,
)
LEFT = WaitFigure(
    "left",
    "Left",
    "int",
    lambda waits: waits.left,
    definition=LEFT_DEFINITION,
)
LEFT_SHARE = WaitFigure(
    "walk_away",
    "Left, share",
    "share",
    lambda waits: waits.walk_away.value,
    definition=LEFT_DEFINITION,
)
LEFT_INTERVAL = WaitFigure(
    "walk_away_interval",
    "Left, interval",
    "share_interval",
    lambda waits: waits.walk_away.interval,
)
PASSED = WaitFigure(
    "passed",
    "Calls passed",
    "int",
    lambda waits: waits.passed,
    definition=LEFT_DEFINITION,
)
WAIT_MEDIAN = WaitFigure(
    "p50",
    "p50",
    "time",
    lambda waits: waits.wait_s.p50,
    page_kind="minutes",
    is_bold=True,
    definition=WAIT_DEFINITION,
)
WAIT_P90 = WaitFigure(
    "p90",
    "p90",
    "time",
    lambda waits: waits.wait_s.p90,
    page_kind="minutes",
    definition=WAIT_DEFINITION,
)


def _category(incidents: IncidentStats) -> str:
    category = categories().get(incidents.category)
    return category.title if category else incidents.category


def _severity(incidents: IncidentStats) -> str | None:
    if incidents.severity is None:
        return None
    return SEVERITIES.get(incidents.severity, str(incidents.severity))


CATEGORY = IncidentFigure("category", "Incident", "text", _category)
SEVERITY = IncidentFigure("severity", "Severity", "text", _severity)
INCIDENT_COUNT = IncidentFigure(
    "n",
    "n",
    "int",
    lambda incidents: incidents.n,
    is_bold=True,
    definition=Definition(
        name="Incidents",
        meaning="Reports of conduct by category and severity.",
        source="incidents",
        interval="none",
    ),
)

OUTAGE_TABLE = OutageFigure("table", "Table", "text", lambda outages: outages.table)
OUTAGE_COUNT = OutageFigure("times", "Times", "int", lambda outages: outages.times)
OFFLINE = OutageFigure(
    "seconds",
    "Offline",
    "time",
    lambda outages: outages.seconds,
    is_bold=True,
    definition=Definition(
        name="Offline tablets",
        meaning=(
            "Times a tablet had no signal for longer than the room's setting while the room"
            " was open. One still going counts up to the last log count."
        ),
        source="tablet heartbeats",
        interval="none",
    ),
)


def _all_incidents(dashboard: Dashboard) -> IncidentStats:
    n = sum(incidents.n for incidents in dashboard.incidents)
    return IncidentStats(category="", severity=None, n=n)


def _all_outages(dashboard: Dashboard) -> OutageStats:
    seconds = sum(outages.seconds for outages in dashboard.silences)
    times = sum(outages.times for outages in dashboard.silences)
    return OutageStats(table="", seconds=seconds, times=times)


WAITS = SheetLayout[Dashboard, WaitStats](
    key="waits",
    title="Waits",
    figures=(
        LIST,
        ADDED,
        SEATED,
        LEFT,
        LEFT_SHARE,
        LEFT_INTERVAL,
        PASSED,
        WAIT_MEDIAN,
        WAIT_P90,
    ),
    rows=lambda dashboard: dashboard.waits,
    total=lambda dashboard: dashboard.waits_total,
    total_name="All lists",
    note=lambda _: NO_FEW,
    page=(LIST, ADDED, SEATED, LEFT, WAIT_MEDIAN, WAIT_P90),
)
INCIDENTS = SheetLayout[Dashboard, IncidentStats](
    key="incidents",
    title="Incidents",
    figures=(CATEGORY, SEVERITY, INCIDENT_COUNT),
    rows=lambda dashboard: dashboard.incidents,
    total=_all_incidents,
    total_name="All incidents",
    page=(CATEGORY, SEVERITY, INCIDENT_COUNT),
)
OUTAGES = SheetLayout[Dashboard, OutageStats](
    key="silences",
    title="Offline tablets",
    figures=(OUTAGE_TABLE, OUTAGE_COUNT, OFFLINE),
    rows=lambda dashboard: dashboard.silences,
    total=_all_outages,
    total_name="All tables",
    note=lambda _: (
        "While the room was open; an outage still going counts up to the last log count."
    ),
    page=(OUTAGE_TABLE, OUTAGE_COUNT, OFFLINE),
)

"""Figures of waits, incidents and offline tablets."""

from reports.figures.dashboard import Dashboard
from reports.figures.figure import Figure, SheetLayout
from reports.figures.intervals import MIN_CASES
from reports.figures.waits import IncidentStats, OutageStats, WaitStats
from rulings.incidents.categories import SEVERITIES, categories

NO_FEW = f"No percentiles under {MIN_CASES} cases."

WaitFigure = Figure[WaitStats]
IncidentFigure = Figure[IncidentStats]
OutageFigure = Figure[OutageStats]

LIST = WaitFigure("game", "List", "text", lambda waits: waits.key, page_kind="game")
ADDED = WaitFigure("added", "Added", "int", lambda waits: waits.added)
SEATED = WaitFigure("seated", "Seated", "int", lambda waits: waits.seated)
LEFT = WaitFigure("left", "Left", "int", lambda waits: waits.left)
LEFT_SHARE = WaitFigure("walk_away", "Left, share", "share", lambda waits: waits.walk_away.value)
LEFT_INTERVAL = WaitFigure(
    "walk_away_interval",
    "Left, interval",
    "share_interval",
    lambda waits: waits.walk_away.interval,
)
PASSED = WaitFigure("passed", "Calls passed", "int", lambda waits: waits.passed)
WAIT_MEDIAN = WaitFigure(
    "p50", "p50", "time", lambda waits: waits.wait_s.p50, page_kind="minutes", is_bold=True
)
WAIT_P90 = WaitFigure("p90", "p90", "time", lambda waits: waits.wait_s.p90, page_kind="minutes")


def _category(incidents: IncidentStats) -> str:
    category = categories().get(incidents.category)
    return category.title if category else incidents.category


def _severity(incidents: IncidentStats) -> str | None:
    if incidents.severity is None:
        return None
    return SEVERITIES.get(incidents.severity, str(incidents.severity))


CATEGORY = IncidentFigure("category", "Incident", "text", _category)
SEVERITY = IncidentFigure("severity", "Severity", "text", _severity)
INCIDENT_COUNT = IncidentFigure("n", "n", "int", lambda incidents: incidents.n, is_bold=True)

OUTAGE_TABLE = OutageFigure("table", "Table", "text", lambda outages: outages.table)
OUTAGE_COUNT = OutageFigure("times", "Times", "int", lambda outages: outages.times)
OFFLINE = OutageFigure("seconds", "Offline", "time", lambda outages: outages.seconds, is_bold=True)


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

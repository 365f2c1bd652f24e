"""Figures as tables of plain values: one source for HTML, CSV, XLSX, PDF and the API."""

from typing import Any

from reports.figures.call_figures import (
    CALLS_BY_IRREGULARITY,
    EACH_CALL,
    OVERRIDES,
    OVERRIDES_BY_REASON,
)
from reports.figures.dashboard import Dashboard
from reports.figures.figure import Sheet, SheetLayout
from reports.figures.hand_figures import (
    DEALERS,
    DROP_BY_GAME,
    PACE_BY_GAME,
    SEATS_BY_GAME,
    SHIFTS,
    TABLES,
    over_time,
)
from reports.figures.kind_figures import HANDS_BY_KIND
from reports.figures.seat_figures import LOST_BY_CAUSE, LOST_SEATS
from reports.figures.wait_figures import INCIDENTS, OUTAGES, WAITS

LAYOUTS: tuple[SheetLayout[Dashboard, Any], ...] = (
    PACE_BY_GAME,
    DROP_BY_GAME,
    WAITS,
    CALLS_BY_IRREGULARITY,
    EACH_CALL,
    OVERRIDES,
    OVERRIDES_BY_REASON,
    TABLES,
    DEALERS,
    SHIFTS,
    HANDS_BY_KIND,
    SEATS_BY_GAME,
    LOST_SEATS,
    LOST_BY_CAUSE,
    INCIDENTS,
    OUTAGES,
)


def layouts(dashboard: Dashboard) -> tuple[SheetLayout[Dashboard, Any], ...]:
    return (*LAYOUTS, over_time(dashboard))


def sheets(dashboard: Dashboard) -> tuple[Sheet, ...]:
    return tuple(layout.sheet(dashboard) for layout in layouts(dashboard))


def sheet(dashboard: Dashboard, key: str) -> Sheet | None:
    """Return one sheet by its key without querying the others; None if there is none."""
    for layout in layouts(dashboard):
        if layout.key == key:
            return layout.sheet(dashboard)
    return None

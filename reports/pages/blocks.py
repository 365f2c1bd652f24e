"""The blocks of a report by name. This module has the blocks without a chart."""

from collections.abc import Callable
from dataclasses import replace

from reports.figures.call_figures import OVERRIDES_BY_REASON
from reports.figures.dashboard import Dashboard, aliases
from reports.figures.hand_figures import (
    DEALERS,
    PACE_BY_GAME,
    PARTIAL_HANDS_PAGE,
    SHIFTS,
    TABLES,
)
from reports.figures.kind_figures import HANDS_BY_KIND
from reports.figures.seat_figures import (
    FILL_BY_GAME,
    FILL_BY_HOUR,
    FILL_NOTE,
    LOST_BY_CAUSE,
    LOST_SEATS,
)
from reports.figures.wait_figures import INCIDENTS, OUTAGES
from reports.pages.call_blocks import calls, each_call, every_call
from reports.pages.chart_blocks import (
    drop,
    drop_led,
    drop_over_time,
    pace,
    pace_with_links,
    response_times,
    seats,
    series,
    share_text,
    waits,
)
from reports.pages.links import of_groups, of_kinds
from reports.pages.table_html import ReportBlock, block_of
from tables.models import Table


def blocks(dashboard: Dashboard, names: tuple[str, ...]) -> tuple[ReportBlock, ...]:
    return tuple(_MADE[name](dashboard) for name in names)


def shifts(dashboard: Dashboard) -> ReportBlock:
    return block_of(SHIFTS, dashboard)


def lost(dashboard: Dashboard) -> ReportBlock:
    sub = "Minutes that seats were open while players waited for the game"
    block = block_of(LOST_SEATS, dashboard, sub, most=40)
    note = f"{block.note} {LOST_SEATS.note(dashboard)}".strip()
    block = replace(block, wide=True, note=note)
    return block if dashboard.lost_seats else _empty(block, _NO_GAMES)


def lost_causes(dashboard: Dashboard) -> ReportBlock:
    sub = "Minutes that seats were open while players waited; each seat has one cause at a time"
    block = block_of(LOST_BY_CAUSE, dashboard, sub)
    return block if dashboard.lost_seats else _empty(block, _NO_GAMES)


def fill(dashboard: Dashboard) -> ReportBlock:
    block = block_of(FILL_BY_HOUR, dashboard, FILL_NOTE, most=24)
    return block if dashboard.fill_by_hour else _empty(block, _NO_GAMES)


def fill_games(dashboard: Dashboard) -> ReportBlock:
    block = block_of(FILL_BY_GAME, dashboard, FILL_NOTE, most=240)
    return block if dashboard.fill_by_game else _empty(block, _NO_GAMES)


_NO_GAMES = "No table was open and no one waited."


def incidents(dashboard: Dashboard) -> ReportBlock:
    block = block_of(INCIDENTS, dashboard)
    return block if dashboard.incidents else _empty(block, "No incidents reported.")


def silences(dashboard: Dashboard) -> ReportBlock:
    block = block_of(OUTAGES, dashboard)
    return block if dashboard.silences else _empty(block, "No tablets offline.")


def hands(dashboard: Dashboard) -> ReportBlock:
    share = dashboard.total.partial_share
    sub = f"Not followed to the end: {share_text(share)}. Reopened: {dashboard.total.undone:,}"
    block = block_of(PACE_BY_GAME, dashboard, sub, page=PARTIAL_HANDS_PAGE)
    return replace(block, key="hands", title="Partial hands")


def kinds(dashboard: Dashboard) -> ReportBlock:
    """Return hands by kind; only a sentence if all were ordinary."""
    sub = "Seconds from a hand's first tap to its end, 95% interval. A hand of two kinds is in both rows"
    keys = (stats.key for stats in dashboard.hand_kinds.kinds)
    block = block_of(HANDS_BY_KIND, dashboard, sub, links=of_kinds(dashboard.report_range, keys))
    return block if dashboard.hand_kinds.special else _empty(block, _ALL_ORDINARY)


_ALL_ORDINARY = "No bomb pots, straddles, kills or second runs."


def reasons(dashboard: Dashboard) -> ReportBlock:
    block = block_of(OVERRIDES_BY_REASON, dashboard, OVERRIDES_BY_REASON.note(dashboard))
    return block if dashboard.reasons else _empty(block, "No overrides.")


def tables(dashboard: Dashboard) -> ReportBlock:
    pks = dict(Table.objects.filter(room=dashboard.report_range.room).values_list("name", "pk"))
    links = of_groups(
        dashboard.report_range, "table", (pks.get(str(stats.key)) for stats in dashboard.tables)
    )
    return replace(block_of(TABLES, dashboard, most=1000, links=(links,)), wide=True)


def dealers(dashboard: Dashboard) -> ReportBlock:
    """Return each dealer with enough hands, by alias."""
    keys = {alias: key for key, alias in aliases().items()}
    links = of_groups(
        dashboard.report_range, "dealer", (keys.get(str(stats.key)) for stats in dashboard.dealers)
    )
    sub = DEALERS.note(dashboard)
    block = block_of(DEALERS, dashboard, sub, most=1000, links=(links,))
    block = replace(block, wide=True)
    return block if dashboard.dealers else _empty(block, "No dealer had 100 hands in this range.")


def _empty(block: ReportBlock, none: str) -> ReportBlock:
    return ReportBlock(
        block.key,
        block.title,
        block.subtitle,
        empty_text=none,
        wide=block.wide,
        sheets=block.sheets,
    )


_MADE: dict[str, Callable[[Dashboard], ReportBlock]] = {
    "pace": pace,
    "pace_led": pace_with_links,
    "drop": drop,
    "drop_led": drop_led,
    "waits": waits,
    "calls": calls,
    "every_call": every_call,
    "each_call": each_call,
    "here": response_times,
    "reasons": reasons,
    "series": series,
    "take": drop_over_time,
    "seats": seats,
    "shifts": shifts,
    "lost_seats": lost,
    "lost_causes": lost_causes,
    "fill": fill,
    "fill_games": fill_games,
    "incidents": incidents,
    "silences": silences,
    "hands": hands,
    "kinds": kinds,
    "tables": tables,
    "dealers": dealers,
}

"""A full report as one value, the source of its page, PDF and files."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Sum
from django.utils import timezone

from poker.refusal import Refusal
from reports.chain_status import ChainStatus, chain_status_of
from reports.export.display_values import moment
from reports.figures.dashboard import Dashboard, aliases, dashboard
from reports.figures.figure import Sheet
from reports.figures.hands import MIN_HANDS
from reports.figures.ranges import ReportRange
from reports.models import LogCursor, RollupProgress
from reports.pages.blocks import blocks
from reports.pages.findings import ShiftFindings, findings_of
from reports.pages.heading import HeadlineFigure, figures, line
from reports.pages.report_query import fields_of, range_of, shift_of
from reports.pages.report_types import ReportType
from reports.pages.table_html import ReportBlock
from reports.rollups.gaming_days import GamingShift
from reports.rollups.room import calendar_of
from staff.models import Room


@dataclass(frozen=True, slots=True)
class Report:
    kind: ReportType
    report_range: ReportRange
    range_text: str
    counted_text: str
    empty: str  # why it has no data, or ""
    figures: tuple[HeadlineFigure, ...]
    blocks: tuple[ReportBlock, ...]
    findings: ShiftFindings | None  # what changed; None unless it is a shift with data
    fields: Mapping[str, str]  # the query parameters of its URL
    dashboard: Dashboard
    proof: ChainStatus

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets of its files, each once."""
        sheets_by_key = {sheet.key: sheet for block in self.blocks for sheet in block.sheets}
        return tuple(sheets_by_key.values())


def report_of(kind: ReportType, room: Room, data: Mapping[str, str], now: datetime) -> Report:
    """Build a report. Raises the refusals of `range_of`, and `Refusal`: `few_hands` for a dealer."""
    report_range = range_of(kind, room, data, now)
    figures_of_range = dashboard(report_range)
    if report_range.dealer and figures_of_range.total.hands < MIN_HANDS:
        name = aliases().get(report_range.dealer, report_range.dealer)
        raise Refusal("few_hands", name=name, hands=figures_of_range.total.hands, least=MIN_HANDS)
    empty = _empty(report_range, figures_of_range, now)
    shift = shift_of(report_range) if kind.key == "shift" else None
    going = not empty and _ends(report_range, shift) > now.timestamp()
    report_blocks = () if empty else blocks(figures_of_range, kind.blocks)
    findings = None
    if kind.key == "shift" and not empty:
        findings, report_blocks = findings_of(figures_of_range, report_blocks, is_over=not going)
    return Report(
        kind=kind,
        report_range=report_range,
        range_text=line(
            report_range,
            None if empty else figures_of_range,
            shift=(_clock(shift.begins), _clock(shift.ends)) if shift else None,
            going=going,
        ),
        counted_text=counted_until(room),
        empty=empty,
        figures=() if empty or kind.key == "dealers" else figures(figures_of_range),
        blocks=report_blocks,
        findings=findings,
        fields=fields_of(kind, report_range),
        dashboard=figures_of_range,
        proof=chain_status_of(room),
    )


def counted_until(room: Room) -> str:
    """Return the time up to which the logs were counted, as text."""
    progress = RollupProgress.objects.filter(room=room).first()
    if progress is None or not progress.until:
        return ""
    at = moment(datetime.fromtimestamp(progress.until, tz=UTC))
    entries = LogCursor.objects.filter(table__room=room).aggregate(all=Sum("seq"))["all"] or 0
    return f"From {entries:,} entries in the tables\u2019 logs, as of {at}"


def _empty(report_range: ReportRange, dashboard: Dashboard, now: datetime) -> str:
    """Return why there is nothing to show, or ""."""
    total = dashboard.total
    # The other figures are queried only if these are zero.
    if total.hands or total.open_s or total.drop:
        return ""
    if dashboard.calls_total.n or dashboard.waits_total.added or dashboard.waits_total.seated:
        return ""
    if dashboard.incidents or dashboard.silences:
        return ""
    assert report_range.first is not None
    if calendar_of(report_range.room).begins(report_range.first) > now.timestamp():
        return "That hasn't started yet."
    return "No activity: no tables open, no one on a list, no floor calls."


def _ends(report_range: ReportRange, shift: GamingShift | None) -> int:
    assert report_range.last is not None
    return shift.ends if shift else calendar_of(report_range.room).ends(report_range.last)


def _clock(seconds: int) -> str:
    return f"{timezone.localtime(datetime.fromtimestamp(seconds, tz=UTC)):%H:%M}"

"""Rollups, which can be rebuilt from the logs, and archived reports, which are append-only."""

from reports.models.archive import (
    ArchivedReport,
    ReportClosing,
    ReportEmail,
    ReportPdf,
    ReportRecipients,
)
from reports.models.cursors import LogCursor, RollupProgress, SeatUseCursor
from reports.models.files import ReportFile
from reports.models.hands import DealerDay, DealerMonth, TableDay, TableHour
from reports.models.operations import CallFact, IncidentDay, OutageHour, WaitDay

__all__ = [
    "ArchivedReport",
    "CallFact",
    "DealerDay",
    "DealerMonth",
    "IncidentDay",
    "LogCursor",
    "OutageHour",
    "ReportClosing",
    "ReportEmail",
    "ReportFile",
    "ReportPdf",
    "ReportRecipients",
    "RollupProgress",
    "SeatUseCursor",
    "TableDay",
    "TableHour",
    "WaitDay",
]

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
from reports.models.hands import (
    DealerDay,
    DealerMonth,
    HandKindDay,
    HandKindHour,
    RoomDay,
    TableDay,
    TableHour,
    TableMonth,
)
from reports.models.operations import CallFact, FillMonth, IncidentDay, OutageHour, WaitDay

__all__ = [
    "ArchivedReport",
    "CallFact",
    "DealerDay",
    "DealerMonth",
    "FillMonth",
    "HandKindDay",
    "HandKindHour",
    "IncidentDay",
    "LogCursor",
    "OutageHour",
    "ReportClosing",
    "ReportEmail",
    "ReportFile",
    "ReportPdf",
    "ReportRecipients",
    "RollupProgress",
    "RoomDay",
    "SeatUseCursor",
    "TableDay",
    "TableHour",
    "TableMonth",
    "WaitDay",
]

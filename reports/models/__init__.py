"""Rollups, which can be rebuilt from the logs, and archived reports, which are append-only."""

from reports.models.archive import Closing, Mailing, MailTo, Paper, StoredReport
from reports.models.cursors import Cursor, Rolled
from reports.models.hands import DayDealer, DayTable, Hour, MonthDealer
from reports.models.operations import CallFact, IncidentDay, SilentHour, WaitDay

__all__ = [
    "CallFact",
    "Closing",
    "Cursor",
    "DayDealer",
    "DayTable",
    "Hour",
    "IncidentDay",
    "MailTo",
    "Mailing",
    "MonthDealer",
    "Paper",
    "Rolled",
    "SilentHour",
    "StoredReport",
    "WaitDay",
]

"""Rollups: what reports read, pictures which can be made anew; and reports as they were stored, which are kept."""

from reports.models.counted import CallFact, IncidentDay, SilentHour, WaitDay
from reports.models.cursors import Cursor, Rolled
from reports.models.dealt import DayDealer, DayTable, Hour, MonthDealer
from reports.models.stored import Closing, Mailing, MailTo, Paper, StoredReport

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

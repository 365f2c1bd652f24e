"""Rollups: what reports read. Pictures of the logs and of the rows beside them, which can be made anew."""

from reports.models.counted import CallFact, IncidentDay, SilentHour, WaitDay
from reports.models.cursors import Cursor, Rolled
from reports.models.dealt import DayDealer, DayTable, Hour, MonthDealer

__all__ = [
    "CallFact",
    "Cursor",
    "DayDealer",
    "DayTable",
    "Hour",
    "IncidentDay",
    "MonthDealer",
    "Rolled",
    "SilentHour",
    "WaitDay",
]

"""Configuration of a room: rooms, tables, plaques, devices and staff. What happens at a table is in the log."""

from tables.models.devices import Device, Divergence, PairingCode
from tables.models.former_names import FormerTableName
from tables.models.hands import HandStart
from tables.models.pace import HourlyHandCount, TabletHeartbeat, TabletOutage, TypicalPace
from tables.models.plaques import Plaque
from tables.models.rooms import SeatLock, Table
from tables.models.rules import EffectiveRules
from tables.models.scheduled_plaques import ScheduledPlaque
from tables.models.seat_use import DismissedSuggestion, GameHalfHour
from tables.models.visits import ChipMovement, SeatSession, Visit

__all__ = [
    "ChipMovement",
    "Device",
    "DismissedSuggestion",
    "Divergence",
    "EffectiveRules",
    "FormerTableName",
    "GameHalfHour",
    "HandStart",
    "HourlyHandCount",
    "PairingCode",
    "Plaque",
    "ScheduledPlaque",
    "SeatLock",
    "SeatSession",
    "Table",
    "TabletHeartbeat",
    "TabletOutage",
    "TypicalPace",
    "Visit",
]

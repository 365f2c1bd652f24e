"""Configuration of a room: rooms, tables, plaques, devices and staff. What happens at a table is in the log."""

from tables.models.board import BoardSettings
from tables.models.devices import Device, Divergence, PairingCode
from tables.models.former_names import FormerTableName
from tables.models.hands import HandStart
from tables.models.joining import JoinRequest, LobbyScreen
from tables.models.messages import TextOptOut, TextReply
from tables.models.pace import HourlyHandCount, TabletHeartbeat, TabletOutage, TypicalPace
from tables.models.pages import CallPage
from tables.models.plaques import Plaque
from tables.models.rooms import SeatLock, Table
from tables.models.rules import EffectiveRules
from tables.models.scheduled_plaques import ScheduledPlaque
from tables.models.seat_use import DismissedSuggestion, GameHalfHour
from tables.models.visits import ChipMovement, SeatSession, Visit
from tables.models.waitlists import Departure, RoomWaitlistLog, WaitlistChange

__all__ = [
    "BoardSettings",
    "CallPage",
    "ChipMovement",
    "Departure",
    "Device",
    "DismissedSuggestion",
    "Divergence",
    "EffectiveRules",
    "FormerTableName",
    "GameHalfHour",
    "HandStart",
    "HourlyHandCount",
    "JoinRequest",
    "LobbyScreen",
    "PairingCode",
    "Plaque",
    "RoomWaitlistLog",
    "ScheduledPlaque",
    "SeatLock",
    "SeatSession",
    "Table",
    "TabletHeartbeat",
    "TabletOutage",
    "TextOptOut",
    "TextReply",
    "TypicalPace",
    "Visit",
    "WaitlistChange",
]

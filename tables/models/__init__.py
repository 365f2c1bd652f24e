"""Configuration of a room: rooms, tables, plaques, devices and staff. What happens at a table is in the log."""

from tables.models.dealers import RoomDealers
from tables.models.devices import Device, Divergence, PairingCode
from tables.models.pace import HandsHour, TabletHeard, TabletSilence, UsualPace
from tables.models.plaques import Plaque
from tables.models.rooms import Room, SeatLock, Table
from tables.models.rules import RulesFrom
from tables.models.scheduled_plaques import PlaqueDue
from tables.models.staff import SignInDelay, Staff
from tables.models.visits import Movement, Sitting, Visit
from tables.models.waitlists import FreedSeat, ListChange, RoomLists

__all__ = [
    "Device",
    "Divergence",
    "FreedSeat",
    "HandsHour",
    "ListChange",
    "Movement",
    "PairingCode",
    "Plaque",
    "PlaqueDue",
    "Room",
    "RoomDealers",
    "RoomLists",
    "RulesFrom",
    "SeatLock",
    "SignInDelay",
    "Sitting",
    "Staff",
    "Table",
    "TabletHeard",
    "TabletSilence",
    "UsualPace",
    "Visit",
]

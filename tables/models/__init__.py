"""Set-up of a room: rooms, tables, plaques, devices and staff. What happens at a table is in the log."""

from tables.models.devices import Device, PairingCode
from tables.models.lists import FreedSeat, ListChange, RoomLists
from tables.models.plaques import Plaque
from tables.models.rooms import Room, Table
from tables.models.rules import RulesFrom
from tables.models.staff import Staff

__all__ = [
    "Device",
    "FreedSeat",
    "ListChange",
    "PairingCode",
    "Plaque",
    "Room",
    "RoomLists",
    "RulesFrom",
    "Staff",
    "Table",
]

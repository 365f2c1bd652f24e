"""Set-up of a room: rooms, tables, plaques, devices and staff. What happens at a table is in the log."""

from tables.models.devices import Device, PairingCode
from tables.models.plaques import Plaque
from tables.models.rooms import Room, Table
from tables.models.rules import RulesFrom
from tables.models.staff import Staff

__all__ = ["Device", "PairingCode", "Plaque", "Room", "RulesFrom", "Staff", "Table"]

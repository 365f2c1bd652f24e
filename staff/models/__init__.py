"""Rooms, the people who work in them, programs that have access, the access policy, and the audit trail."""

from staff.models.access import AccessPolicy, AccessReport, RecoveryCode, SignOff, first_limits
from staff.models.audit import AuditEvent, LastUse
from staff.models.installation import Installation
from staff.models.integrations import ApiToken, Integration
from staff.models.people import SignInDelay, Staff
from staff.models.rooms import Room
from staff.models.start_codes import StartCode

__all__ = [
    "AccessPolicy",
    "AccessReport",
    "ApiToken",
    "AuditEvent",
    "Installation",
    "Integration",
    "LastUse",
    "RecoveryCode",
    "Room",
    "SignInDelay",
    "SignOff",
    "Staff",
    "StartCode",
    "first_limits",
]

"""People who work here: accounts and badges, the access policy, and the audit trail."""

from staff.models.access import AccessPolicy, AccessReport, RecoveryCode, SignOff, first_limits
from staff.models.audit import AuditEvent, LastUse
from staff.models.people import SignInDelay, Staff
from staff.models.start_codes import StartCode

__all__ = [
    "AccessPolicy",
    "AccessReport",
    "AuditEvent",
    "LastUse",
    "RecoveryCode",
    "SignInDelay",
    "SignOff",
    "Staff",
    "StartCode",
    "first_limits",
]

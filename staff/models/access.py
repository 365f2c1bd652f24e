"""Access policy, recovery codes, and the quarterly access report."""

from typing import Any

from django.conf import settings
from django.db import models

from staff.models.people import Staff


def first_limits() -> dict[str, list[int]]:
    """Return the default limits by role: minutes of a session at most, and idle minutes. House choice."""
    return {
        "dealer": [480, 240],
        "desk": [480, 240],
        "supervisor": [480, 240],
        "manager": [480, 120],
        "surveillance": [720, 240],
    }


class AccessPolicy(models.Model):
    """The access policy, in a single row. `limits` are as in `first_limits`."""

    limits = models.JSONField(default=first_limits)
    # Managers must have a second factor for the admin site.
    factor_for_managers = models.BooleanField(default=False)
    # Staff who have a second factor must show it in addition to badge and PIN.
    factor_on_floor = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        permissions = [("keep_access", "Can set sign-in rules and sign off access reports")]

    def __str__(self) -> str:
        return "sign-in rules"


class RecoveryCode(models.Model):
    """A recovery code for a user who lost the app. It works once, and only its hash is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once")
        ]

    def __str__(self) -> str:
        return f"code of {self.user}"


class AccessReport(models.Model):
    """The role of each person on a given day. The rows are those of `staff.access_report`, one for each person; never
    changed.

    `quarter` is for example 2026-Q4 for a report of the scheduled task, "" for one created on request.
    """

    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")
    quarter = models.CharField(max_length=7, blank=True)
    rows: "models.JSONField[Any, Any]" = models.JSONField()

    class Meta:
        default_permissions = ()
        ordering = ("-made_at", "-id")
        constraints = [
            models.UniqueConstraint(
                fields=["quarter"], condition=~models.Q(quarter=""), name="access_report_quarter"
            )
        ]

    def __str__(self) -> str:
        return f"access report of {self.made_at:%b %-d, %Y}"


class SignOff(models.Model):
    """A manager's signature on an access report."""

    report = models.OneToOneField(AccessReport, on_delete=models.PROTECT, related_name="sign_off")
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.report}, signed off by {self.by}"

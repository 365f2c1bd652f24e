"""The house's choices of how people get in, recovery codes, and the quarterly report of who has access."""

from typing import Any

from django.conf import settings
from django.db import models

from tables.models import Staff


def first_limits() -> dict[str, list[int]]:
    """Minutes a sign-in lasts at most, and minutes without use, by role. No guide says: the house's own choice."""
    return {
        "dealer": [480, 240],
        "desk": [480, 240],
        "supervisor": [480, 240],
        "manager": [480, 120],
        "surveillance": [720, 240],
    }


class AccessPolicy(models.Model):
    """One row: how people who work here sign in. limits: as `first_limits`.

    factor_for_managers: whoever manages has a second factor for the set-up pages; factor_on_floor: whoever has one is
    asked for it beside badge and PIN, too.
    """

    limits = models.JSONField(default=first_limits)
    factor_for_managers = models.BooleanField(default=False)
    factor_on_floor = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        permissions = [("keep_access", "Can say how people sign in, and sign off who may")]

    def __str__(self) -> str:
        return "how people sign in"


class RecoveryCode(models.Model):
    """A code for whoever has lost the app; only its hash is kept, and it works once."""

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
    """Who had which role on a day. rows: one a person, as `access.reporting` makes them; never changed.

    quarter: such as 2026-Q4 of those that the job makes at its first day, "" of one that somebody asked for.
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
        return f"access report of {self.made_at:%d %b %Y}"


class SignOff(models.Model):
    """A manager has read a report and stands for it."""

    report = models.OneToOneField(AccessReport, on_delete=models.PROTECT, related_name="sign_off")
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.report}, signed off by {self.by}"

"""Audit events: actions of people and integrations that are not in a table's log."""

from django.db import models

from journal.device_context import MAX_DEVICE_LENGTH


class AuditEvent(models.Model):
    """One audit event: an action, or its refusal. Append-only."""

    class Outcome(models.TextChoices):
        """Whether the action was done or refused."""

        DONE = "done", "done"
        REFUSED = "refused", "refused"

    at = models.DateTimeField()
    # Log key, `user.N` without a badge, or the attempted sign-in name.
    who = models.CharField(max_length=160)
    alias = models.CharField(max_length=60, blank=True)  # alias at the time of the event
    verb = models.CharField(max_length=40)  # one of `staff.audit.verbs`
    about_kind = models.CharField(max_length=40, blank=True)  # kind of the subject
    about_key = models.CharField(max_length=100, blank=True)  # its key
    about_name = models.CharField(max_length=120, blank=True)  # its name at the time
    room = models.BigIntegerField(null=True)
    table = models.BigIntegerField(null=True)
    device = models.CharField(max_length=MAX_DEVICE_LENGTH, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        default_permissions = ()
        permissions = [("search_acts", "Can search the audit")]
        indexes = [
            models.Index(fields=["at", "id"], name="act_at"),
            models.Index(fields=["who", "at"], name="act_who"),
            models.Index(fields=["verb", "at"], name="act_verb"),
            models.Index(fields=["device", "at"], name="act_device"),
            # Partial indexes, because most events are about no table and few are refused.
            models.Index(
                fields=["table", "at"], condition=models.Q(table__isnull=False), name="act_table"
            ),
            models.Index(
                fields=["at", "who"], condition=models.Q(outcome="refused"), name="act_refused"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.alias or self.who}: {self.verb}"


class LastUse(models.Model):
    """When a person last used a sign-in area: tablet, floor, desk, incidents, setup. Stored about once a minute."""

    who = models.CharField(max_length=160)
    where = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["who", "where"], name="last_use_once")]

    def __str__(self) -> str:
        return f"{self.who} at {self.where}, {self.at:%b %-d, %Y %H:%M}"

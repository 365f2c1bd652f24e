"""Scheduled plaque changes: who requested which change, when it takes effect, and the outcome."""

from django.db import models
from django.db.models import Q


class ScheduledPlaque(models.Model):
    """New values for one or more plaques from a set time, unless they are withdrawn before.

    Only changed values are stored, so that other changes made before that time stay. The audit log has each action.
    """

    class State(models.TextChoices):
        WAITS = "waits", "pending"
        BEGUN = "begun", "in force"
        WITHDRAWN = "withdrawn", "withdrawn"

    names = models.JSONField(help_text="Plaque names, whatever version is current by then.")
    values = models.JSONField(help_text="Plaque fields; amounts in the smallest unit.")
    put_up = models.JSONField(help_text="Open tables that switch to it.")
    said = models.JSONField(help_text="What changes, in words: label, before, after.")
    begins = models.CharField(max_length=120, help_text="Start time in words: day of Nov 24.")
    effective_from = models.DateTimeField()
    asked_by = models.CharField(max_length=160, help_text="As the log names people.")
    asked_alias = models.CharField(max_length=60, blank=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITS)
    ended_at = models.DateTimeField(null=True)
    ended_alias = models.CharField(max_length=60, blank=True)
    held_up = models.JSONField(default=dict, help_text="Why it didn't take effect when due.")

    class Meta:
        ordering = ("effective_from", "id")
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["effective_from"], condition=Q(state="waits"), name="plaques_that_wait"
            )
        ]

    def __str__(self) -> str:
        return f"{', '.join(self.names)} from {self.begins}"

    @property
    def waits(self) -> bool:
        """Return whether the change can still be withdrawn."""
        return self.state == self.State.WAITS

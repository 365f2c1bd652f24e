"""What of a plaque changes later: who asked, what, from when, and what came of it."""

from django.db import models
from django.db.models import Q


class PlaqueDue(models.Model):
    """Some values of one plaque, or of several, from a moment on. It waits until then, unless it is withdrawn.

    Only what changes is kept, so that what somebody else changes meanwhile stays. Who did what is in the audit, too.
    """

    class State(models.TextChoices):
        WAITS = "waits", "waits"
        BEGUN = "begun", "in force"
        WITHDRAWN = "withdrawn", "withdrawn"

    names = models.JSONField(help_text="Of the plaques, whatever their versions are by then.")
    values = models.JSONField(help_text="Fields of a plaque, amounts in the smallest unit.")
    put_up = models.JSONField(help_text="Numbers of the open tables that take it.")
    said = models.JSONField(help_text="What changes, in words: label, before, after.")
    begins = models.CharField(max_length=120, help_text="The moment in words: day of 24 Nov.")
    effective_from = models.DateTimeField()
    asked_by = models.CharField(max_length=160, help_text="As the log names people.")
    asked_alias = models.CharField(max_length=60, blank=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITS)
    ended_at = models.DateTimeField(null=True)
    ended_alias = models.CharField(max_length=60, blank=True)
    held_up = models.JSONField(
        default=dict, help_text="The refusal for which it is not in force although its time came."
    )

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
        """Whether it may still be withdrawn."""
        return self.state == self.State.WAITS

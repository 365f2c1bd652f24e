"""The house rules of a room or of one of its tables, and when they take effect; written by the rulebook's app."""

from typing import Any

from django.db import models, transaction
from django.db.models import F, Q

from journal.caches import RULE_VERSIONS
from staff.models import Room
from tables.models.rooms import Table


class EffectiveRules(models.Model):
    """One version of a rulebook and when it takes effect. Append-only."""

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="rules_from")
    table = models.ForeignKey(
        Table,
        on_delete=models.PROTECT,
        null=True,
        related_name="rules_from",
        help_text="Table with its own rulebook; blank for the whole room.",
    )
    book = models.CharField(
        max_length=80, blank=True, help_text="Rulebook; blank for the room's own."
    )
    version = models.PositiveIntegerField()
    settings = models.JSONField(
        default=dict, help_text="Only settings that differ from the guide defaults."
    )
    effective_from = models.DateTimeField()
    withdrawn = models.BooleanField(
        default=False, help_text="The table goes back to the room's rulebook from then on."
    )

    class Meta:
        ordering = (F("table").asc(nulls_last=True), "-effective_from", "-id")
        indexes = [models.Index(fields=["room", "table", "effective_from"], name="rules_in_force")]
        constraints = [
            models.UniqueConstraint(
                fields=["room", "version"],
                condition=Q(table=None),
                name="rules_version_once_in_a_room",
            ),
            models.UniqueConstraint(
                fields=["table", "version"], name="rules_version_once_at_a_table"
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the version, and let this process read it immediately."""
        super().save(*args, **kwargs)
        RULE_VERSIONS.clear()
        transaction.on_commit(RULE_VERSIONS.clear)

    def __str__(self) -> str:
        return f"{self.book or self.room} version {self.version}"

"""The starts of a table's hands; a projection of its log."""

from django.db import models

from tables.models.rooms import Table


class HandStart(models.Model):
    """The start of a hand, even if it was undone later; a projection of the table's log."""

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="hand_starts", db_index=False
    )
    seq = models.BigIntegerField(help_text="The entry of the log.")
    number = models.PositiveIntegerField(
        help_text="Number of the hand; after an undone start the next one has the same number."
    )
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="hand_start_once")]
        indexes = [
            models.Index(fields=["table", "number", "seq"], name="hand_start_number"),
            models.Index(fields=["table", "at", "seq"], name="hand_start_at"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, hand {self.number}"

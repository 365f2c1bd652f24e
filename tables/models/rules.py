"""Which house rules count from when, for a room or for one of its tables. The rulebook's own app writes it."""

from django.db import models
from django.db.models import F, Q

from tables.models.rooms import Room, Table


class RulesFrom(models.Model):
    """One version of a rulebook and from when it counts; the database refuses to change or delete a row."""

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="rules_from")
    table = models.ForeignKey(
        Table,
        on_delete=models.PROTECT,
        null=True,
        related_name="rules_from",
        help_text="A table with a rulebook of its own; none is the whole room.",
    )
    book = models.CharField(
        max_length=80, blank=True, help_text="Whose rulebook: empty is the room's."
    )
    version = models.PositiveIntegerField()
    settings = models.JSONField(
        default=dict, help_text="Only those that differ from the guides' defaults."
    )
    effective_from = models.DateTimeField()
    withdrawn = models.BooleanField(
        default=False, help_text="From then on the table plays by the room's rulebook again."
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

    def __str__(self) -> str:
        return f"{self.book or self.room} version {self.version}"

"""High hands that dealers posted."""

from django.db import models

from tables.models import Table


class PostedHighHand(models.Model):
    """A high hand posted at a table. A row of a projection of the table's log; an undone one is removed.

    value: compares with other hands, as its numbers with commas; period_ends: Unix milliseconds, 0 without a period.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="high_hands")
    seq = models.BigIntegerField()
    promotion = models.CharField(max_length=50, help_text='Key of the version: "high-hand.2".')
    hand = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40)
    cards = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    value = models.CharField(max_length=60)
    at = models.DateTimeField()
    period_ends = models.BigIntegerField(default=0)

    class Meta:
        ordering = ("at", "pk")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="high_hand_once")]
        indexes = [models.Index(fields=["promotion", "period_ends"], name="high_hands_of_period")]

    def __str__(self) -> str:
        return f"{self.name} at {self.table}"

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the value as numbers."""
        return tuple(map(int, self.value.split(",")))

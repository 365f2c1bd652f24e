"""The columns that every kind of outgoing message has."""

from django.db import models


class OutboxMessage(models.Model):
    """A message that leaves the house, stored in the transaction of its cause.

    Each kind has its own table, which names its states in the column `state`.
    """

    # The number of started tries, so that a message which kills its worker also runs out of tries.
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    # When the next try may start. While a worker sends the message, this is the end of its lease.
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)  # when the message stops being sent
    ended_at = models.DateTimeField(null=True, help_text="Delivered or given up.")
    error = models.CharField(max_length=200, blank=True)  # why the last try failed

    class Meta:
        abstract = True

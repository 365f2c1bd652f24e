"""The columns that every kind of outgoing message has."""

from django.db import models


class OutboxMessage(models.Model):
    """A message that leaves the house, stored in the same transaction as what causes it.

    Each kind has its own table, with the names of its states in a column `state`.
    """

    # Of tries that began, so that a message which ends its worker runs out of tries as well.
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    # Time of the next try. While a worker sends the message, the end of its lease: then another worker may try.
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)  # never sent from then on
    ended_at = models.DateTimeField(null=True, help_text="Delivered or given up.")
    error = models.CharField(max_length=200, blank=True)  # why the last try failed

    class Meta:
        abstract = True

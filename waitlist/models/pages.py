"""Pages of called players, as messages of the outbox."""

from django.db import models

from outbox.message import OutboxMessage
from staff.models import Room


class CallPage(OutboxMessage):
    """One page of a called player, stored in the transaction of the call.

    It names only the waitlist entry. Player, number and text are read when it is sent, so no row has personal data.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Failed"
        OBSOLETE = "obsolete", "Not needed"

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="pages")
    number = models.BigIntegerField(help_text="Of the waitlist entry, in this room.")
    until = models.BigIntegerField(
        help_text="When the call ends on the room's clock, in Unix milliseconds."
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()
        ordering = ("id",)
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="waiting"), name="call_page_waiting"
            ),
            models.Index(fields=["room", "expires_at"], name="call_page_of_room"),
            models.Index(fields=["ended_at"], name="call_page_ended"),
        ]

    def __str__(self) -> str:
        return f"Page of entry {self.number} in {self.room}"

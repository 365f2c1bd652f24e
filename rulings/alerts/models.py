"""Who is on duty, and the alerts on their phones."""

from datetime import timedelta

from django.db import models

from outbox.message import OutboxMessage
from outbox.phones.models import AlertPhone
from rulings.calls.models import Call
from staff.models import Room, Staff

# A phone that was unreachable for longer gets no late call, because everyone else was alerted by then. A
# house choice.
LIFETIME = timedelta(minutes=2)


class SupervisorDuty(models.Model):
    """A supervisor who is on duty in a room: only then do their phones ring. Ends at `until` at the latest."""

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="duties")
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="duties")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["staff", "room"], name="duty_once_a_room")]
        indexes = [models.Index(fields=["room", "until"], name="duty_of_room")]

    def __str__(self) -> str:
        return f"{self.staff} in {self.room} until {self.until:%H:%M}"


class CallAlert(OutboxMessage):
    """One alert for one phone. It has no text: the text is created when the alert is sent."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Failed"
        OBSOLETE = "obsolete", "Not needed"

    class Kind(models.TextChoices):
        CALL = "call", "New call"
        REPORT = "report", "What happened was reported"
        EVERYONE = "everyone", "Escalated, or seen by no one"
        OVER = "over", "Answered or over"
        TEST = "test", "Test"

    phone = models.ForeignKey(AlertPhone, on_delete=models.CASCADE, related_name="alerts")
    call = models.ForeignKey(Call, on_delete=models.CASCADE, null=True, related_name="alerts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=60, blank=True, help_text="What was reported by then.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # Each answer key of a notification works once.
    used_seen_at = models.DateTimeField(null=True)
    used_coming_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        ordering = ("id",)
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="waiting"), name="call_alert_waiting"
            ),
            models.Index(fields=["ended_at"], name="call_alert_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} for {self.phone}"

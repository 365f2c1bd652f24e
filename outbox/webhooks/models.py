"""Webhooks of API clients, and their deliveries."""

from django.db import models

from outbox.message import OutboxMessage
from staff.models import Integration


class Webhook(models.Model):
    """A URL that receives certain kinds of events.

    The secrets are encrypted by `outbox.webhooks.secret_encryption`.
    """

    integration = models.ForeignKey(Integration, on_delete=models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    secret = models.CharField(max_length=200)  # the encrypted secret
    # The rotated secret, which also signs until `previous_until`.
    previous_secret = models.CharField(max_length=200, blank=True)
    previous_until = models.DateTimeField(null=True)
    # Until this time, a worker of the previous version delivers to the webhook. Remove it in the next version.
    leased_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "api"  # the prefix of its name in the database
        ordering = ("id",)
        default_permissions = ()

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(OutboxMessage):
    """An event for one webhook, stored in the same transaction as the event."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Failed"

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event_id = models.UUIDField()
    event = models.CharField(max_length=40)
    body = models.TextField()  # the JSON text exactly as it is signed and sent
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # HTTP status of the last answer, 0 if there was none
    status = models.PositiveSmallIntegerField(default=0)

    class Meta:
        app_label = "api"  # the prefix of its name in the database
        ordering = ("id",)
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["hook", "id"], condition=models.Q(state="waiting"), name="delivery_waiting"
            ),
            models.Index(fields=["hook", "state", "-id"], name="delivery_of_hook"),
            models.Index(fields=["ended_at"], name="delivery_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.hook}"

"""API clients, their tokens, and their webhooks."""

from django.contrib.auth.models import Group
from django.core.validators import RegexValidator
from django.db import models

from staff.models import Staff
from tables.models import Room
from tables.outbox.message import OutboxMessage

NAME = RegexValidator(
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z",
    "Lowercase letters, digits and single hyphens, such as seating-app.",
)


class Integration(models.Model):
    """An API client. It acts as a role, within its scopes, in one room or in all rooms."""

    name = models.CharField(max_length=40, unique=True, validators=[NAME])
    room = models.ForeignKey(
        Room, on_delete=models.PROTECT, null=True, blank=True, related_name="integrations"
    )
    role = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="integrations")
    scopes = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("name",)
        default_permissions = ()
        permissions = [("keep_integrations", "Can add and shut off integrations")]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """Its key in the log; names have no period, so it cannot equal a staff member's key."""
        return f"api.{self.name}"


class ApiToken(models.Model):
    """A token of an integration; only its hash is stored. Several can be valid, so that one can replace another."""

    integration = models.ForeignKey(Integration, on_delete=models.CASCADE, related_name="tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8, help_text="The last letters, to tell tokens apart.")
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True, help_text="To the minute.")

    class Meta:
        ordering = ("-made_at", "-id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.integration} …{self.hint}"


class Webhook(models.Model):
    """A webhook: a URL that receives some kinds of events.

    The secrets are encrypted by `api.webhooks.secret_encryption`.
    """

    integration = models.ForeignKey(Integration, on_delete=models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    secret = models.CharField(max_length=200)  # the encrypted secret
    # the rotated secret, which also signs until `previous_until`
    previous_secret = models.CharField(max_length=200, blank=True)
    previous_until = models.DateTimeField(null=True)
    # Until then a worker of the version before delivers to it; to be removed in the next version.
    leased_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        default_permissions = ()

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(OutboxMessage):
    """One event for one webhook, stored in the same transaction as the event."""

    class State(models.TextChoices):
        """The state of a delivery."""

        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Failed"

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event_id = models.UUIDField()
    event = models.CharField(max_length=40)
    body = models.TextField()  # JSON text exactly as signed and sent
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # HTTP status of the last answer, 0 for none
    status = models.PositiveSmallIntegerField(default=0)

    class Meta:
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

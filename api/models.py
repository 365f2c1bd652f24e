"""Other programs that may ask the room, their tokens, and what they want to be told."""

from django.contrib.auth.models import Group
from django.core.validators import RegexValidator
from django.db import models

from tables.models import Room, Staff

NAME = RegexValidator(
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z", "Small letters, digits and single hyphens, such as seating-app."
)


class Integration(models.Model):
    """Another program. It acts as a role, within its scopes, in one room or in all of them."""

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
        permissions = [("keep_integrations", "Can let other programs in and shut them out")]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """How the log names it; a name has no full stop, so it is nobody's who works here."""
        return f"api.{self.name}"


class Token(models.Model):
    """What an integration shows; only its hash is kept. Several at once, so that one can follow another."""

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


class Hook(models.Model):
    """An address that is told of some kinds of events. before: the secret that was rotated, until `before_until`.

    sealed, before: as `api.hooks.sealing` has them; leased_until: somebody delivers to it just now.
    """

    integration = models.ForeignKey(Integration, on_delete=models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    sealed = models.CharField(max_length=200)
    before = models.CharField(max_length=200, blank=True)
    before_until = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        default_permissions = ()

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One event for one address, written in the transaction of what it tells.

    body: JSON text exactly as it is signed and sent; due_at: of the next try; status: of the last answer, 0 for none.
    """

    class State(models.TextChoices):
        """How it stands."""

        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Given up"

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    event_id = models.UUIDField()
    event = models.CharField(max_length=40)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="Delivered or given up.")
    status = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)

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

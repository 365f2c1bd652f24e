"""Programs that have access: API clients and their tokens."""

from django.contrib.auth.models import Group
from django.core.validators import RegexValidator
from django.db import models

from staff.models.people import Staff
from staff.models.rooms import Room

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
        app_label = "api"  # its name in the database
        ordering = ("name",)
        default_permissions = ()
        permissions = [("keep_integrations", "Can add and shut off integrations")]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """The client's key in the log; names have no period, so it cannot equal a staff member's key."""
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
        app_label = "api"  # its name in the database
        ordering = ("-made_at", "-id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.integration} …{self.hint}"

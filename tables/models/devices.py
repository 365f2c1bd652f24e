"""Tablets and the codes that pair them."""

from functools import cached_property

from django.db import models

from staff.models.people import Staff
from tables.models.rooms import Table


class Device(models.Model):
    """A tablet that belongs to a table. Only the hash of its token is stored."""

    name = models.CharField(max_length=60)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)
    paired_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    dealer = models.ForeignKey(
        Staff, on_delete=models.SET_NULL, null=True, editable=False, related_name="devices"
    )
    # The dealer who stepped aside for a supervisor's single act, and is signed in again after it without a PIN.
    aside = models.ForeignKey(
        Staff, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    push_due = models.BooleanField(
        default=False, editable=False, help_text="Took over mid-hand: push when the hand ends."
    )
    signed_in_at = models.DateTimeField(null=True, editable=False)
    # When the PIN of the dealer who is signed in was checked, if the push was made before it, without a network.
    pin_checked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("table", "name")

    def __str__(self) -> str:
        return self.name

    @cached_property
    def table_kind(self) -> str:
        """Return the kind of its table. `pairing.device_known` sets it without a query."""
        return Table.every.values_list("kind", flat=True).get(pk=self.table_id)


class PairingCode(models.Model):
    """A one-time code that pairs a browser as a device; only its hash is stored."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="pairing_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    lasting = models.BooleanField(
        default=False, editable=False, help_text="Reusable; demo room only."
    )

    def __str__(self) -> str:
        return f"Code for {self.device}, until {self.expires_at:%H:%M}"


class Divergence(models.Model):
    """A tap whose stored events differ from those its tablet decided with the same code: a bug, kept with both
    versions.
    """

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="divergences")
    command_id = models.CharField(max_length=64)
    engine = models.CharField(max_length=64, help_text="Hash of the tablet's bundle.")
    predicted = models.JSONField(help_text="Events that the tablet decided.")
    stored = models.JSONField(help_text="Events in the log.")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "command_id"], name="divergence_once")
        ]

    def __str__(self) -> str:
        return f"Tap {self.command_id} at {self.table_id}"

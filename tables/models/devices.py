"""Tablets and the codes that pair them."""

from django.db import models

from tables.models.rooms import Table
from tables.models.staff import Staff


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
    # The dealer who stepped aside for a supervisor's one act, and is back after it without a PIN.
    aside = models.ForeignKey(
        Staff, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    push_due = models.BooleanField(
        default=False, editable=False, help_text="Took over mid-hand: push when the hand ends."
    )
    signed_in_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("table", "name")

    def __str__(self) -> str:
        return self.name


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

"""The installation: the progress of its setup, and its currency, in a single row."""

from django.db import models

from staff.models.people import Staff
from staff.models.rooms import Room


class Installation(models.Model):
    """The setup of this installation, in a single row, and the currency of all rooms.

    The setup has its one-time code, who began it, its room and its end. The results of its steps are not stored here:
    the steps are computed from the room's own rows. Only the hash of the code is stored.
    """

    code_hash = models.CharField(max_length=64, blank=True)
    code_expires_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    begun_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")
    room = models.ForeignKey(Room, on_delete=models.PROTECT, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True)
    currency = models.CharField(
        max_length=3,
        default="USD",
        db_default="USD",
        help_text="ISO 4217. It stays once a hand was dealt, because stored amounts name no currency.",
    )
    factor_put_off_at = models.DateTimeField(
        null=True, help_text="When the setup went on without a second factor; the settings remind."
    )
    time_zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="Of all rooms, such as America/Los_Angeles. Blank: that of the server.",
    )
    demo_until = models.DateTimeField(
        null=True, help_text="Until then the demo is being created, or was until it failed."
    )

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()

    def __str__(self) -> str:
        return "setup"

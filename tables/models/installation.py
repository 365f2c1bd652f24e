"""The installation: what its setup has reached, in a single row."""

from django.db import models

from staff.models import Staff
from tables.models.rooms import Room


class Installation(models.Model):
    """The setup of this installation, in a single row: its one-time code, who began it, its room, and its end.

    What a step made is not stored here: the steps are computed from the room's own rows. Only the hash of the code
    is stored.
    """

    code_hash = models.CharField(max_length=64, blank=True)
    code_expires_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    begun_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")
    room = models.ForeignKey(Room, on_delete=models.PROTECT, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "setup"

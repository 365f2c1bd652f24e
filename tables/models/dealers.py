"""The log of a room's dealers and sections."""

from django.db import models

from journal.models import Stream
from staff.models import Room


class RoomLineupLog(models.Model):
    """The dealers on duty in one room and the supervisors' sections, as a log; its snapshot is the present
    lineup.
    """

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="dealers"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="dealers")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Dealers of {self.room}"

"""A room's dealers and sections are a log."""

from django.db import models

from journal.models import Stream
from tables.models.rooms import Room


class RoomDealers(models.Model):
    """Everybody on duty in one room and the supervisors' sections: their log, whose picture is what stands now."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="dealers"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="dealers")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Dealers of {self.room}"

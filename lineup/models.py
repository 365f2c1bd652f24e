"""The log of a room's dealers and sections, and the families of games that a dealer may deal."""

from django.db import models

from journal.models import Stream
from staff.models import Room, Staff


class RoomLineupLog(models.Model):
    """The log of a room's dealers on duty and supervisors' sections. Its snapshot is the current lineup."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="dealers"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="dealers")

    class Meta:
        app_label = "tables"  # the prefix of its name in the database
        default_permissions = ()

    def __str__(self) -> str:
        return f"Dealers of {self.room}"


class GameSignOff(models.Model):
    """A family of games that a trainer has signed off for a person. The lineup warns if a sign-off is missing."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="sign_offs")
    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="game_sign_offs")
    family = models.CharField(max_length=20, help_text="Key of the family: flop, stud, draw.")
    by = models.CharField(max_length=100, help_text="Who signed it off, by key.")
    at = models.BigIntegerField(help_text="Unix milliseconds.")

    class Meta:
        app_label = "tables"  # the prefix of its name in the database
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["staff", "family"], name="sign_off_once")]

    def __str__(self) -> str:
        return f"{self.family} of {self.staff_id}"

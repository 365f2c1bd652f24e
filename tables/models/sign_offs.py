"""Which families of games a dealer may deal: rows derived from the logs of the dealer school."""

from django.db import models

from journal.models import Stream
from staff.models.people import Staff


class GameSignOff(models.Model):
    """A family of games that a trainer has signed off for a person. The lineup warns where it is missing."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="sign_offs")
    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="game_sign_offs")
    family = models.CharField(max_length=20, help_text="Key of the family: flop, stud, draw.")
    by = models.CharField(max_length=100, help_text="Who signed it off, by key.")
    at = models.BigIntegerField(help_text="Unix milliseconds.")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["staff", "family"], name="sign_off_once")]

    def __str__(self) -> str:
        return f"{self.family} of {self.staff_id}"

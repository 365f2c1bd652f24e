"""Incidents, what was added to them, and the ladders of rooms; the database refuses to change or delete any of it."""

from django.db import models

from players.models import Player
from rulings.incidents.categories import SEVERITIES
from tables.models import Room, Staff, Table

LONGEST = 2000  # letters of a note


class Incident(models.Model):
    """One thing that somebody did, as it was reported: who, where, in which hand, under which dealer."""

    class SeenBy(models.TextChoices):
        """Who saw it."""

        DEALER = "dealer"
        SUPERVISOR = "supervisor"
        PLAYER = "player"
        CAMERA = "camera"

    command_id = models.UUIDField(unique=True, help_text="Sent twice, it is stored once.")
    category = models.CharField(max_length=40)
    severity = models.PositiveSmallIntegerField(choices=SEVERITIES.items())
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="incidents")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="incidents")
    seat = models.PositiveSmallIntegerField()
    hand = models.PositiveIntegerField(help_text="Number of the hand; 0 where none was dealt yet.")
    dealer = models.CharField(max_length=40, blank=True, help_text="Who dealt, by alias.")
    seen_by = models.CharField(max_length=10, choices=SeenBy.choices, default=SeenBy.DEALER)
    note = models.TextField(max_length=LONGEST, blank=True)
    at = models.DateTimeField()
    recorded_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="incidents")

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ("view",)
        permissions = [("note_incident", "Can add to an incident")]
        indexes = [models.Index(fields=["table", "at"], name="incidents_of_a_table")]

    def __str__(self) -> str:
        return f"{self.category}, {self.player}"


class IncidentNote(models.Model):
    """Something that was added to an incident: words, or the ruling that it goes with."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="notes")
    text = models.TextField(max_length=LONGEST, blank=True)
    ruling = models.ForeignKey(
        "rulings.Ruling", on_delete=models.PROTECT, null=True, related_name="incident_notes"
    )
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="incident_notes")
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"Note on {self.incident}"


class Ladder(models.Model):
    """A room's own sanction ladder from a day on (H-42). What was given before is not changed by it.

    steps: pairs of a kind and its hours; by: as the log names people.
    """

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="ladders")
    number = models.PositiveIntegerField()
    steps = models.JSONField()
    reason = models.CharField(max_length=500)
    effective_from = models.DateTimeField()
    by = models.CharField(max_length=100)
    at = models.DateTimeField()

    class Meta:
        ordering = ("room", "-number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="ladder_once")]

    def __str__(self) -> str:
        return f"Ladder of {self.room}, version {self.number}"

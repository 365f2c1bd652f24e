"""Incidents, their notes, and the ladders of rooms. All of them are append-only."""

from django.db import models

from players.models import Player
from rulings.incidents.categories import SEVERITIES
from staff.models import Room, Staff
from tables.models import Table

NOTE_LENGTH = 2000  # characters of a note


class Incident(models.Model):
    """A player's conduct as it was reported: player, table, hand, dealer."""

    class SeenBy(models.TextChoices):
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
    hand = models.PositiveIntegerField(help_text="Hand number; 0 if none was dealt yet.")
    dealer = models.CharField(max_length=40, blank=True, help_text="Dealer's alias.")
    seen_by = models.CharField(max_length=10, choices=SeenBy.choices, default=SeenBy.DEALER)
    note = models.TextField(max_length=NOTE_LENGTH, blank=True)
    at = models.DateTimeField()
    recorded_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="incidents")

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ("view",)
        permissions = [("note_incident", "Can add notes to an incident")]
        indexes = [models.Index(fields=["table", "at"], name="incidents_of_a_table")]

    def __str__(self) -> str:
        return f"{self.category}, {self.player}"


class IncidentNote(models.Model):
    """A note on an incident: text, or a linked ruling."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="notes")
    text = models.TextField(max_length=NOTE_LENGTH, blank=True)
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
    """A room's own sanction ladder from a date on (H-42). It does not change earlier sanctions.

    steps: pairs of a kind and its hours; by: actor key.
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

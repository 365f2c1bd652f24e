"""Rulebooks of rooms and tables, their append-only versions, and the draft of the next one."""

from django.db import models
from django.db.models import Q

from outbox.phones.models import AlertKey, AlertPhone
from rulings.alerts.models import CallAlert, SupervisorDuty
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident, IncidentNote, Ladder
from staff.models import Room, Staff
from tables.models import Table

__all__ = [
    "AlertKey",
    "AlertPhone",
    "Book",
    "Call",
    "CallAlert",
    "Incident",
    "IncidentNote",
    "Ladder",
    "RulebookDraft",
    "RulebookVersion",
    "Ruling",
    "SupervisorDuty",
]


class Book(models.Model):
    """A rulebook. A room has one, and a table may have its own."""

    name = models.CharField(max_length=80)
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="books")
    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="book"
    )

    class Meta:
        ordering = ("room", "table__name")
        verbose_name = "house rulebook"
        default_permissions = ("view", "change")
        permissions = [("publish_book", "Can publish a version that another manager proposed")]
        constraints = [
            models.UniqueConstraint(
                fields=["room"], condition=Q(table=None), name="one_book_a_room"
            )
        ]

    def __str__(self) -> str:
        return self.name


class RulebookVersion(models.Model):
    """A published version. It is append-only."""

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    settings = models.JSONField(
        default=dict, help_text="Only settings that differ from the guide defaults."
    )
    reason = models.CharField(max_length=500)
    effective_from = models.DateTimeField()
    withdraws = models.BooleanField(
        default=False,
        help_text="The table goes back to the room's rulebook.",
    )
    proposed_by = models.ForeignKey(
        Staff, on_delete=models.PROTECT, null=True, related_name="proposed_versions"
    )
    proposed_at = models.DateTimeField(null=True)
    published_by = models.ForeignKey(
        Staff, on_delete=models.PROTECT, null=True, related_name="published_versions"
    )
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("book", "-number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["book", "number"], name="version_once")]

    def __str__(self) -> str:
        return f"{self.book} version {self.number}"


class RulebookDraft(models.Model):
    """The draft of the next version. `revision` detects concurrent edits by two managers."""

    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="draft")
    settings = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True)
    effective_from = models.DateTimeField(null=True, help_text="Blank: as soon as it's published.")
    withdraws = models.BooleanField(default=False, help_text="Back to the room's rulebook.")
    revision = models.PositiveIntegerField(default=0)
    proposed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="drafts")
    saved_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.book}, draft"

"""Templates, events, and the rows that follow from an event's log."""

from django.db import models
from django.utils import timezone

from journal.models import Stream
from staff.models import Room, Staff


class TournamentTemplate(models.Model):
    """One version of a template. A version is never edited; events keep the version they were made from.

    body: a `tournaments.rules.plan.Plan`.
    """

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="tournament_templates")
    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1, editable=False)
    body = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    published_by = models.ForeignKey(
        Staff, on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )
    retired_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("name", "-version")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["room", "name", "version"], name="tournament_template_version_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"


class ScheduledEvent(models.Model):
    """An event of a room. Its primary key is that of its log."""

    stream = models.OneToOneField(
        Stream,
        on_delete=models.PROTECT,
        primary_key=True,
        editable=False,
        related_name="tournament",
    )
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="tournaments")
    number = models.PositiveIntegerField(help_text="Event number in its room.")
    template = models.ForeignKey(
        TournamentTemplate, on_delete=models.PROTECT, null=True, related_name="events"
    )
    series = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("room", "number")
        default_permissions = ()
        permissions = [
            ("view_event", "Can view tournaments"),
            ("sell_entry", "Can sell tournament entries"),
            ("direct_event", "Can direct tournaments"),
            ("plan_event", "Can plan tournaments"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="tournament_number_once")
        ]

    def __str__(self) -> str:
        return f"Event {self.number}"


class EventSummary(models.Model):
    """What lists and reports show of an event; a projection of its log. Money is in the smallest unit."""

    event = models.OneToOneField(
        ScheduledEvent, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10)
    starts_at = models.DateTimeField()
    day = models.PositiveSmallIntegerField(default=1)
    entries = models.PositiveIntegerField(default=0, help_text="Without voided ones.")
    reentries = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(default=0)
    tables = models.PositiveIntegerField(default=0)
    pool = models.BigIntegerField(default=0, help_text="Fixed pool, or what was collected for it.")
    house = models.BigIntegerField(default=0)
    staff = models.BigIntegerField(default=0)
    overlay = models.BigIntegerField(default=0)
    paid = models.BigIntegerField(default=0)
    chips = models.BigIntegerField(default=0, help_text="Chips that must be on the tables.")

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["status", "starts_at"], name="tournaments_of_a_day")]

    def __str__(self) -> str:
        return self.name


class TournamentEntry(models.Model):
    """An entry of an event; a projection of its log."""

    event = models.ForeignKey(
        ScheduledEvent, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    number = models.PositiveIntegerField()
    player = models.CharField(max_length=40, blank=True, help_text="Key of the player.")
    kind = models.CharField(max_length=10)
    status = models.CharField(max_length=10)
    table = models.CharField(max_length=60, blank=True)
    seat = models.PositiveSmallIntegerField(default=0)
    paid = models.BigIntegerField(help_text="What was paid at the desk, in the smallest unit.")
    won = models.BigIntegerField(default=0, help_text="What was paid out, in the smallest unit.")
    place = models.PositiveIntegerField(default=0, help_text="First place it shares; 0 while open.")
    bought_at = models.DateTimeField()
    token = models.CharField(
        max_length=40, blank=True, db_default="", help_text="Of the player's own page."
    )

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="tournament_entry_once")
        ]
        indexes = [
            models.Index(fields=["player", "status"], name="tournament_entries_of_player"),
            models.Index(fields=["token"], name="tournament_entry_of_token"),
        ]

    def __str__(self) -> str:
        return f"Entry {self.number} of {self.event_id}"


class EventTable(models.Model):
    """A table that an event uses now; a projection of its log."""

    event = models.ForeignKey(ScheduledEvent, on_delete=models.CASCADE, related_name="tables")
    name = models.CharField(max_length=60)
    seats = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="tournament_table_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.event_id}"

"""The entries of dealers' calendars."""

from django.db import models


class CalendarEntry(models.Model):
    """A shift in the calendar of a dealer who has or had it; a projection of the week's log.

    sequence: of its changes, as calendars count them; is_canceled: the dealer doesn't have it anymore.
    """

    week = models.ForeignKey(
        "roster.RosterWeek", on_delete=models.CASCADE, related_name="calendar_entries"
    )
    number = models.PositiveIntegerField()
    dealer = models.CharField(max_length=40)
    start = models.DateTimeField()
    end = models.DateTimeField()
    template = models.CharField(max_length=40, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    is_canceled = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        ordering = ("start", "number")
        constraints = [
            models.UniqueConstraint(
                fields=["week", "number", "dealer"], name="roster_calendar_once"
            )
        ]
        indexes = [models.Index(fields=["dealer", "start"], name="roster_calendar_of_dealer")]

    def __str__(self) -> str:
        return f"Shift {self.number} in the calendar of {self.dealer}"

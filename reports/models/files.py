"""Files of reports that a worker creates while a person waits; kept for a day."""

from uuid import uuid4

from django.db import models

from staff.models import Room, Staff


class ReportFile(models.Model):
    """One requested file of a report, its progress, and its content once created."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        READING = "reading", "reading the figures"
        DRAWING = "drawing", "drawing the pages"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    key = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    made_for = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="report_files")
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="report_files")
    kind = models.CharField(max_length=20)  # key of the report
    fields = models.JSONField()  # the query of the report's page
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    why_failed = models.CharField(max_length=300, blank=True)  # in one sentence
    name = models.CharField(max_length=200, blank=True)  # of the file
    content = models.BinaryField(null=True)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["asked_at"], name="report_file_asked")]

    def __str__(self) -> str:
        return f"{self.kind} report, {self.get_state_display()}"

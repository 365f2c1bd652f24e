"""Reports archived at the end of a shift or day, their closings, and their emails."""

from django.db import models

from outbox.message import OutboxMessage
from staff.models import Room, Staff


class ArchivedReport(models.Model):
    """The report of one shift, or of a gaming day if `shift` is "". Append-only.

    A later correction is a new edition, which names the previous one.
    """

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="stored_reports")
    day = models.DateField()
    shift = models.CharField(max_length=20, blank=True)
    edition = models.PositiveSmallIntegerField(default=1)
    before = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="following"
    )
    ends_at = models.DateTimeField()  # when the shift ended
    made_at = models.DateTimeField()
    # version of the figures' meaning (`reports.archive.content`)
    definitions = models.PositiveSmallIntegerField()
    content = models.JSONField()  # sheets
    basis = (
        models.JSONField()
    )  # the sums it was built from; a later change of them means a correction
    differs = models.JSONField(default=list)  # differences from the previous edition
    # chain status when archived; null in reports older than the column
    proof = models.JSONField(null=True)

    class Meta:
        default_permissions = ()
        permissions = [
            ("sign_report", "Can close shift reports"),
            ("mail_reports", "Can set who gets report emails"),
        ]
        ordering = ("-ends_at", "shift", "-edition")
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "edition"], name="stored_report_once"
            )
        ]
        indexes = [models.Index(fields=["room", "ends_at"], name="stored_reports_of_a_while")]

    def __str__(self) -> str:
        edition = f", edition {self.edition}" if self.edition > 1 else ""
        what = f"{self.shift.capitalize()} shift" if self.shift else "Day"
        return f"{what}, {self.day:%a, %b %-d, %Y}{edition}"


class ReportPdf(models.Model):
    """The PDF of an archived report, built from its content. Append-only."""

    report = models.OneToOneField(ArchivedReport, on_delete=models.PROTECT, related_name="paper")
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"PDF of {self.report}"


class ReportClosing(models.Model):
    """A supervisor closed a report with badge and PIN, once. Append-only."""

    report = models.OneToOneField(ArchivedReport, on_delete=models.PROTECT, related_name="closing")
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="reports_closed")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.report}, closed by {self.by}"


class ReportRecipients(models.Model):
    """The mail addresses for the reports of a room."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="mail_to")
    addresses = models.JSONField(default=list)
    since = models.DateTimeField()  # reports of shifts that ended earlier are not mailed

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Reports of {self.room} by email"


class ReportEmail(OutboxMessage):
    """One report for one address."""

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        SENDING = "sending", "Sending"
        SENT = "sent", "Sent"
        FAILED = "failed", "Failed"

    report = models.ForeignKey(ArchivedReport, on_delete=models.PROTECT, related_name="mailings")
    address = models.CharField(max_length=254)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    # The previous version sets it with the state SENDING; the next version removes both.
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=["report", "address"], name="mailing_once")]
        indexes = [models.Index(fields=["state", "due_at"], name="mailings_due")]

    def __str__(self) -> str:
        return f"{self.report} to {self.address}: {self.state}"

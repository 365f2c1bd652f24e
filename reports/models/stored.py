"""Reports as they were when a shift or a day was over, who closed them, and their mails."""

from django.db import models

from tables.models import Room, Staff


class StoredReport(models.Model):
    """The report of one shift, or of a whole gaming day where `shift` is "". The database keeps it as it is.

    A correction that comes later is a new edition, which names the one before. ends_at: when the shift was over;
    definitions: what its figures mean, by number (`reports.stored.content`); content: its sheets; basis: the sums
    that lay under it, by which a later change is seen; differs: of an edition from the one before; proof: what was
    proved of the logs when it was made (`reports.proof`), None before that was kept.
    """

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="stored_reports")
    day = models.DateField()
    shift = models.CharField(max_length=20, blank=True)
    edition = models.PositiveSmallIntegerField(default=1)
    before = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="following"
    )
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField()
    definitions = models.PositiveSmallIntegerField()
    content = models.JSONField()
    basis = models.JSONField()
    differs = models.JSONField(default=list)
    proof = models.JSONField(null=True)  # a null column is added without copying what is kept

    class Meta:
        default_permissions = ()
        permissions = [
            ("sign_report", "Can close a shift's report"),
            ("mail_reports", "Can say where reports are mailed"),
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
        return f"{what}, {self.day:%a %-d %b %Y}{edition}"


class Paper(models.Model):
    """The PDF of a stored report, made of its content; the database keeps it, too."""

    report = models.OneToOneField(StoredReport, on_delete=models.PROTECT, related_name="paper")
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Paper of {self.report}"


class Closing(models.Model):
    """A supervisor closed a report with badge and PIN, once; the database keeps this, too."""

    report = models.OneToOneField(StoredReport, on_delete=models.PROTECT, related_name="closing")
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="reports_closed")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.report}, closed by {self.by}"


class MailTo(models.Model):
    """Where the reports of a room are mailed. since: reports of shifts that were over before are not."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="mail_to")
    addresses = models.JSONField(default=list)
    since = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Reports of {self.room} by mail"


class Mailing(models.Model):
    """One report to one address.

    due_at: of the next try; claimed_at: when a try began; error: why the last one failed.
    """

    class State(models.TextChoices):
        """How far it is."""

        QUEUED = "queued", "Waits"
        SENDING = "sending", "Is being sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Failed"

    report = models.ForeignKey(StoredReport, on_delete=models.PROTECT, related_name="mailings")
    address = models.CharField(max_length=254)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=["report", "address"], name="mailing_once")]
        indexes = [models.Index(fields=["state", "due_at"], name="mailings_due")]

    def __str__(self) -> str:
        return f"{self.report} to {self.address}: {self.state}"

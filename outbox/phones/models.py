"""The key that signs alerts, and the phones that get them."""

from django.contrib.sessions.models import Session
from django.db import models

from staff.models import Staff


class AlertKey(models.Model):
    """The key pair that signs alerts (VAPID), in a single row. Every phone is bound to it.

    private_key: encrypted by `outbox.phones.keys`.
    """

    public_key = models.CharField(max_length=100, help_text="As browsers take it: base64url.")
    private_key = models.CharField(max_length=400)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "rulings"  # its name in the database
        default_permissions = ()

    def __str__(self) -> str:
        return f"key of {self.made_at:%b %-d, %Y}"


class AlertPhone(models.Model):
    """A browser that a supervisor allowed to show calls. It ends with the browser session in which it was allowed."""

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="alert_phones")
    # Without a constraint: a process of the version before, which does not know this table, may delete the session.
    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, db_constraint=False, related_name="alert_phone"
    )
    endpoint = models.CharField(max_length=500, unique=True)  # of the browser's push service
    # The phone's keys, as the browser gave them: only with them can alerts for it be encrypted.
    public_key = models.CharField(max_length=100)
    auth_secret = models.CharField(max_length=40)
    name = models.CharField(max_length=60, help_text="Such as “Chrome, Android”.")
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, help_text="When it last confirmed an alert.")
    error = models.CharField(max_length=200, blank=True, help_text="Why the last alert failed.")

    class Meta:
        app_label = "rulings"  # its name in the database
        default_permissions = ()
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} of {self.staff}"

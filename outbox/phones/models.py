"""The key that signs alerts, and the phones that receive them."""

from django.contrib.sessions.models import Session
from django.db import models

from staff.models import Staff


class AlertKey(models.Model):
    """The key pair that signs alerts (VAPID), in a single row. Every phone is bound to it."""

    public_key = models.CharField(max_length=100, help_text="As browsers take it: base64url.")
    private_key = models.CharField(max_length=400)  # encrypted by `outbox.phones.keys`
    made_at = models.DateTimeField()

    class Meta:
        app_label = "rulings"  # the prefix of its name in the database
        default_permissions = ()

    def __str__(self) -> str:
        return f"key of {self.made_at:%b %-d, %Y}"


class AlertPhone(models.Model):
    """A browser that a supervisor allowed to show calls. It is removed when the browser session ends."""

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="alert_phones")
    # No database constraint: a process of the previous version, which lacks this table, may delete the session.
    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, db_constraint=False, related_name="alert_phone"
    )
    # The URL at the browser's push service.
    endpoint = models.CharField(max_length=500, unique=True)
    # The phone's keys from the browser. Alerts for the phone can be encrypted only with these keys.
    public_key = models.CharField(max_length=100)
    auth_secret = models.CharField(max_length=40)
    name = models.CharField(max_length=60, help_text="Such as “Chrome, Android”.")
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, help_text="When it last confirmed an alert.")
    error = models.CharField(max_length=200, blank=True, help_text="Why the last alert failed.")

    class Meta:
        app_label = "rulings"  # the prefix of its name in the database
        default_permissions = ()
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} of {self.staff}"

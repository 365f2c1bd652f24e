"""People who work in the room."""

from datetime import datetime

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models

from journal.device_context import MAX_DEVICE_LENGTH


class Staff(models.Model):
    """A staff member: alias and badge. Without a PIN there is no tablet sign-in."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff"
    )
    alias = models.CharField(max_length=40, unique=True, help_text="The name shown in public.")
    badge = models.CharField(
        max_length=10,
        unique=True,
        validators=[RegexValidator(r"^[0-9]{1,10}\Z", "A badge number has one to ten digits.")],
        help_text="Entered at the tablet; digits only.",
    )
    pin_hash = models.CharField(max_length=128, blank=True, editable=False)
    house_wide = models.BooleanField(
        "All rooms",
        default=False,
        help_text="Works in every room, also in rooms added later. For managers.",
    )

    class Meta:
        ordering = ("alias",)
        verbose_name_plural = "staff"
        permissions = [("unlock_staff", "Can unlock staff who are locked out")]

    def __str__(self) -> str:
        return self.alias

    @property
    def key(self) -> str:
        """Return the person's key in the log."""
        return f"staff.{self.pk}"

    def delayed_until(self, now: datetime) -> datetime | None:
        """Return the end of the badge's longest delay after wrong PINs; None if no delay is running."""
        waits = self.delays.filter(until__gt=now).order_by("-until")
        return waits.values_list("until", flat=True).first()

    @property
    def supervises(self) -> bool:
        """Return whether the person may make a supervisor's decisions (S-012)."""
        return self.user.has_perm("tables.supervise")


class SignInDelay(models.Model):
    """Wrong PINs of one badge from one place: a paired tablet or a network. Attempts in one place cause no delays in
    another.
    """

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="delays")
    network = models.CharField(max_length=MAX_DEVICE_LENGTH)
    failures = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["staff", "network"], name="sign_in_delay_once")
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} from {self.network}: {self.failures}"

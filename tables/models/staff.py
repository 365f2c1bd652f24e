"""People who work in the room."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models


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
    failed_attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    locked_until = models.DateTimeField(null=True, editable=False)

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

    @property
    def supervises(self) -> bool:
        """Return whether the person may make a supervisor's decisions (S-012)."""
        return self.user.has_perm("tables.supervise")

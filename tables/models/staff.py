"""People who work in the room."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models


class Staff(models.Model):
    """A member of staff: alias and badge. Without a PIN nobody signs in at a tablet."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff"
    )
    alias = models.CharField(max_length=40, unique=True, help_text="The name shown in public.")
    badge = models.CharField(
        max_length=10,
        unique=True,
        validators=[RegexValidator(r"^[0-9]{1,10}\Z", "A badge number has one to ten digits.")],
        help_text="Keyed in at the tablet; digits only.",
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
        """How the log names this person."""
        return f"staff.{self.pk}"

    @property
    def supervises(self) -> bool:
        """Whether decisions that a dealer does not make are this person's (S-012)."""
        return self.user.has_perm("tables.supervise")

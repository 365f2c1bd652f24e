"""Start codes: a new staff member enters one, once, in place of a PIN."""

from django.db import models

from staff.models.people import Staff


class StartCode(models.Model):
    """A one-time code with which a staff member without a PIN chooses one. Only its keyed hash is stored."""

    staff = models.OneToOneField(Staff, on_delete=models.CASCADE, related_name="start_code")
    code_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"start code of {self.staff}"

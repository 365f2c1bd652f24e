"""Players, the record of changes to them, and merges."""

from typing import Any

from django.db import models

from staff.aliases import canonical_alias

NOTE_LENGTH = 500  # characters of a note or a reason
JOB_LENGTH = 40


class Player(models.Model):
    """One player. Screens, boards and logs have the alias and the key, and nothing else about the person."""

    alias = models.CharField(max_length=40, help_text="The name shown in public.")
    # Canonical alias; None if it was released.
    alias_key = models.CharField(max_length=160, unique=True, null=True, editable=False)
    card_number = models.CharField(
        max_length=40, unique=True, null=True, blank=True, help_text="Card number, if any."
    )
    legal_name = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=16, blank=True, help_text="For paging; with + and country.")
    email = models.EmailField(max_length=120, blank=True, help_text="For paging by email.")
    born = models.DateField(null=True, blank=True)
    notes = models.CharField(max_length=NOTE_LENGTH, blank=True)
    works_as = models.CharField(
        max_length=JOB_LENGTH,
        blank=True,
        db_default="",
        help_text="Job in the house; blank if none.",
    )
    # The surviving player; chains of merges point to the last one.
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, editable=False, related_name="merged"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    anonymised_at = models.DateTimeField(
        null=True, editable=False, help_text="Personal data removed at this time."
    )

    class Meta:
        ordering = ("alias",)
        permissions = [
            ("view_legal_name", "Can see legal names and dates of birth"),
            ("merge_player", "Can merge duplicate players"),
            ("import_player", "Can import players from a file"),
            ("anonymise_player", "Can anonymize a player"),
        ]

    def __str__(self) -> str:
        return self.alias

    def save(self, *args: object, **keywords: Any) -> None:
        if self._state.adding and self.alias_key is None and self.merged_into_id is None:
            self.alias_key = canonical_alias(self.alias)
        super().save(*args, **keywords)

    @property
    def key(self) -> str:
        """Return the player's key in the logs."""
        return f"p{self.pk}"


class PlayerChange(models.Model):
    """One change of a player's field. The row stays, and only its values can be blanked."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    field = models.CharField(max_length=20)
    before = models.CharField(max_length=NOTE_LENGTH, blank=True)
    after = models.CharField(max_length=NOTE_LENGTH, blank=True)
    by = models.CharField(max_length=40, help_text="As the log names people.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.field} of {self.player}"


class PlayerMerge(models.Model):
    """Two players were merged. Append-only."""

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="took_over")
    gone = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="taken_over")
    reason = models.CharField(max_length=NOTE_LENGTH)
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.gone} merged into {self.kept}"

"""Players as the room knows them, who changed what of them, and which two were found to be one."""

from typing import Any

from django.db import models

from players.aliases import same

NOTE = 500  # letters of a note or of a reason


class Player(models.Model):
    """One player. Screens, boards and logs have the alias and the key, never anything else of a person.

    alias_key: what makes two aliases the same; None for who has lost it, so that somebody else may have it.
    merged_into: the player who this one turned out to be; always the last of a chain.
    """

    alias = models.CharField(max_length=40, help_text="The name shown in public.")
    alias_key = models.CharField(max_length=160, unique=True, null=True, editable=False)
    card_number = models.CharField(
        max_length=40, unique=True, null=True, blank=True, help_text="Membership number, if any."
    )
    legal_name = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=16, blank=True, help_text="For paging; with + and country.")
    email = models.EmailField(max_length=120, blank=True, help_text="For paging by mail.")
    born = models.DateField(null=True, blank=True)
    notes = models.CharField(max_length=NOTE, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, editable=False, related_name="merged"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    anonymised_at = models.DateTimeField(
        null=True, editable=False, help_text="Since then nothing of a person is known here."
    )

    class Meta:
        ordering = ("alias",)
        permissions = [
            ("view_legal_name", "Can see legal names and dates of birth"),
            ("merge_player", "Can find two players to be one"),
            ("import_player", "Can import players from a file"),
            ("anonymise_player", "Can take away all that is known of a person"),
        ]

    def __str__(self) -> str:
        return self.alias

    def save(self, *args: Any, **named: Any) -> None:
        """A new player has his alias to himself."""
        if self._state.adding and self.alias_key is None and self.merged_into_id is None:
            self.alias_key = same(self.alias)
        super().save(*args, **named)

    @property
    def key(self) -> str:
        """How the log names this player."""
        return f"p{self.pk}"


class Change(models.Model):
    """Somebody changed one thing about a player; the database keeps every row, and lets its values be emptied."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    field = models.CharField(max_length=20)
    before = models.CharField(max_length=NOTE, blank=True)
    after = models.CharField(max_length=NOTE, blank=True)
    by = models.CharField(max_length=40, help_text="As the log names people.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.field} of {self.player}"


class Merge(models.Model):
    """Two players were found to be one; the database keeps every row."""

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="took_over")
    gone = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="taken_over")
    reason = models.CharField(max_length=NOTE)
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.gone} is {self.kept}"

"""Players as the room knows them: an alias, and perhaps a card."""

from django.db import models


class Player(models.Model):
    """One player. Only the alias is ever shown; nothing else about a person is kept here."""

    alias = models.CharField(max_length=40, unique=True, help_text="The name shown in public.")
    card_number = models.CharField(
        max_length=40,
        unique=True,
        null=True,
        blank=True,
        help_text="Player's card, if there is one.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("alias",)

    def __str__(self) -> str:
        return self.alias

    @property
    def key(self) -> str:
        """How the log names this player."""
        return f"p{self.pk}"

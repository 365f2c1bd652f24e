"""Replies of players to text messages, and numbers that get no texts."""

from django.db import models


class TextReply(models.Model):
    """A reply that was read, so that a second delivery of it does nothing. It has neither number nor text."""

    provider = models.CharField(max_length=10)
    key = models.CharField(max_length=64, help_text="The provider's id of the message.")
    at = models.DateTimeField()

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["provider", "key"], name="one_text_reply_a_message")
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.key}"


class TextOptOut(models.Model):
    """A number that gets no texts, because its player replied OFF. Only a digest of the number is stored."""

    phone_key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()

    def __str__(self) -> str:
        return self.phone_key[:8]

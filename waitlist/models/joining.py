"""Requests of players to join waitlists, and the screens of a room that prove who is there."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from staff.models import Room


class JoinRequest(models.Model):
    """A request for a spot on one or several lists of a room. It is deleted after a day.

    The player is on no list until the desk or the code on the board has confirmed the request.
    """

    class State(models.TextChoices):
        """The outcome of a request."""

        WAITING = "waiting"
        CONFIRMED = "confirmed"
        REFUSED = "refused"
        ENDED = "ended"  # withdrawn by the player, or not confirmed in time

    MAX_TRIES: ClassVar[int] = 5  # wrong codes; then only the desk can confirm

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="join_requests")
    # Digests of the browser's cookie and of the number: they can be compared, but not read.
    browser_key = models.CharField(max_length=64)
    phone_key = models.CharField(max_length=64, blank=True)
    sealed_phone = models.TextField(
        blank=True, help_text="The number, encrypted under `SECRET_KEY`."
    )
    name = models.CharField(max_length=40, help_text="The name to call.")
    games = models.JSONField(help_text="Keys of the lists.")
    network_key = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        help_text="Digest of the network; blank for a kiosk of the house.",
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # Wrong codes; also `MAX_TRIES` if the code can't confirm this request.
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    by = models.CharField(
        max_length=40, blank=True, help_text="Who decided, as the log names people."
    )
    token = models.CharField(max_length=40, blank=True, help_text="Of the player's own page.")

    class Meta:
        app_label = "tables"  # its name in the database
        ordering = ("pk",)
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["browser_key"],
                condition=Q(state="waiting"),
                name="join_one_per_browser",
            ),
            models.UniqueConstraint(
                fields=["phone_key"],
                condition=Q(state="waiting") & ~Q(phone_key=""),
                name="join_one_per_phone",
            ),
        ]
        indexes = [models.Index(fields=["room", "state"], name="join_of_room")]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_state_display()}"


class LobbyScreen(models.Model):
    """A browser in the room that the house trusts: a board, a kiosk, or a wall display."""

    class Kind(models.TextChoices):
        BOARD = "board", "board with the join code"
        KIOSK = "kiosk", "kiosk for self check-in"
        WALL = "wall", "wall display for the staff"

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="lobby_screens")
    kind = models.CharField(max_length=10, choices=Kind)
    key_digest = models.CharField(max_length=64, unique=True, help_text="Digest of its cookie.")
    by = models.CharField(max_length=40, help_text="Who allowed it, as the log names people.")
    made_at = models.DateTimeField()

    class Meta:
        app_label = "tables"  # its name in the database
        ordering = ("pk",)
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.room}"

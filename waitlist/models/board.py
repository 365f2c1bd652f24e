"""The look of a room's public board."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from staff.models import Room


class BoardSettings(models.Model):
    """The settings of a room's public board. All are house choices."""

    PAGE_SECONDS: ClassVar[int] = 12

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="board_settings")
    page_seconds = models.PositiveSmallIntegerField(
        default=PAGE_SECONDS,
        validators=[MinValueValidator(8), MaxValueValidator(60)],
        help_text="Seconds that a page of the lists is shown; at most 8 while four or more players are called.",
    )
    voice = models.BooleanField(
        default=False, help_text="The screen says aloud who is called, by its browser's voice."
    )
    promotion_seconds = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        validators=[MaxValueValidator(120)],
        help_text="Seconds after which the screen shows the promotions instead of the lists, and back; 0 for never.",
    )
    tournament_names = models.BooleanField(
        default=True,
        db_default=True,
        help_text="The wall of a tournament shows the names of moved players; otherwise entry numbers.",
    )
    messages = models.JSONField(
        default=list,
        help_text="Texts of the house: text, from and until, as ISO 8601 in UTC; empty for at once and without an end.",
    )

    class Meta:
        app_label = "tables"  # its name in the database
        verbose_name_plural = "board settings"

    def __str__(self) -> str:
        return f"Board of {self.room}"


def board_settings_of(room: Room) -> BoardSettings:
    """Return a room's board settings; unsaved defaults if it has none."""
    try:
        return room.board_settings
    except BoardSettings.DoesNotExist:
        return BoardSettings(room=room)

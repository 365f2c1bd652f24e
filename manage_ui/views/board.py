"""The settings page of the public board."""

from datetime import datetime
from typing import Any

from manage_ui.form_saving import FormState
from manage_ui.forms.board import ROWS, BoardForm
from manage_ui.messages import counted
from manage_ui.settings_page import RoomPage
from staff.models import Room
from waitlist.board_messages import texts_in_force
from waitlist.models import BoardSettings
from waitlist.models.board import board_settings_of


class BoardPage(RoomPage[BoardSettings, BoardForm]):
    """Page time, voice and messages of the board, and names on tournament walls."""

    url_name = "board"
    title = "Board"
    description = "Page time, voice and messages of the public board"
    permission = "room"
    form_class = BoardForm
    template = "board"
    groups = (
        ("Lists", ("page_seconds", "promotion_seconds", "voice")),
        ("Tournaments", ("tournament_names",)),
        *((f"Message {number}", names) for number, names in enumerate(ROWS, 1)),
    )

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        settings = board_settings_of(room)
        shown = len(texts_in_force(settings.messages, now))
        voice = "voice on" if settings.voice else "no voice"
        return f"{settings.page_seconds} s a page, {voice}, {counted(shown, 'message')}"

    def load(self) -> BoardSettings:
        row = BoardSettings.objects.filter(room=self.room).first()
        return row or BoardSettings(room=self.room)

    def context(self, stored: BoardSettings, form_state: FormState) -> dict[str, Any]:
        return {"shown": texts_in_force(stored.messages, self.now)}

"""The settings of the public board: page time, voice, messages of the house, and what is refused."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.support.manage_fixtures import ManagerClient
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver
from waitlist.board_messages import BoardMessage, read_messages
from waitlist.models import BoardSettings

FIELDS = {"page_seconds": "12", "promotion_seconds": "0"}


def test_messages_are_saved_and_reach_the_board(hornbeam: ManagerClient, game: TableDriver) -> None:
    room = game.table.room_id
    fields = FIELDS | {
        "text__0": "  Omaha   starts at 8 ",
        "text__2": "Jackpot $52,340",
        "begins__2": "2026-01-02T20:00",
        "ends__2": "2099-01-02T20:00",
        "voice": "on",
    }
    assert hornbeam.save("board", **fields).status == 302
    settings = BoardSettings.objects.get(room=room)
    assert settings.voice
    first, second = read_messages(settings.messages)
    assert first == BoardMessage("Omaha starts at 8")
    assert second.text == "Jackpot $52,340"
    assert second.begins is not None
    assert second.begins < datetime(2026, 1, 4, tzinfo=UTC)
    page = PageContent(Client().get(f"/board/{room}").content.decode())
    assert "Omaha starts at 8" in page.text
    assert "Jackpot $52,340" in page.text
    index = hornbeam.get("index").text
    assert "12 s a page, voice on, 2 messages" in index
    assert "On the board now: “Omaha starts at 8”, “Jackpot $52,340”." in hornbeam.get("board").text
    assert hornbeam.save("board", **(FIELDS | {"page_seconds": "20"})).status == 302
    page_html = Client().get(f"/board/{room}").content.decode()
    assert "From the house" not in page_html, "a cleared row is removed"
    assert 'data-seconds="20"' in page_html


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"begins__1": "2026-11-21T20:00"},
            "A message needs a text. Write one, or clear its times.",
        ),
        (
            {"text__0": "Hello", "begins__0": "2026-11-21T20:00", "ends__0": "2026-11-21T20:00"},
            "The message would end before it begins. Choose a later end.",
        ),
        ({"text__0": "x" * 101}, "At most 100 characters; you have 101."),
        ({"text__0": "龍" * 100}, "This would take 10 lines on the board, and 7 fit. Shorten it."),
        ({"text__0": "Hello", "ends__0": "tomorrow"}, "Enter a date and time, such as"),
        ({"page_seconds": "2"}, "Must be at least 8."),
        ({"page_seconds": "soon"}, "Enter a whole number."),
    ],
)
def test_wrong_settings_are_refused_with_a_sentence(
    hornbeam: ManagerClient, fields: dict[str, str], sentence: str
) -> None:
    page = hornbeam.save("board", **(FIELDS | fields))
    assert page.status == 422
    assert any(sentence in error for error in page.field_errors), page.field_errors
    assert not BoardSettings.objects.exists()

"""A manager's short texts on the public board, each from and until a moment. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypedDict

MAX_MESSAGES, MAX_LENGTH = 4, 100  # of a room; characters of a text


class StoredMessage(TypedDict):
    """A text as the settings store it. Times are ISO 8601 in UTC, "" for at once and without an end."""

    text: str
    begins: str
    ends: str


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A text of the house. begins: None for at once; ends: None for as long as it is set."""

    text: str
    begins: datetime | None = None
    ends: datetime | None = None

    def is_in_force(self, now: datetime) -> bool:
        """Return whether the board shows it now."""
        return (self.begins is None or self.begins <= now) and (
            self.ends is None or now < self.ends
        )


def read_messages(stored: Iterable[StoredMessage]) -> list[BoardMessage]:
    """Return the texts of a room's settings."""
    return [
        BoardMessage(row["text"], _read_time(row["begins"]), _read_time(row["ends"]))
        for row in stored
    ]


def write_messages(messages: Iterable[BoardMessage]) -> list[StoredMessage]:
    """Return texts as the settings store them."""
    return [
        {"text": one.text, "begins": _write_time(one.begins), "ends": _write_time(one.ends)}
        for one in messages
    ]


def texts_in_force(stored: Iterable[StoredMessage], now: datetime) -> list[str]:
    """Return the texts that the board shows now, in their order."""
    return [message.text for message in read_messages(stored) if message.is_in_force(now)]


def _read_time(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _write_time(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""

"""A manager's short texts on the public board, each with an optional start and end. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypedDict

MAX_MESSAGES = 4  # of a room
MAX_LENGTH = 100  # characters


class StoredMessage(TypedDict):
    """A text as the settings store it. Times are ISO 8601 in UTC; "" means no start or no end."""

    text: str
    begins: str
    ends: str


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A text of the house. begins: None for immediately; ends: None for until it is removed."""

    text: str
    begins: datetime | None = None
    ends: datetime | None = None

    def is_in_force(self, now: datetime) -> bool:
        """Return whether the board shows the text now."""
        return (self.begins is None or self.begins <= now) and (
            self.ends is None or now < self.ends
        )


def read_messages(stored: Iterable[StoredMessage]) -> list[BoardMessage]:
    return [
        BoardMessage(row["text"], _read_time(row["begins"]), _read_time(row["ends"]))
        for row in stored
    ]


def write_messages(messages: Iterable[BoardMessage]) -> list[StoredMessage]:
    return [
        {
            "text": message.text,
            "begins": _write_time(message.begins),
            "ends": _write_time(message.ends),
        }
        for message in messages
    ]


def texts_in_force(stored: Iterable[StoredMessage], now: datetime) -> list[str]:
    """Return the texts that the board shows now, in their order."""
    return [message.text for message in read_messages(stored) if message.is_in_force(now)]


def _read_time(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _write_time(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""

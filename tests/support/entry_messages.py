"""Entries of a table's log in the form that its tablets receive."""

from typing import Any

import msgspec

from dealer_ui.engine.wire import StoredEntry


def stored_entries(message: dict[str, Any]) -> list[StoredEntry]:
    """Return the entries of one command from a message of kind `entries`."""
    stored = dict(message["entries"])
    first = message["prev"] + 1
    events = stored.pop("events")
    return [
        StoredEntry(
            seq=first + index,
            name=event["event"],
            data=msgspec.json.encode(event).decode(),
            **stored,
        )
        for index, event in enumerate(events)
    ]

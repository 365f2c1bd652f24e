"""Versions of stored events: what this release writes, and how it reads the versions of earlier releases.

A log must stay readable for as long as the room exists, and an entry is never rewritten. So an event type may get a
new field with a default; any other change of its format is a new version with an upcaster: a function from the decoded
JSON of one version to that of the next. `tests/poker/golden/` has every version that was ever written.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

EventData = dict[str, object]
Upcaster = Callable[[EventData], EventData]
# By event name: from version 1 to 2, from 2 to 3, and so on.
Upcasters = Mapping[str, Sequence[Upcaster]]


class EventVersions:
    """The versions of the events of one kind of log."""

    def __init__(self, upcasters: Upcasters) -> None:
        """Register the upcasters; an event type without upcasters has version 1."""
        self._upcasters = upcasters

    def newest(self, name: str) -> int:
        """Return the version that this release writes."""
        return 1 + len(self._upcasters.get(name, ()))

    def upcast(self, name: str, version: int, data: bytes | str) -> bytes | str:
        """Return an event's JSON in the newest version. Raises `ValueError` for a version of a later release."""
        newest = self.newest(name)
        if version == newest:
            return data
        if version > newest:
            raise ValueError(
                f"event {name} has version {version}, this program reads up to {newest}"
            )
        content = msgspec.json.decode(data, type=EventData)
        for upcaster in self._upcasters[name][version - 1 :]:
            content = upcaster(content)
        return msgspec.json.encode(content, order="sorted")

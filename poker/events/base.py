"""Base of all events, and the version of their schemas."""

import msgspec

VERSION = 1  # schema version written with every event; older ones are upcast when read


class Event(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events."""

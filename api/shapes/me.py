"""Who asks."""

from datetime import datetime

import msgspec

from api.shapes.common import Named


class Me(msgspec.Struct, frozen=True):
    """The program that this token is of. rooms: null for all of them."""

    name: str
    actor: str
    role: str
    room: Named | None
    scopes: list[str]
    expires_at: datetime | None

"""The caller."""

from datetime import datetime

import msgspec

from api.schemas.common import NamedRef


class Me(msgspec.Struct, frozen=True):
    """The token's integration. rooms: null means all rooms."""

    name: str
    actor: str
    role: str
    room: NamedRef | None
    scopes: list[str]
    expires_at: datetime | None

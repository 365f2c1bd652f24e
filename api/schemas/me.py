"""The caller."""

from datetime import datetime

import msgspec

from web.api.responses import NamedRef


class Me(msgspec.Struct, frozen=True):
    """The token's integration. room: null means all rooms. currency: ISO 4217, of all amounts; decimals: the digits of
    its smallest unit, 2 for cents.
    """

    name: str
    actor: str
    role: str
    room: NamedRef | None
    scopes: list[str]
    expires_at: datetime | None
    currency: str
    decimals: int

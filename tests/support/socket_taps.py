"""A tablet whose taps are sent later."""

from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async

from tables.dealer_sign_in import dealer_push
from tables.models import Device
from tests.support.engine_tablet import EngineTablet
from tests.support.room import NOW, TableDriver, create_game, create_staff, pair_device
from tests.support.room_fixture import build_or_restore

LATER = NOW + timedelta(hours=1)  # the time on the server's clock
LATER_MS = int(LATER.timestamp() * 1000)
MINUTE = 60_000


def set_up(*, signed_in: bool = True) -> tuple[TableDriver, Device, str]:
    """Return a game, its paired tablet and the tablet's token."""
    return build_or_restore(_signed_in if signed_in else _paired)


def _paired() -> tuple[TableDriver, Device, str]:
    game = create_game()
    return game, *pair_device(game.table)


def _signed_in() -> tuple[TableDriver, Device, str]:
    game, device, token = _paired()
    dealer_push(device=device, staff=create_staff("dealer"), now=game.now)
    return game, device, token


async def connect(token: str, *, at: int = LATER_MS - 5 * MINUTE) -> EngineTablet:
    """Return a tablet that has the table. The dealer taps five minutes before the taps are sent."""
    tablet = EngineTablet(token, at)
    assert (await tablet.socket.connect())[0]
    await tablet.hello()
    return tablet


async def start(**options: Any) -> tuple[TableDriver, EngineTablet, str]:
    game, _, token = await sync_to_async(set_up)(**options)
    return game, await connect(token), token

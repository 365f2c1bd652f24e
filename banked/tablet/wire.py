"""The JSON that page, worker and server exchange about a house-banked table."""

import msgspec

from banked.tablet.context import BankedContext
from banked.tablet.model import BankedScreen
from dealer_ui.engine.wire import Divergence, RefusedTap, StoredEntry, TapData
from dealer_ui.screen.model import NoScreen


class BankedData(msgspec.Struct, frozen=True):
    """A table in the room's state."""

    seq: int  # number of the last entry
    entries: list[StoredEntry]  # since the start of the round before the last one
    context: BankedContext
    stored: list[str] = []  # ids of the tablet's pending taps that the log has


class BankedResult(msgspec.Struct, frozen=True):
    """What a call changed, with the screen after it; the fields are those of `dealer_ui.engine.wire.Result`."""

    screen: BankedScreen | NoScreen
    seq: int
    pending: list[str] = []
    answered: list[str] = []
    refused: list[RefusedTap] = []
    diverged: list[Divergence] = []
    gap: bool = False
    warning: str = ""
    first: str = ""
    plaque_seq: int = 0
    arrivals: dict[int, int] = {}
    target: str = ""


class Load(msgspec.Struct, frozen=True):
    """A whole table, and the taps that an earlier page left."""

    table: BankedData
    taps: list[TapData]
    now: int
    saved: bool = False


class NewContext(msgspec.Struct, frozen=True):
    """What changed outside the log."""

    context: BankedContext
    now: int

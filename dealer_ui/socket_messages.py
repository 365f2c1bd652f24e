"""The messages that a tablet sends through its WebSocket, decoded strictly."""

from typing import Annotated

import msgspec

from dealer_ui.engine.wire import Number, Uuid
from dealer_ui.tap_batches import Taps

MAX_MESSAGE_BYTES = 256 * 1024
MAX_ASKED = 200  # ids of pending taps in one hello; a tablet sends at most twenty before it waits
HEARTBEAT = "here"
EventText = Annotated[str, msgspec.Meta(max_length=16_384)]


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """Hello from a page with an engine, which requests the table.

    pending: ids of the first of its taps without an answer; shown: the last entry that it had at the first of them;
    is_loading: the engine is not ready, so the page gets screens until it sends hello again.
    """

    engine: Annotated[str, msgspec.Meta(max_length=64)]
    pending: Annotated[tuple[Uuid, ...], msgspec.Meta(max_length=MAX_ASKED)] = ()
    shown: Number = 0
    is_loading: bool = False


class TapsMessage(msgspec.Struct, frozen=True, tag="taps"):
    """Taps that the tablet's engine decided, in order."""

    taps: Taps


class DivergenceMessage(msgspec.Struct, frozen=True, tag="divergence"):
    """A tap whose stored events differ from the tablet's decision."""

    id: Uuid
    engine: Annotated[str, msgspec.Meta(max_length=64)]
    predicted: Annotated[tuple[EventText, ...], msgspec.Meta(max_length=200)]
    stored: Annotated[tuple[EventText, ...], msgspec.Meta(max_length=200)]


class Heartbeat(msgspec.Struct, frozen=True):
    pass


Content = Hello | TapsMessage | DivergenceMessage
_decoder = msgspec.json.Decoder(Content)


def decode(text: str) -> Content | Heartbeat:
    """Return a message. Raises `msgspec.DecodeError` for a message that no tablet sends."""
    return Heartbeat() if text == HEARTBEAT else _decoder.decode(text)

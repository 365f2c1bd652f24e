"""The base of all WebSockets: each one is counted by the kind of its page."""

from channels.generic.websocket import AsyncWebsocketConsumer

from journal.log_context import begin_request
from tables.metrics import SOCKET_MESSAGES, SOCKETS


class RoomConsumer(AsyncWebsocketConsumer):
    """A socket of a page or a tablet. Subclasses set `kind` and define `connect`, `disconnect` and `receive`."""

    kind = "page"

    async def websocket_connect(self, message: dict[str, object]) -> None:
        """Count the socket until it is closed."""
        SOCKETS.labels(self.kind).inc()
        try:
            await super().websocket_connect(message)
        except BaseException:  # there will be no disconnect
            SOCKETS.labels(self.kind).dec()
            raise

    async def websocket_receive(self, message: dict[str, object]) -> None:
        """Count a message of the page, and give it its id."""
        SOCKET_MESSAGES.labels(self.kind, "in").inc()
        begin_request(source=f"socket {self.kind}")
        await super().websocket_receive(message)

    async def websocket_disconnect(self, message: dict[str, object]) -> None:
        """Count the socket as closed."""
        SOCKETS.labels(self.kind).dec()
        await super().websocket_disconnect(message)

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Count and send a message."""
        SOCKET_MESSAGES.labels(self.kind, "out").inc()
        await super().send(text_data=text_data, bytes_data=bytes_data, close=close)

"""WebSockets of the project, opened as by a browser with a cookie."""

from channels.testing import WebsocketCommunicator

from config.asgi import application


def socket_with_cookie(path: str, cookies: str) -> WebsocketCommunicator:
    """Return a socket at this path, from a page of this site."""
    headers = [
        (b"cookie", cookies.encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, path, headers=headers)
